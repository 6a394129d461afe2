package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketException;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.bucket.ManifestNames;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.Statement.BuildIndexes;
import dev.mayfly.face.couchbase.language.tree.Statement.CreateCollection;
import dev.mayfly.face.couchbase.language.tree.Statement.CreateIndex;
import dev.mayfly.face.couchbase.language.tree.Statement.CreateScope;
import dev.mayfly.face.couchbase.language.tree.Statement.DropCollection;
import dev.mayfly.face.couchbase.language.tree.Statement.DropIndex;
import dev.mayfly.face.couchbase.language.tree.Statement.DropScope;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.BooleanValue;
import dev.mayfly.face.couchbase.language.value.MissingValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.QueryContext;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes of statements that define scopes, collections and indexes what carries them out. Used for one statement. */
final class DefinitionCompiler {
    private static final int CREATE_SCOPE = 12025;
    private static final int DROP_SCOPE = 12026;
    private static final int CREATE_COLLECTION = 12027;
    private static final int DROP_COLLECTION = 12028;
    private static final int NOT_A_NAME = 5410;

    private final QueryCompiler queries;
    private final Definitions indexes;
    private final QueryContext context;
    private final Keyspaces keyspaces;
    private final ManifestChanges manifests;
    private final ManifestWitness witness;

    DefinitionCompiler(QueryCompiler queries, Definitions indexes, ManifestWitness witness) {
        this.witness = witness;
        this.queries = queries;
        this.indexes = indexes;
        this.context = queries.context();
        this.keyspaces = queries.ground().keyspaces();
        this.manifests = new ManifestChanges(keyspaces.buckets());
    }

    Statement createScope(CreateScope create) {
        ScopePath path = scope(create.name());
        return new DefinitionStatement("CreateScope", execution -> {
            Right.SCOPE.require(execution, path.bucket, path.scope);
            Bucket bucket = bucket(path.bucket);
            refuseName(path.scope, CREATE_SCOPE, "Error while creating scope " + path.text());
            run(
                    create.ifNotExists() ? BucketException.Kind.SCOPE_EXISTS : null,
                    CREATE_SCOPE,
                    "Error while creating scope " + path.text(),
                    () -> witness.created(bucket, path.scope, null, manifests.createScope(bucket, path.scope)));
        });
    }

    Statement dropScope(DropScope drop) {
        ScopePath path = scope(drop.name());
        return new DefinitionStatement("DropScope", execution -> {
            Right.SCOPE.require(execution, path.bucket, path.scope);
            Bucket bucket = bucket(path.bucket);
            run(
                    drop.ifExists() ? BucketException.Kind.SCOPE_MISSING : null,
                    DROP_SCOPE,
                    "Error while dropping scope " + path.text(),
                    () -> witness.dropped(bucket, path.scope, null, manifests.dropScope(bucket, path.scope)));
        });
    }

    private record ScopePath(String bucket, String scope) {
        String text() {
            return "default:" + bucket + "." + scope;
        }
    }

    private ScopePath scope(KeyspaceName name) {
        List<String> parts = name.parts();
        if (parts.size() == 2) {
            return new ScopePath(parts.get(0), parts.get(1));
        }
        if (context.isNone()) {
            throw new QueryException(QueryException.PARSE, "Invalid path specified: " + name + " names no bucket");
        }
        return new ScopePath(context.bucket(), parts.getFirst());
    }

    private Bucket bucket(String name) {
        Bucket bucket = keyspaces.buckets().find(name);
        if (bucket == null) {
            throw new QueryException(
                    12003, "Keyspace not found in CB datastore: default:" + name + " - cause: No bucket named " + name);
        }
        return bucket;
    }

    Statement createCollection(CreateCollection create) {
        Keyspaces.Path path = Keyspaces.path(create.name(), context);
        Expression with = create.with();
        Scalar options = with == null ? null : new ExpressionCompiler(new Names(null), queries, Map.of()).compile(with);
        return new DefinitionStatement("CreateCollection", execution -> {
            Right.COLLECTION.require(execution, path);
            Bucket bucket = keyspaces.bucket(path);
            refuseName(path.collection(), CREATE_COLLECTION, "Error while creating collection " + path.text());
            ManifestChanges.Properties properties = properties(options, execution, path);
            run(
                    create.ifNotExists() ? BucketException.Kind.COLLECTION_EXISTS : null,
                    CREATE_COLLECTION,
                    "Error while creating collection " + path.text(),
                    () -> witness.created(
                            bucket,
                            path.scope(),
                            path.collection(),
                            manifests.createCollection(bucket, path.scope(), path.collection(), properties)));
        });
    }

    private static void refuseName(String name, int code, String what) {
        String fault = ManifestNames.fault(name, _ -> false);
        if (fault != null) {
            throw new QueryException(code, what + " - cause: " + fault);
        }
    }

