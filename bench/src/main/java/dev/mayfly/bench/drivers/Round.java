package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** One measurement: some threads ask as fast as they are answered, for a while. */
record Round(Contestant<?> contestant, int threads) {
    /** Enough for the compilers to have done their work, which of a request in HTTP is more than of a frame. */
    private static final long WARM_UP_DOCUMENTS = 400_000;

    private static final long WARM_UP_REQUESTS = 100;

    private static final int LATENCY_DIGITS = 3;

    private static final double P99 = 99;

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
            List<Callable<Histogram>> tasks = new ArrayList<>();
            workers.forEach(worker -> tasks.add(() -> requestsUntil(end, worker, requestsMax)));
            Histogram latencies = new Histogram(LATENCY_DIGITS);
            for (Future<Histogram> task : executor.invokeAll(tasks)) {
                latencies.add(task.get());
            }
            long nanos = SystemClock.INSTANCE.tickNanos() - start;
            double documents = (double) latencies.getTotalCount() * contestant.documents();
            return new Figure(
                    documents * 1e9 / nanos,
                    (target.serverCpuNanos() - cpu) / 1e3 / documents,
                    latencies.getValueAtPercentile(P99) / 1e3);
        }
    }

    /** The nanoseconds from each request to its answer. */
    private static Histogram requestsUntil(long end, Target.Worker worker, long requestsMax) throws Exception {
        Histogram latencies = new Histogram(LATENCY_DIGITS);
        long asked = SystemClock.INSTANCE.tickNanos();
        while (latencies.getTotalCount() < requestsMax && asked - end < 0) {
            worker.request();
            long answered = SystemClock.INSTANCE.tickNanos();
            latencies.recordValue(answered - worker.sentNanos(asked));
            asked = answered;
        }
        return latencies;
    }
}
