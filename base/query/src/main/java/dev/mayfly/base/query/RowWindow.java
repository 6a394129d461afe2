package dev.mayfly.base.query;

/** Lets rows pass after the first few, until enough have passed. Used once, by one thread. */
public final class RowWindow {
    private final long limit;
    private long toSkip;
    private long passed;

    /** A limit of 0 means none. */
    public RowWindow(long skip, long limit) {
        this.toSkip = skip;
        this.limit = limit;
    }

    /** Counts the next row; returns true if it passes. */
    public boolean admit() {
        if (toSkip > 0) {
            toSkip--;
            return false;
        }
        if (isFull()) {
            return false;
        }
        passed++;
        return true;
    }

    /** Returns true if no further row can pass. */
    public boolean isFull() {
        return limit > 0 && passed == limit;
    }
}