    private ManifestChanges.Properties properties(@Nullable Scalar options, Execution execution, Keyspaces.Path path) {
        Value said = options == null ? MissingValue.MISSING : options.of(new Frame(0, null, execution));
        if (said.isMissing()) {
            return ManifestChanges.Properties.NONE;
        }
        if (!(said instanceof ObjectValue object)) {
            throw refused(path, "options must be an object");
        }
        if (!keyspaces.buckets().rules().is76()) {
            throw refused(path, "options are not supported before release 7.6");
        }
        Integer maxTtl = null;
        Boolean history = null;
        JsonObject.Fields<Value> fields = object.fields();
        while (fields.next()) {
            switch (fields.name()) {
                case "maxTTL" -> maxTtl = maxTtl(fields.value(), path);
                case "history" -> {
                    if (!(fields.value() instanceof BooleanValue)) {
                        throw refused(path, "history must be a boolean");
                    }
                    history = fields.value().truth();
                }
                default -> throw refused(path, "unknown option: " + fields.name());
            }
        }
        return new ManifestChanges.Properties(maxTtl, history);
    }

    private Integer maxTtl(Value said, Keyspaces.Path path) {
        if (!keyspaces.buckets().rules().isEnterprise()) {
            throw refused(path, "maxTTL: Supported in enterprise edition only");
        }
        if (said instanceof NumberValue number
                && number.isLong()
                && number.longValue() >= MaxTtl.UNLIMITED
                && number.longValue() <= MaxTtl.MAX) {
            return (int) number.longValue();
        }
        throw refused(path, "maxTTL must be an integer between -1 and " + MaxTtl.MAX);
    }

    private static QueryException refused(Keyspaces.Path path, String why) {
        return new QueryException(
                CREATE_COLLECTION, "Error while creating collection " + path.text() + " - cause: " + why);
    }

    Statement dropCollection(DropCollection drop) {
        Keyspaces.Path path = Keyspaces.path(drop.name(), context);
        return new DefinitionStatement("DropCollection", execution -> {
            Right.COLLECTION.require(execution, path);
            Bucket bucket = keyspaces.bucket(path);
            run(
                    drop.ifExists() ? BucketException.Kind.COLLECTION_MISSING : null,
                    DROP_COLLECTION,
                    "Error while dropping collection " + path.text(),
                    () -> witness.dropped(
                            bucket,
                            path.scope(),
                            path.collection(),
                            manifests.dropCollection(bucket, path.scope(), path.collection())));
        });
    }

    /** @param welcome what may stand in the way without being told, or null */
    private static void run(BucketException.@Nullable Kind welcome, int code, String what, Runnable change) {
        try {
            change.run();
        } catch (BucketException refusal) {
            if (refusal.kind() != welcome) {
                throw new QueryException(code, what + " - cause: " + refusal.text());
            }
        }
    }

    Statement createIndex(CreateIndex create) {
        Keyspaces.Path path = Keyspaces.path(create.keyspace(), context);
        return new DefinitionStatement(create.keys().isEmpty() ? "CreatePrimaryIndex3" : "CreateIndex", execution -> {
            BucketCollection keyspace = keyspaces.collection(path);
            Right.CREATE_INDEX.require(execution, path);
            indexes.createIndex(keyspace, create);
        });
    }

    Statement dropIndex(DropIndex drop) {
        Keyspaces.Path path = Keyspaces.path(drop.keyspace(), context);
        return new DefinitionStatement("DropIndex", execution -> {
            BucketCollection keyspace = keyspaces.collection(path);
            Right.DROP_INDEX.require(execution, path);
            indexes.dropIndex(keyspace, drop);
        });
    }

    Statement buildIndexes(BuildIndexes build) {
        Keyspaces.Path path = Keyspaces.path(build.keyspace(), context);
        ExpressionCompiler expressions = new ExpressionCompiler(new Names(null), queries, Map.of());
        List<Scalar> names = new ArrayList<>();
        for (Expression name : build.names()) {
            names.add(
                    name instanceof Expression.Identifier(String written)
                            ? expressions.compile(QueryCompiler.text(written))
                            : expressions.compile(name));
        }
        return new DefinitionStatement("BuildIndexes", execution -> {
            BucketCollection keyspace = keyspaces.collection(path);
            Right.BUILD_INDEX.require(execution, path);
            indexes.buildIndexes(keyspace, names(names, execution));
        });
    }

    /** Each is a name, or an array of names. */
    private static List<String> names(List<Scalar> written, Execution execution) {
        Frame frame = new Frame(0, null, execution);
        List<String> names = new ArrayList<>();
        for (Scalar each : written) {
            Value value = each.of(frame);
            for (Value name : value instanceof ArrayValue array ? array.elements() : List.of(value)) {
                if (!(name instanceof StringValue text)) {
                    throw new QueryException(NOT_A_NAME, "index name must be a string");
                }
                names.add(text.stringValue());
            }
        }
        return names;
    }
}
