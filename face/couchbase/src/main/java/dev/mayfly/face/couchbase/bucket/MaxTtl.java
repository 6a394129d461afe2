package dev.mayfly.face.couchbase.bucket;

/** The values that the maximum time to live of a bucket or a collection may have. */
public final class MaxTtl {
    /** No limit of its own: a collection takes its bucket's, a bucket has none. */
    public static final int NONE = 0;

    /** A collection without a limit, whatever its bucket says. */
    public static final int UNLIMITED = -1;

    /** The longest limit, in seconds. */
    public static final int MAX = Integer.MAX_VALUE;

    private MaxTtl() {}

    /**
     * Returns the effective limit of a collection in seconds, or {@link #NONE}. The collection's own replaces the
     * bucket's.
     */
    public static int limit(int collection, int bucket) {
        return switch (collection) {
            case NONE -> bucket;
            case UNLIMITED -> NONE;
            default -> collection;
        };
    }
}
