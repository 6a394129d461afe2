package dev.mayfly.engine.write;

import java.util.concurrent.atomic.LongAdder;

/**
 * Tells the sweeper whether clients are active. Any thread may count requests; the sweeper calls {@link #look} between
 * two batches.
 */
public final class LoadSensor {
    /*
     * A batch without requests does not prove that no client is there: a client that waits for the end of the batch
     * sends nothing meanwhile, and a sweep that took this for silence would go on with larger batches, without a rest,
     * and make it wait longer still. So clients count as gone only after several silent batches.
     */
    static final int SILENT_BATCHES = 16;

    private final LongAdder requests = new LongAdder();
    private volatile long seen;
    private volatile int silent = SILENT_BATCHES;

    public void count() {
        requests.increment();
    }

    /** Call after every batch. */
    public void look() {
        long now = requests.sum();
        silent = now == seen ? Math.min(silent + 1, SILENT_BATCHES) : 0;
        seen = now;
    }

    /** Returns true if a client would notice how long a batch takes. */
    public boolean isBusy() {
        return silent < SILENT_BATCHES;
    }
}
