package dev.mayfly.base.clock;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Timers on one daemon thread of the machine. */
public final class SystemTimers implements Timers, AutoCloseable {
    private final ScheduledExecutorService executor;

    public SystemTimers(String threadName) {
        executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(threadName).factory());
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        ScheduledFuture<?> future = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
