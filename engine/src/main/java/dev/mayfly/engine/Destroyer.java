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
    PURGE;

    /** The number that stands for it on disk, that of the like of {@link dev.mayfly.engine.erasure.Erasure.By}. */
    int code() {
        return switch (this) {
            case WRITE -> 0;
            case ACCESS -> 1;
            case SWEEP -> 2;
            case COMPACTION -> 3;
            case PURGE -> 4;
        };
    }
}
