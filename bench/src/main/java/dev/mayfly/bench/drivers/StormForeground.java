package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are due at a steady rate, whether or not those before are answered: half of them read, half write. A request that
 * is sent late, since all connections wait, counts from when it was due.
 */
final class StormForeground {
    static final int PER_SECOND = 2_000;
    static final int CONNECTIONS = 16;

    private final List<? extends Connection> connections;

    /** One of the connections. Confined to one thread at a time. */
    interface Connection {
        void read(int number) throws Exception;

        void write(int number) throws Exception;
    }

    StormForeground(List<? extends Connection> connections) {
        this.connections = connections;
    }

    /**
     * Returns the latencies in nanoseconds.
     *
     * @param documents the numbers that are read and written lie below it
     */
    Histogram run(int requests, int documents) throws Exception {
        Histogram latencies = new SynchronizedHistogram(3);
        AtomicLong next = new AtomicLong();
        try (ExecutorService executor = Executors.newFixedThreadPool(connections.size())) {
            long began = SystemClock.INSTANCE.tickNanos();
            List<Future<?>> working = new ArrayList<>();
            for (int index = 0; index < connections.size(); index++) {
                Connection connection = connections.get(index);
                SplittableRandom random = new SplittableRandom(index);
                working.add(executor.submit(() -> {
                    for (long count = next.getAndIncrement(); count < requests; count = next.getAndIncrement()) {
                        long due = began + count * 1_000_000_000L / PER_SECOND;
                        send(connection, count % 2 == 0, random.nextInt(documents), due);
                        latencies.recordValue(Math.max(0, SystemClock.INSTANCE.tickNanos() - due));
                    }
                    return done();
                }));
            }
            for (Future<?> work : working) {
                work.get();
            }
        }
        return latencies;
    }

    private static @Nullable Void done() {
        return null;
    }

    private static void send(Connection connection, boolean isRead, int number, long due) throws Exception {
        for (long wait = due - SystemClock.INSTANCE.tickNanos(); wait > 0; ) {
            LockSupport.parkNanos(wait);
            wait = due - SystemClock.INSTANCE.tickNanos();
        }
        if (isRead) {
            connection.read(number);
        } else {
            connection.write(number);
        }
    }
}
