package dev.mayfly.face.couchbase.bucket;

import java.util.Locale;

/** The kinds of bucket, by how they keep documents. */
public enum BucketType {
    /** Documents are durable. */
    COUCHBASE("membase"),
    /** Documents are kept until the server ends. */
    EPHEMERAL("ephemeral"),
    /** Documents are kept until the server ends, without collections and without a maximum TTL of the bucket. */
    MEMCACHED("memcached");

    private final String shown;

    BucketType(String shown) {
        this.shown = shown;
    }

    /** Returns its name in answers. */
    public String shown() {
        return shown;
    }

    /** Returns its name in settings. */
    public String kept() {
        return name().toLowerCase(Locale.ROOT);
    }

    static BucketType of(String kept) {
        return valueOf(kept.toUpperCase(Locale.ROOT));
    }

    public boolean isEphemeral() {
        return this != COUCHBASE;
    }
}
