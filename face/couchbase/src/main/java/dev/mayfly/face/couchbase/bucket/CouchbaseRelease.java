package dev.mayfly.face.couchbase.bucket;

/** The release of Couchbase Server whose rules are followed. */
public enum CouchbaseRelease {
    R7_2("7.2.6", 7, 2),
    R7_6("7.6.4", 7, 6);

    /** The build behind the release that is announced. */
    private static final String BUILD = "-0000-";

    private final String number;
    private final int compatibility;

    CouchbaseRelease(String number, int major, int minor) {
        this.number = number;
        this.compatibility = (major << 16) + minor;
    }

    /** Returns the announced version, such as {@code 7.6.4-0000-enterprise}. */
    public String version(Edition edition) {
        return number + BUILD + edition.word();
    }

    /** Such as {@code 7.6.4}. */
    public String number() {
        return number;
    }

    /** Returns the version that nodes tell each other: the major release times 65536, plus the minor one. */
    public int compatibility() {
        return compatibility;
    }

    public boolean isAtLeast(CouchbaseRelease other) {
        return compareTo(other) >= 0;
    }
}
