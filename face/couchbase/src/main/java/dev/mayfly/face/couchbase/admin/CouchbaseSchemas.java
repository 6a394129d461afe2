package dev.mayfly.face.couchbase.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.service.InnerStatements;
import dev.mayfly.face.couchbase.query.service.InnerStatements.InnerStatement;
import dev.mayfly.face.couchbase.rest.InnerManagement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Buckets, scopes and collections of this face by its management service, indexes by its query service. */
public final class CouchbaseSchemas implements FaceSchemas {
    private static final List<String> BUCKETS = List.of("pools", "default", "buckets");
    private static final String QUOTA_MIB = "100";
    private static final int MISSING = 404;

    private final Buckets buckets;
    private final InnerManagement management;
    private final InnerStatements statements;

    public CouchbaseSchemas(Buckets buckets, InnerManagement management, InnerStatements statements) {
        this.buckets = buckets;
        this.management = management;
        this.statements = statements;
    }

    private void call(String method, List<String> path, Map<String, String> form) {
        InnerManagement.Reply reply =
                management.call(Actor.current(Buckets.FACE).who(), method, path, form);
        if (!reply.isDone()) {
            throw reply.status() == MISSING ? FaceRefusal.missing(reply.text()) : FaceRefusal.invalid(reply.text());
        }
    }

    private static List<String> path(String... below) {
        return Stream.concat(BUCKETS.stream(), Arrays.stream(below)).toList();
    }

    @Override
    public List<String> databases() {
        return buckets.all().stream().map(Bucket::name).toList();
    }

    @Override
    public void createDatabase(DatabaseDraft draft) {
        Map<String, String> form = new HashMap<>();
        form.put("name", draft.name());
        form.put(
                "ramQuota",
                draft.quotaMib() == null ? QUOTA_MIB : draft.quotaMib().toString());
        form.put("bucketType", draft.isEphemeral() ? "ephemeral" : "couchbase");
        form.put("replicaNumber", "0");
        if (draft.ttlSeconds() != null) {
            form.put("maxTTL", draft.ttlSeconds().toString());
        }
        call("POST", BUCKETS, form);
    }

    @Override
    public void dropDatabase(String name) {
        call("DELETE", path(name), Map.of());
    }

    /** A missing scope is made, too. */
    @Override
    public void createCollection(CollectionDraft draft) {
        if (draft.shards() != null) {
            throw FaceRefusal.invalid("collections of couchbase have the usual number of shards");
        }
        if (draft.ttlField() != null || !draft.partitionKey().isEmpty()) {
            throw FaceRefusal.invalid("a collection of couchbase has a maxTTL, no field and no partition key");
        }
        String[] names = draft.name().collection().split("\\.", 2);
        if (names.length < 2) {
            throw FaceRefusal.invalid("a collection of couchbase is named by its scope, too: SCOPE.COLLECTION");
        }
        Bucket bucket = buckets.find(draft.name().database());
        if (bucket == null) {
            throw FaceRefusal.missing("there is no bucket " + draft.name().database());
        }
        if (bucket.manifest().find(names[0]) == null) {
            call("POST", path(bucket.name(), "scopes"), Map.of("name", names[0]));
        }
        Map<String, String> form = new HashMap<>(Map.of("name", names[1]));
        if (draft.ttlSeconds() != null) {
            form.put("maxTTL", draft.ttlSeconds().toString());
        }
        call("POST", path(bucket.name(), "scopes", names[0], "collections"), form);
    }

    @Override
    public void dropCollection(Collection collection) {
        String[] names = collection.name().collection().split("\\.", 2);
        call("DELETE", path(collection.name().database(), "scopes", names[0], "collections", names[1]), Map.of());
    }

    @Override
    public void createIndex(Collection collection, IndexDraft draft) {
        if (draft.isUnique() || draft.expireAfterSeconds() != null) {
            throw FaceRefusal.invalid("indexes of couchbase are neither unique nor do documents expire by them");
        }
        String keys = draft.fields().stream()
                .map(field -> quotedPath(field.path()) + (field.isDescending() ? " DESC" : ""))
                .collect(Collectors.joining(", "));
        run(
                collection,
                draft.fields().isEmpty()
                        ? "CREATE PRIMARY INDEX " + quoted(draft.name()) + " ON " + keyspace(collection)
                        : "CREATE INDEX " + quoted(draft.name()) + " ON " + keyspace(collection) + " (" + keys + ")");
    }

    @Override
    public void dropIndex(Collection collection, String name) {
        if (collection.record().indexes().stream()
                .noneMatch(index -> index.name().equals(name))) {
            throw FaceRefusal.missing("there is no index " + name);
        }
        run(collection, "DROP INDEX " + quoted(name) + " ON " + keyspace(collection));
    }

    private void run(Collection collection, String text) {
        String bucket = collection.name().database();
        String scope = collection.name().collection().split("\\.", 2)[0];
        try {
            statements.change(new InnerStatement(
                    text,
                    new QueryContext(bucket + "." + scope, bucket, scope),
                    new Parameters(List.of(), Map.of()),
                    0));
        } catch (N1qlException refused) {
            throw FaceRefusal.invalid(refused.text());
        }
    }

    private static String keyspace(Collection collection) {
        String[] names = collection.name().collection().split("\\.", 2);
        return quoted(collection.name().database()) + "." + quoted(names[0]) + "." + quoted(names[1]);
    }

    private static String quotedPath(String path) {
        return Arrays.stream(path.split("\\.", -1))
                .map(CouchbaseSchemas::quoted)
                .collect(Collectors.joining("."));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
