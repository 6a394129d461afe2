package dev.mayfly.store.api;

/** A feature beyond the port's core that a store may offer; faces refuse operations that need a missing one. */
public enum Capability {
    /** {@link Store#snapshot()} gives a frozen view of all partitions. */
    SNAPSHOTS,
    /** {@link Store#commitAll} makes batches of several partitions atomic. */
    COMMITS_ACROSS_PARTITIONS,
    /** {@link Store#backup} copies the store into a folder while it goes on. */
    BACKUPS,
    /**
     * Several processes may write the store at once, and know of each other by {@link Store#cluster}. A batch may say on which turn of its partition it stands, and is
     * refused if that is not the last one. The later entries of a cursor may be of a later turn than the first ones.
     */
    TURNS
}
