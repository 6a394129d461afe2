package dev.mayfly.base.clock;

import java.time.Duration;

/** The one way to run something later. Safe for concurrent use. */
public interface Timers {
    /** Runs the task once, after the delay. The task must be short: what may wait hands itself to a thread. */
    Timer schedule(Duration delay, Runnable task);

    /**
     * Returns how long from now no task but the caller is going to run by this time. A repeating task that knows what
     * it would find may sleep that long and count the runs it has left out. Zero where time runs by itself.
     */
    default Duration quiet() {
        return Duration.ZERO;
    }

    /** Something that will run unless it is cancelled first. */
    interface Timer {
        /** Returns true if the task will now never run. */
        boolean cancel();
    }
}
