package dev.mayfly.store.api;

/** What a store may offer beyond the port's core; faces refuse what rests on a capability that is missing. */
public enum Capability {
    /** {@link Store#snapshot()} gives a frozen view of all partitions. */
    SNAPSHOTS,
    /** {@link Store#commitAll} makes batches of several partitions atomic. */
    COMMITS_ACROSS_PARTITIONS,
    /** {@link Store#backup} copies the store into a folder while it goes on. */
    BACKUPS
}
