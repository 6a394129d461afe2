package dev.mayfly.base.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SystemTimersTest {
    private final SystemTimers timers = new SystemTimers("timers-under-test");

    @AfterEach
    void close() {
        timers.close();
    }

    @Test
    void aTaskRunsOnTheNamedDaemonAndWaitsForNoLaterOne() throws InterruptedException {
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        List<Thread> threads = new ArrayList<>();
        timers.schedule(Duration.ofHours(1), () -> ran.add("later"));
        timers.schedule(Duration.ZERO, () -> {
            threads.add(Thread.currentThread());
            ran.add("first");
        });
        assertEquals("first", ran.take());
        assertTrue(ran.isEmpty());
        assertEquals("timers-under-test", threads.getFirst().getName());
        assertTrue(threads.getFirst().isDaemon());
    }

    @Test
    void aCancelledTaskNeverRuns() throws InterruptedException {
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        Timers.Timer cancelled = timers.schedule(Duration.ofHours(1), () -> ran.add("cancelled"));
        assertTrue(cancelled.cancel());
        timers.schedule(Duration.ZERO, () -> ran.add("behind it"));
        assertEquals("behind it", ran.take());
        assertFalse(cancelled.cancel());
    }

    @Test
    void aTaskThatFailsDoesNotStopTheOthers() throws InterruptedException {
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        timers.schedule(Duration.ZERO, () -> {
            throw new IllegalStateException("on purpose");
        });
        timers.schedule(Duration.ZERO, () -> ran.add("next"));
        assertEquals("next", ran.take());
    }

    @Test
    void nothingIsTakenOnAfterTheEnd() {
        timers.close();
        assertThrows(RejectedExecutionException.class, () -> timers.schedule(Duration.ZERO, () -> {}));
    }

    @Test
    void theMachinesTickOnlyGrows() {
        long before = SystemClock.INSTANCE.tickNanos();
        assertTrue(SystemClock.INSTANCE.tickNanos() - before >= 0);
        assertTrue(SystemClock.INSTANCE.wallMillis() > 1_700_000_000_000L);
    }
}
