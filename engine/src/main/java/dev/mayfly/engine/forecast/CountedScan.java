package dev.mayfly.engine.forecast;

import dev.mayfly.base.clock.Pacer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Counts large collections for forecasts, one after the other, on a thread of its own. Safe for concurrent use. */
public final class CountedScan implements AutoCloseable {
    /** The rate while no request waits for it: less than half of a core. */
    private static final long DOCUMENTS_PER_SECOND = 1_000_000;

    private final Pacer pacer = Pacer.ofMachine();
    private volatile boolean stopped;

    /** True if a request has waited in vain for the current count; then the next need not wait, too. */
    private volatile boolean slow;

    // No thread is there before the first task.
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("mayfly-counting").factory());

    void begin(HistogramBuild fill) {
        try {
            thread.execute(() -> {
                fill.run(this::rest);
                slow = false;
            });
        } catch (RejectedExecutionException _) {
            fill.run((_, _) -> false);
        }
    }

    private boolean rest(HistogramBuild fill, int documents) {
        if (!fill.isUrgent()) {
            pacer.spend(documents, DOCUMENTS_PER_SECOND);
        }
        return !stopped;
    }

    /** Waits for so long at most, and not at all where others wait in vain; answers whether it has ended. */
    boolean await(HistogramBuild fill, long millis) {
        boolean ended = fill.await(slow ? 0 : millis);
        if (!ended) {
            slow = true;
        }
        return ended;
    }

    /** Nothing is counted afterwards. */
    @Override
    public void close() {
        stopped = true;
        thread.close();
    }
}
