package dev.mayfly.test.harness;

import dev.mayfly.base.clock.SystemTimers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** Waits for what happens outside of a test's hands, by looking again and again. */
public final class Await {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration USUAL = Duration.ofSeconds(30);

    private Await() {}

    /** Returns when the condition holds; fails when it does not for half a minute of looking. */
    public static void until(String what, BooleanSupplier condition) {
        until(what, USUAL, condition);
    }

    /**
     * The same for what takes longer.
     *
     * @param pauses how long the pauses between the looks are together
     */
    public static void until(String what, Duration pauses, BooleanSupplier condition) {
        try (SystemTimers timers = new SystemTimers("await")) {
            for (long looks = pauses.dividedBy(PAUSE); looks > 0; looks--) {
                if (condition.getAsBoolean()) {
                    return;
                }
                pause(timers);
            }
        }
        throw new AssertionError("still not so: " + what);
    }

    private static void pause(SystemTimers timers) {
        CountDownLatch over = new CountDownLatch(1);
        timers.schedule(PAUSE, over::countDown);
        try {
            over.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
