package dev.mayfly.store.contract;

import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.clock.VirtualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The way in which a delayed call lets time pass. */
@FunctionalInterface
public interface Pause {
    void pause(Duration duration);

    /** Winds the clock on the calling thread, so that whatever falls due runs in the middle of the call. */
    static Pause winding(VirtualClock clock) {
        return clock::advance;
    }

    /** Blocks the calling thread until the timer fires. */
    static Pause waiting(Timers timers) {
        return duration -> {
            CountDownLatch fired = new CountDownLatch(1);
            timers.schedule(duration, fired::countDown);
            try {
                fired.await();
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
            }
        };
    }
}
