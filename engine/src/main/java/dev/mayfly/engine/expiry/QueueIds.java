package dev.mayfly.engine.expiry;

/** The numbers of the queues that every collection may have; queues of fields are numbered as their indexes are. */
public final class QueueIds {
    /** Documents that inherit their lifetime, by the base instant. */
    public static final int INHERIT = 1;

    /** Documents with a lifetime in seconds, by the base instant plus those. */
    public static final int FOR = 2;

    /** Documents with an absolute end, by it. */
    public static final int UNTIL = 3;

    /** The tombstones of documents that are gone, by the instant at which they went. */
    public static final int TOMBSTONES = 4;

    /**
     * Documents whose deadline moves often, by the instant at which the sweeper looks at them again; see {@code
     * RecheckSchedule}.
     */
    public static final int RECHECK = 5;

    /** The first number of an index. */
    public static final int FIRST_INDEX = 16;

    private QueueIds() {}
}
