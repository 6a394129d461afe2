package dev.mayfly.base.clock;

import java.time.Duration;

/** The one way to run something later. Safe for concurrent use. */
public interface Timers {
    /** Runs the task once, after the delay. The task must be short: what may wait hands itself to a thread. */
    Timer schedule(Duration delay, Runnable task);

    /** Something that will run unless it is cancelled first. */
    interface Timer {
        /** Answers whether the task will now never run. */
        boolean cancel();
    }
}
