package dev.mayfly.face.cosmos.http;

/**
 * The cost of requests: a model that grows with size, index terms and results as the service's published prices do.
 */
public final class RequestUnits {
    /** The cost of reading or changing a database, an offer, a user or a similar resource. */
    public static final double METADATA = 1;

    public static final double CONTAINER_READ = 2;

    /** The cost of a read that finds nothing, or nothing new. */
    public static final double MISS = 1;

    public static final double FAILED_WRITE = 1.24;

    /** What a request that is refused for its rate shows, and does not take. */
    private static final double REFUSED = 0.38;

    /** A query plan is made for nothing. */
    public static final double QUERY_PLAN = 0;

    private static final double KILOBYTE = 1_024;
    private static final double READ_PER_KILOBYTE = 9.0 / 99;
    private static final double WRITE_PER_KILOBYTE = 45.0 / 99;
    private static final int PATHS_FREE = 10;
    private static final double PER_PATH = 0.05;
    private static final double PAGE = 2.3;
    private static final double FEED_PAGE = 1;
    private static final double PER_LOOKUP = 0.05;
    private static final double RETURNED_SHARE = 0.3;

    private RequestUnits() {}

    /** Returns the cost of a request that fails with this status. */
    public static double ofFailure(int status) {
        return switch (status) {
            case 304, 404 -> MISS;
            case 429 -> REFUSED;
            default -> FAILED_WRITE;
        };
    }

    /** A point read: one unit for 1 KB, ten for 100 KB. */
    public static double read(long bytes) {
        return 1 + (kilobytes(bytes) - 1) * READ_PER_KILOBYTE;
    }

    /** Five units for 1 KB, fifty for 100 KB, and more for many indexed paths. */
    public static double create(long bytes, int indexedPaths) {
        return 5 + (kilobytes(bytes) - 1) * WRITE_PER_KILOBYTE + Math.max(0, indexedPaths - PATHS_FREE) * PER_PATH;
    }

    /** Returns the cost of a replace, a patch, or an upsert of an existing item. */
    public static double replace(long bytes, int indexedPaths) {
        return 2 * create(bytes, indexedPaths);
    }

    public static double delete(long bytes, int indexedPaths) {
        return create(bytes, indexedPaths);
    }

    /**
     * Returns the cost of one page of a query.
     *
     * @param lookups index entries and items that were looked at
     * @param returnedBytes of all items in the page; a small one counts as 1 KB
     */
    public static double page(long lookups, int returnedItems, long returnedBytes) {
        return PAGE + lookups * PER_LOOKUP + returned(returnedItems, returnedBytes);
    }

    /** Returns the cost of one page of a read feed or of a change feed. */
    public static double feedPage(int returnedItems, long returnedBytes) {
        return FEED_PAGE + returned(returnedItems, returnedBytes);
    }

    private static double returned(int items, long bytes) {
        double kilobytes = Math.max(items, bytes / KILOBYTE);
        return RETURNED_SHARE * (items + (kilobytes - items) * READ_PER_KILOBYTE);
    }

    private static double kilobytes(long bytes) {
        return Math.max(1, bytes / KILOBYTE);
    }

    /** Formats units with at most two decimals, as in the header. */
    public static String text(double units) {
        long hundredths = Math.round(units * 100);
        long whole = hundredths / 100;
        long rest = hundredths % 100;
        if (rest == 0) {
            return Long.toString(whole);
        }
        return rest % 10 == 0 ? whole + "." + rest / 10 : whole + (rest < 10 ? ".0" : ".") + rest;
    }
}
