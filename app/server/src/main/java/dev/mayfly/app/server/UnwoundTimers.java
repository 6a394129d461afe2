package dev.mayfly.app.server;

import dev.mayfly.base.clock.Timers;
import java.time.Duration;

/** Timers that never fire, for an engine that is swept when its clock is wound. */
enum UnwoundTimers implements Timers {
    INSTANCE;

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        return () -> true;
    }
}
