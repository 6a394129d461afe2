package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Measures how soon after its start a server answers point operations at half of the rate that it has in the end, face by face.
 * Each is measured on a server of its own.
 */
final class ColdStart {
    private static final String PREFIX = "cold start, ";
    private static final Duration MEASURED = Duration.ofSeconds(40);
    private static final Duration SMOKE = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofMillis(250);
    private static final int THREADS = 8;
    private static final double GOAL_SECONDS = 5;

    private final Options options;
    private final Path folder;
    private final PrintStream out;

    ColdStart(Options options, Path folder, PrintStream out) {
        this.options = options;
        this.folder = folder;
        this.out = out;
    }

    /** A face with what it is asked for. */
    private enum Face {
        MONGO("mongo insert, find, update", THREADS),
        COSMOS("cosmos create, read, upsert", THREADS),
        COUCHBASE_SET("couchbase SET with expiry", KvTarget.THREADS),
        COUCHBASE_GET("couchbase GET", KvTarget.THREADS);

        private final String title;
        private final int threads;

        Face(String title, int threads) {
            this.title = title;
            this.threads = threads;
        }

        String scenario() {
            return PREFIX + title;
        }
    }

    static List<String> names() {
        return Arrays.stream(Face.values()).map(Face::scenario).toList();
    }

    void run() throws Exception {
        for (Face face : Face.values()) {
            if (options.covers(face.scenario())) {
                if (options.scale() == Scale.WHOLE) {
                    // The client is to be warm: what is measured is the server.
                    measure(face, "client", options);
                }
                out.println(face.scenario() + measure(face, "cold", options));
                if (options.other() != null) {
                    out.println("other: " + face.scenario()
                            + measure(face, "cold-other", options.withLauncher(options.other())));
                }
            }
        }
    }

    private String measure(Face face, String prefix, Options options) throws Exception {
        String name = prefix + "-" + face.name().toLowerCase(Locale.ROOT);
        return switch (face) {
            case MONGO -> {
                try (MongoTarget target = MongoTarget.mayfly(name, options, folder)) {
                    yield measure(new Contestant<>(target, MongoWork.POINT_MIX), face.threads);
                }
            }
            case COSMOS -> {
                try (CosmosTarget target = CosmosTarget.mayfly(name, options, folder)) {
                    yield measure(new Contestant<>(target, CosmosWork.POINT_MIX), face.threads);
                }
            }
            case COUCHBASE_SET, COUCHBASE_GET -> {
                try (KvTarget target = KvTarget.mayfly(name, options, folder)) {
                    yield measure(new Contestant<>(target, new KvWork(kind(face), 1)), face.threads);
                }
            }
        };
    }

    /** New keys need nothing to be loaded before, which would be the same requests. */
    private static KvWork.Kind kind(Face face) {
        return face == Face.COUCHBASE_GET ? KvWork.Kind.GET : KvWork.Kind.SET_NEW_WITH_EXPIRY;
    }

    private String measure(Contestant<?> contestant, int threads) throws Exception {
        contestant.prepare();
        Duration whole = options.scale() == Scale.WHOLE ? MEASURED : SMOKE;
        int windows = Math.max(3, (int) (whole.toMillis() / WINDOW.toMillis()));
        long[] counts = new long[windows];
        LongAdder requests = new LongAdder();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            long began = SystemClock.INSTANCE.tickNanos();
            long windowNanos = whole.toNanos() / windows;
            List<Future<?>> working = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Target.Worker worker = contestant.open(thread);
                working.add(executor.submit(() -> work(worker, requests, began + whole.toNanos())));
            }
            long before = 0;
            for (int window = 0; window < windows; window++) {
                long end = began + (window + 1) * windowNanos;
                for (long wait = end - SystemClock.INSTANCE.tickNanos(); wait > 0; ) {
                    LockSupport.parkNanos(wait);
                    wait = end - SystemClock.INSTANCE.tickNanos();
                }
                long now = requests.sum();
                counts[window] = now - before;
                before = now;
            }
            for (Future<?> work : working) {
                work.get();
            }
            return text(counts, windowNanos / 1e9, contestant.documents());
        }
    }

    private static @Nullable Void work(Target.Worker worker, LongAdder requests, long end) throws Exception {
        try {
            while (SystemClock.INSTANCE.tickNanos() - end < 0) {
                worker.request();
                requests.increment();
            }
        } finally {
            worker.close();
        }
        return null;
    }

    /** The steady rate is the median of the last quarter. */
    private static String text(long[] counts, double windowSeconds, int documents) {
        long[] last = Arrays.copyOfRange(counts, counts.length - Math.max(1, counts.length / 4), counts.length);
        Arrays.sort(last);
        double steady = last[last.length / 2];
        double seconds = secondsUntilHalf(counts, steady, windowSeconds);
        int first = Math.min(counts.length, (int) Math.round(1 / windowSeconds));
        double firstSecond = Arrays.stream(counts, 0, first).sum() / (steady * first);
        return String.format(
                Locale.ROOT,
                ": half of the steady %,.0f/s after %.2f s; the first second has %.2f of it   <= %.0f s: %s",
                steady * documents / windowSeconds,
                seconds,
                firstSecond,
                GOAL_SECONDS,
                seconds <= GOAL_SECONDS ? "reached" : "MISSED");
    }

    /** The beginning of the first two windows in a row that have half of the rate. */
    private static double secondsUntilHalf(long[] counts, double steady, double windowSeconds) {
        for (int window = 0; window + 1 < counts.length; window++) {
            if (counts[window] >= steady / 2 && counts[window + 1] >= steady / 2) {
                return window * windowSeconds;
            }
        }
        return counts.length * windowSeconds;
    }
}
