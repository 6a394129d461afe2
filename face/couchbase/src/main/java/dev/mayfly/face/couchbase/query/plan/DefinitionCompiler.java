package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketException;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.bucket.ManifestNames;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.BuildIndexes;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateIndex;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateScope;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropIndex;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropScope;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlMissing;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.index.Definitions;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.operator.RequiredPrivilege;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles statements that define scopes, collections and indexes. Used for one statement. */
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

    ExecutableStatement createScope(CreateScope create) {
        ScopePath path = scope(create.name());
        return new DefinitionStatement("CreateScope", execution -> {
            RequiredPrivilege.SCOPE.require(execution, path.bucket, path.scope);
            Bucket bucket = bucket(path.bucket);
            refuseName(path.scope, CREATE_SCOPE, "Error while creating scope " + path.text());
            run(
                    create.ifNotExists() ? BucketException.Kind.SCOPE_EXISTS : null,
                    CREATE_SCOPE,
                    "Error while creating scope " + path.text(),
                    () -> witness.created(bucket, path.scope, null, manifests.createScope(bucket, path.scope)));
        });
    }

    ExecutableStatement dropScope(DropScope drop) {
        ScopePath path = scope(drop.name());
        return new DefinitionStatement("DropScope", execution -> {
            RequiredPrivilege.SCOPE.require(execution, path.bucket, path.scope);
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
            throw new N1qlException(N1qlException.PARSE, "Invalid path specified: " + name + " names no bucket");
        }
        return new ScopePath(context.bucket(), parts.getFirst());
    }

    private Bucket bucket(String name) {
        Bucket bucket = keyspaces.buckets().find(name);
        if (bucket == null) {
            throw new N1qlException(
                    12003, "Keyspace not found in CB datastore: default:" + name + " - cause: No bucket named " + name);
        }
        return bucket;
    }

    ExecutableStatement createCollection(CreateCollection create) {
        Keyspaces.Path path = Keyspaces.path(create.name(), context);
        N1qlExpression with = create.with();
        Scalar options = with == null
                ? null
                : new N1qlExpressionCompiler(new VisibleNames(null), queries, Map.of()).compile(with);
        return new DefinitionStatement("CreateCollection", execution -> {
            RequiredPrivilege.COLLECTION.require(execution, path);
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
            throw new N1qlException(code, what + " - cause: " + fault);
        }
    }

    private ManifestChanges.Properties properties(
            @Nullable Scalar options, StatementExecution execution, Keyspaces.Path path) {
        N1qlValue said = options == null ? N1qlMissing.MISSING : options.of(new Frame(0, null, execution));
        if (said.isMissing()) {
            return ManifestChanges.Properties.NONE;
        }
        if (!(said instanceof N1qlObject object)) {
            throw refused(path, "options must be an object");
        }
        if (!keyspaces.buckets().rules().is76()) {
            throw refused(path, "options are not supported before release 7.6");
        }
        Integer maxTtl = null;
        Boolean history = null;
        JsonObject.Fields<N1qlValue> fields = object.fields();
        while (fields.next()) {
            switch (fields.name()) {
                case "maxTTL" -> maxTtl = maxTtl(fields.value(), path);
                case "history" -> {
                    if (!(fields.value() instanceof N1qlBoolean)) {
                        throw refused(path, "history must be a boolean");
                    }
                    history = fields.value().truth();
                }
                default -> throw refused(path, "unknown option: " + fields.name());
            }
        }
        return new ManifestChanges.Properties(maxTtl, history);
    }

    private Integer maxTtl(N1qlValue said, Keyspaces.Path path) {
        if (!keyspaces.buckets().rules().isEnterprise()) {
            throw refused(path, "maxTTL: Supported in enterprise edition only");
        }
        if (said instanceof N1qlNumber number
                && number.isLong()
                && number.longValue() >= MaxTtl.UNLIMITED
                && number.longValue() <= MaxTtl.MAX) {
            return (int) number.longValue();
        }
        throw refused(path, "maxTTL must be an integer between -1 and " + MaxTtl.MAX);
    }

    private static N1qlException refused(Keyspaces.Path path, String why) {
        return new N1qlException(
                CREATE_COLLECTION, "Error while creating collection " + path.text() + " - cause: " + why);
    }

    ExecutableStatement dropCollection(DropCollection drop) {
        Keyspaces.Path path = Keyspaces.path(drop.name(), context);
        return new DefinitionStatement("DropCollection", execution -> {
            RequiredPrivilege.COLLECTION.require(execution, path);
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
                throw new N1qlException(code, what + " - cause: " + refusal.text());
            }
        }
    }

    ExecutableStatement createIndex(CreateIndex create) {
        Keyspaces.Path path = Keyspaces.path(create.keyspace(), context);
        return new DefinitionStatement(create.keys().isEmpty() ? "CreatePrimaryIndex3" : "CreateIndex", execution -> {
            BucketCollection keyspace = keyspaces.collection(path);
            RequiredPrivilege.CREATE_INDEX.require(execution, path);
            indexes.createIndex(keyspace, create);
        });
    }

    ExecutableStatement dropIndex(DropIndex drop) {
        Keyspaces.Path path = Keyspaces.path(drop.keyspace(), context);
        return new DefinitionStatement("DropIndex", execution -> {
            BucketCollection keyspace = keyspaces.collection(path);
            RequiredPrivilege.DROP_INDEX.require(execution, path);
            indexes.dropIndex(keyspace, drop);
        });
    }

    ExecutableStatement buildIndexes(BuildIndexes build) {
        Keyspaces.Path path = Keyspaces.path(build.keyspace(), context);
        N1qlExpressionCompiler expressions = new N1qlExpressionCompiler(new VisibleNames(null), queries, Map.of());
        List<Scalar> names = new ArrayList<>();
        for (N1qlExpression name : build.names()) {
            names.add(
                    name instanceof N1qlExpression.Identifier(String written, var _)
                            ? expressions.compile(QueryCompiler.text(written))
                            : expressions.compile(name));
        }
        return new DefinitionStatement("BuildIndexes", execution -> {
            BucketCollection keyspace = keyspaces.collection(path);
            RequiredPrivilege.BUILD_INDEX.require(execution, path);
            indexes.buildIndexes(keyspace, names(names, execution));
        });
    }

    /** Each is a name, or an array of names. */
    private static List<String> names(List<Scalar> written, StatementExecution execution) {
        Frame frame = new Frame(0, null, execution);
        List<String> names = new ArrayList<>();
        for (Scalar each : written) {
            N1qlValue value = each.of(frame);
            for (N1qlValue name : value instanceof N1qlArray array ? array.elements() : List.of(value)) {
                if (!(name instanceof N1qlString text)) {
                    throw new N1qlException(NOT_A_NAME, "index name must be a string");
                }
                names.add(text.stringValue());
            }
        }
        return names;
    }
}
