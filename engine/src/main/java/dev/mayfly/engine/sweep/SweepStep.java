package dev.mayfly.engine.sweep;

/** Something that a sweep does to one collection, batch by batch. */
interface SweepStep {
    /** Does one batch; answers how much that was. */
    int step();

    boolean hasEnded();

    /** The earliest instant known at which it wants to be done again. */
    long nextDue();
}
