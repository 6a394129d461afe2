package dev.mayfly.base.script;

/** Says whether a request may wait for its script any longer, and how much memory that holds. */
public interface ScriptWatch {
    /** A watch that lets everything go on. */
    ScriptWatch NONE = new ScriptWatch() {
        @Override
        public void check() {
            // Nothing ends it but its own bounds.
        }

        @Override
        public void grown(long bytes) {
            // Nobody counts.
        }
    };

    /** Throws if the request must not go on. */
    void check();

    /** The run holds this much more than before. May throw, which ends the run. */
    void grown(long bytes);
}
