package dev.mayfly.base.script;

import java.util.function.LongConsumer;

/** Says whether a request may wait for its script any longer, and how much memory that holds. */
public interface ScriptWatch {
    /** A watch that lets everything go on. */
    ScriptWatch NONE = of(() -> {}, _ -> {});

    /** Returns a watch of these two. */
    static ScriptWatch of(Runnable check, LongConsumer grown) {
        return new ScriptWatch() {
            @Override
            public void check() {
                check.run();
            }

            @Override
            public void grown(long bytes) {
                grown.accept(bytes);
            }
        };
    }

    /** Throws if the request must not go on. */
    void check();

    /** The run holds this much more than before. May throw, which ends the run. */
    void grown(long bytes);
}
