package dev.mayfly.face.couchbase.query.window;

/** One function of a window in one run. Used by one thread. */
public interface WindowResult {
    /** Puts what it comes to into each row of a part. */
    void compute(Partition partition);
}
