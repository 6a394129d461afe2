package dev.mayfly.store.api;

/** The kinds of failure that an acknowledged batch survives. Each level includes the one before. */
public enum Durability {
    /** Nothing: the batch may be lost with the process. */
    MEMORY,
    /** A kill of the process. */
    LOGGED,
    /** A loss of power. Many waiting writers share one sync. */
    SYNCED
}
