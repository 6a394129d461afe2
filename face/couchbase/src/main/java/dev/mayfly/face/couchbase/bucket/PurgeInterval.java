package dev.mayfly.face.couchbase.bucket;

/** The time that tombstones stay, in days. */
public final class PurgeInterval {
    /** The name under which it is set. */
    public static final String NAME = "purgeInterval";

    /** The interval where nothing is set for the cluster. */
    public static final double CLUSTER_DAYS = 3;

    /** The interval for a bucket that keeps nothing on disk. */
    public static final double EPHEMERAL_DAYS = 1;

    private static final double DAY_MILLIS = 24 * 60 * 60 * 1_000.0;

    private PurgeInterval() {}

    /** Returns the interval of a bucket: its own, if it has one, else that of its kind. */
    public static double days(BucketSettings bucket, double cluster) {
        String own = bucket.text(NAME, "");
        if (!own.isEmpty()) {
            return Double.parseDouble(own);
        }
        return bucket.type().isEphemeral() ? EPHEMERAL_DAYS : cluster;
    }

    static long millis(double days) {
        return Math.round(days * DAY_MILLIS);
    }
}
