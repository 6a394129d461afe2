package dev.mayfly.engine.sweep;

/** Whether an administrator has the sweeper pause: of this process, or of all that write one store. Safe for concurrent use. */
public interface SweepPause {
    boolean isPaused();

    void set(boolean paused);

    /** Learns what other processes have set. */
    default void look() {}

    /** Returns the pause of a sweeper whose store no other process writes; it ends with the process. */
    static SweepPause ofProcess() {
        return new SweepPause() {
            private volatile boolean paused;

            @Override
            public boolean isPaused() {
                return paused;
            }

            @Override
            public void set(boolean pauses) {
                paused = pauses;
            }
        };
    }
}
