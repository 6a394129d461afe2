package dev.mayfly.engine.erasure;

/** The cause of the removal of an expired document from the store. */
public enum DeletionCause {
    /** A write that needs its key, or a unique value of it. */
    WRITE,
    /** A request that met it. */
    ACCESS,
    /** The sweeper, by itself. */
    SWEEP,
    /** The sweeper, asked to. */
    COMPACTION,
    /** An explicit request, whatever grace says. */
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
