package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CollectionDefinition;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.List;

/** Finds what the names of keyspaces mean. Safe for concurrent use. */
public final class Keyspaces {
    private static final int KEYSPACE_MISSING = 12003;
    private static final int SCOPE_MISSING = 12021;
    private static final int NO_NAMESPACE = 12001;
    private static final String NAMESPACE = "default";

    private final Buckets buckets;

    public Keyspaces(Buckets buckets) {
        this.buckets = buckets;
    }

    public Buckets buckets() {
        return buckets;
    }

    /** Returns whether a query may scan all documents without an index: from release 7.6 on. */
    public boolean scansWithoutIndex() {
        return buckets.rules().is76();
    }

    /** A bucket, a scope and a collection by their names, whether or not they are there. */
    public record Path(String bucket, String scope, String collection) {
        /** Returns the path in plans, META() and errors: the bucket alone stands for its default collection. */
        public String text() {
            boolean whole = scope.equals(Scope.DEFAULT) && collection.equals(CollectionDefinition.DEFAULT);
            return NAMESPACE + ":" + bucket + (whole ? "" : "." + scope + "." + collection);
        }
    }

    /** Returns the path that a name means: one word is looked up in the context of the request, if it has one. */
    public static Path path(KeyspaceName name, QueryContext context) {
        if (name.namespace() != null && !name.namespace().equals(NAMESPACE)) {
            throw new N1qlException(NO_NAMESPACE, "Namespace not found in CB datastore: " + name.namespace());
        }
        List<String> parts = name.parts();
        boolean relative = name.namespace() == null && !context.isNone();
        return switch (parts.size()) {
            case 1 ->
                relative
                        ? new Path(context.bucket(), context.scope(), parts.getFirst())
                        : new Path(parts.getFirst(), Scope.DEFAULT, CollectionDefinition.DEFAULT);
            case 3 -> new Path(parts.get(0), parts.get(1), parts.get(2));
            default ->
                throw new N1qlException(
                        N1qlException.PARSE, "Invalid path specified: " + name + " has an invalid number of parts");
        };
    }

    /** @throws N1qlException when it is not there */
    public BucketCollection collection(KeyspaceName name, QueryContext context) {
        return collection(path(name, context));
    }

    public BucketCollection collection(Path path) {
        Bucket bucket = bucket(path);
        BucketCollection found = bucket.find(path.scope, path.collection);
        if (found == null) {
            if (bucket.manifest().find(path.scope) == null) {
                throw new N1qlException(
                        SCOPE_MISSING,
                        "Scope not found in CB datastore: " + NAMESPACE + ":" + path.bucket + "." + path.scope);
            }
            throw new N1qlException(KEYSPACE_MISSING, "Keyspace not found in CB datastore: " + path.text());
        }
        return found;
    }

    public Bucket bucket(Path path) {
        Bucket bucket = buckets.find(path.bucket);
        if (bucket == null) {
            throw new N1qlException(
                    KEYSPACE_MISSING,
                    "Keyspace not found in CB datastore: " + path.text() + " - cause: No bucket named " + path.bucket);
        }
        return bucket;
    }
}
