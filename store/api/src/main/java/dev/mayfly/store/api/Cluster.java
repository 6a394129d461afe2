package dev.mayfly.store.api;

/**
 * What the processes that have one store open know of each other. Nothing here decides what is written: a process that
 * believes too long that it holds a lease, or that another is alive, wastes work and breaks nothing.
 *
 * <p>Calls block; every method may throw {@link StoreException}. Safe for concurrent use.
 */
public interface Cluster {
    Leases leases();

    NodeTable nodes();

    /** The time by the clock of one of the store's machines, of another one at each call where there are several. */
    long clockMillis();
}
