package dev.mayfly.face.mongo;

/**
 * Whose rules of TTL indexes hold, and which version clients are told. The wire version is that of 7.0 in any case: no
 * driver of today talks to a server that claims the wire version of 3.6.
 */
public enum Release {
    V7_0("7.0.14"),
    /**
     * Of a time when an index of several fields took {@code expireAfterSeconds} and ignored it, when {@code collMod} made
     * no TTL index of a plain one, and when a collection with a TTL index had {@code usePowerOf2Sizes}.
     */
    V3_6("3.6.23");

    private final String version;

    Release(String version) {
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
