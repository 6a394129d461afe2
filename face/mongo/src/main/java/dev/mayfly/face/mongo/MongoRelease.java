package dev.mayfly.face.mongo;

/**
 * The MongoDB release whose TTL index rules apply and whose version is reported to clients. The wire version is always
 * that of 7.0: no current driver talks to a server that claims the wire version of 3.6.
 */
public enum MongoRelease {
    V7_0("7.0.14"),
    /**
     * The release in which a compound index accepted and ignored {@code expireAfterSeconds}, {@code collMod} did not
     * turn a plain index into a TTL index, and a collection with a TTL index had {@code usePowerOf2Sizes}.
     */
    V3_6("3.6.23");

    private final String version;

    MongoRelease(String version) {
        this.version = version;
    }

    public String version() {
        return version;
    }

    /** Major and minor number, as the feature compatibility version names them. */
    public String features() {
        return version.substring(0, version.lastIndexOf('.'));
    }
}
