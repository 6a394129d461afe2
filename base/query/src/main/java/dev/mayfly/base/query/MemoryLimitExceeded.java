package dev.mayfly.base.query;

/** Something would have held more memory than its bound allows. */
public final class MemoryLimitExceeded extends RuntimeException {
    private final Bound bound;
    private final long limitBytes;

    /** The bound that was exceeded. */
    public enum Bound {
        /** The bound on the rows that one operator holds; it spills to disk those that it may. */
        OPERATOR("an operator exceeded its memory limit"),

        /** The bound on everything that one request holds. */
        REQUEST("the request exceeded its share of the memory"),

        /** The bound on everything that all requests hold together: a retry may find room. */
        ALL_REQUESTS("the requests hold all the memory there is for them");

        private final String words;

        Bound(String words) {
            this.words = words;
        }
    }

    public MemoryLimitExceeded(long limitBytes) {
        this(Bound.OPERATOR, limitBytes);
    }

    MemoryLimitExceeded(Bound bound, long limitBytes) {
        super(bound.words, null, false, false);
        this.bound = bound;
        this.limitBytes = limitBytes;
    }

    public Bound bound() {
        return bound;
    }

    public long limitBytes() {
        return limitBytes;
    }
}
