package dev.mayfly.face.couchbase.bucket;

import java.util.Locale;

/** What a bucket does with its documents. */
public enum BucketType {
    /** Keeps them. */
    COUCHBASE("membase"),
    /** Keeps them until the server ends. */
    EPHEMERAL("ephemeral"),
    /** Keeps them until the server ends, without collections, and without any limit to their lives of its own. */
    MEMCACHED("memcached");

    private final String shown;

    BucketType(String shown) {
        this.shown = shown;
    }

    /** As answers call it. */
    public String shown() {
        return shown;
    }

    /** As settings call it. */
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
