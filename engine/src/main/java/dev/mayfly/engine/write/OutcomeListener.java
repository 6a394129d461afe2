package dev.mayfly.engine.write;

/** Hears what becomes of the writes of one call as soon as that is known, on the thread of the call. */
public interface OutcomeListener {
    /** Hears nothing. */
    OutcomeListener NONE = (_, _) -> {};

    /**
     * A write has ended: it is in the store, or needs not be. Those of a call that fails and were not told of are not known to be.
     *
     * @param place of the write among those of the call
     */
    void ended(int place, WriteOutcome outcome);
}
