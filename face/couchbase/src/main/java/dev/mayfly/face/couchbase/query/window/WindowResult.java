package dev.mayfly.face.couchbase.query.window;

/** One function of a window in one run. Used by one thread. */
public interface WindowResult {
    /** Puts its result into each row of a partition. */
    void compute(RowPartition partition);
}
