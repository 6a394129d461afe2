package dev.mayfly.engine;

import java.util.concurrent.atomic.LongAdder;

/**
 * Tells the sweeper whether clients are about. Requests may be counted by any thread; who looks does so between two
 * batches of a sweep.
 */
final class Foreground {
    /*
     * That no request came since the last batch does not mean that nobody is there: whoever waits for the end of the batch
     * asks for nothing meanwhile, and a sweep that took this for silence would go on with larger batches, without a
     * rest, and keep him waiting longer still. So clients count as gone only after several silent batches.
     */
    static final int SILENT_BATCHES = 16;

    private final LongAdder requests = new LongAdder();
    private volatile long seen;
    private volatile int silent = SILENT_BATCHES;

    void count() {
        requests.increment();
    }

    /** To be called behind every batch. */
    void look() {
        long now = requests.sum();
        silent = now == seen ? Math.min(silent + 1, SILENT_BATCHES) : 0;
        seen = now;
    }

    /** Whether somebody would notice how long a batch takes. */
    boolean isBusy() {
        return silent < SILENT_BATCHES;
    }
}
