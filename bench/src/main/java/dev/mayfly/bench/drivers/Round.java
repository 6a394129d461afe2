package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One measurement: some threads ask as fast as they are answered, for a while. */
record Round(Contestant<?> contestant, int threads) {
    /** Enough for the compilers to have done their work, which of a request in HTTP is more than of a frame. */
    private static final long WARM_UP_DOCUMENTS = 400_000;

    private static final long WARM_UP_REQUESTS = 100;

    /** Works until the server is warm, for as long as that may take at most. */
    void warmUp(Duration atMost) throws Exception {
        long ofDocuments = WARM_UP_DOCUMENTS / contestant.documents();
        measure(atMost, Math.max(WARM_UP_REQUESTS, ofDocuments) / threads);
    }

    /**
     * Prepares and measures.
     *
     * <p>The processor time is read when the threads start and when the last has ended; requests under way at the end
     * are counted, since their time is.
     */
    Figure measure(Duration length) throws Exception {
        return measure(length, Long.MAX_VALUE);
    }

    private Figure measure(Duration length, long requestsMax) throws Exception {
        contestant.prepare();
        List<Target.Worker> workers = new ArrayList<>();
        try {
            for (int thread = 0; thread < threads; thread++) {
                workers.add(contestant.open(thread));
            }
            return measure(contestant.target(), workers, length, requestsMax);
        } finally {
            for (Target.Worker worker : workers) {
                worker.close();
            }
        }
    }

    private Figure measure(Target<?> target, List<Target.Worker> workers, Duration length, long requestsMax)
            throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            long cpu = target.serverCpuNanos();
            long start = SystemClock.INSTANCE.tickNanos();
            long end = start + length.toNanos();
            List<Callable<Long>> tasks = new ArrayList<>();
            workers.forEach(worker -> tasks.add(() -> requestsUntil(end, worker, requestsMax)));
            long requests = 0;
            for (Future<Long> task : executor.invokeAll(tasks)) {
                requests += task.get();
            }
            long nanos = SystemClock.INSTANCE.tickNanos() - start;
            double documents = (double) requests * contestant.documents();
            return new Figure(documents * 1e9 / nanos, (target.serverCpuNanos() - cpu) / 1e3 / documents);
        }
    }

    private static long requestsUntil(long end, Target.Worker worker, long requestsMax) throws Exception {
        long requests = 0;
        while (requests < requestsMax && SystemClock.INSTANCE.tickNanos() - end < 0) {
            worker.request();
            requests++;
        }
        return requests;
    }
}
