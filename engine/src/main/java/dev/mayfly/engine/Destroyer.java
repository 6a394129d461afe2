package dev.mayfly.engine;

/** Who takes an expired document out of the store. */
enum Destroyer {
    /** A write that needs its key, or a unique value of it. */
    WRITE,
    /** Somebody who met it. */
    ACCESS,
    /** The sweeper, by itself. */
    SWEEP,
    /** The sweeper, asked to. */
    COMPACTION,
    /** Somebody who asked for it, whatever grace says. */
    PURGE
}
