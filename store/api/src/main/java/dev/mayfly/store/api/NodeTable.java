package dev.mayfly.store.api;

import java.util.List;

/** The processes that say that they are alive. */
public interface NodeTable {
    /**
     * Says that a process is alive, with its facts, which replace those that it said before.
     *
     * @param ttlMillis for how long it counts as alive from this call on, at least
     */
    void announce(NodeEntry node, long ttlMillis);

    /** Says that the process of this id has ended. */
    void remove(String id);

    /** The processes that are alive, by their ids. */
    List<NodeEntry> live();
}
