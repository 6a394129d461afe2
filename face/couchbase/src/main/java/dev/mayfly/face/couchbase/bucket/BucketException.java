package dev.mayfly.face.couchbase.bucket;

/** Thrown if a request about a bucket, a scope or a collection is refused. */
public final class BucketException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** The reason, for callers that answer in other words. */
    public enum Kind {
        BUCKET_MISSING(404),
        BUCKET_EXISTS(400),
        SCOPE_MISSING(404),
        SCOPE_EXISTS(400),
        COLLECTION_MISSING(404),
        COLLECTION_EXISTS(400),
        TOO_MANY(429),
        REFUSED(400);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        /** Returns the HTTP status. */
        public int status() {
            return status;
        }
    }

    private BucketException(Kind kind, String text) {
        super(text, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the server's own text. */
    public String text() {
        return String.valueOf(getMessage());
    }

    public static BucketException bucketMissing(String bucket) {
        return new BucketException(Kind.BUCKET_MISSING, "Bucket with name \"" + bucket + "\" not found");
    }

    static BucketException bucketExists() {
        return new BucketException(Kind.BUCKET_EXISTS, "Bucket with given name already exists");
    }

    public static BucketException scopeMissing(String scope) {
        return new BucketException(Kind.SCOPE_MISSING, "Scope with name \"" + scope + "\" is not found");
    }

    static BucketException scopeExists(String scope) {
        return new BucketException(Kind.SCOPE_EXISTS, "Scope with name \"" + scope + "\" already exists");
    }

    public static BucketException collectionMissing(String scope, String collection) {
        return new BucketException(
                Kind.COLLECTION_MISSING,
                "Collection with name \"" + collection + "\" in scope \"" + scope + "\" is not found");
    }

    static BucketException collectionExists(String scope, String collection) {
        return new BucketException(
                Kind.COLLECTION_EXISTS,
                "Collection with name \"" + collection + "\" in scope \"" + scope + "\" already exists");
    }

    static BucketException tooMany(String what, int most) {
        return new BucketException(
                Kind.TOO_MANY, "Maximum number of " + what + " (" + most + ") for this bucket has been reached");
    }

    public static BucketException refused(String text) {
        return new BucketException(Kind.REFUSED, text);
    }
}
