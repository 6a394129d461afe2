package dev.mayfly.test.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Several who write at once to a server that is to die under them. */
public final class Writers {
    private Writers() {}

    /**
     * Lets every writer write until the server is gone, which it is to be after a number of writes.
     *
     * @param writers each writes once when it is asked, and says whether the server answered
     * @param end makes the server go
     */
    public static void writeUntilGone(List<? extends BooleanSupplier> writers, int writes, Runnable end)
            throws InterruptedException, ExecutionException {
        AtomicInteger left = new AtomicInteger(writes);
        try (ExecutorService executor = Executors.newFixedThreadPool(writers.size())) {
            List<Future<?>> running = new ArrayList<>();
            for (BooleanSupplier writer : writers) {
                running.add(executor.submit(() -> {
                    while (writer.getAsBoolean()) {
                        if (left.decrementAndGet() == 0) {
                            end.run();
                        }
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        // Where a slow machine made all of them give up.
        if (left.get() > 0) {
            end.run();
        }
    }
}
