package dev.mayfly.engine;

import dev.mayfly.engine.catalog.CollectionName;

/** Hears of expiry, after the batch that made it so was applied, on the thread that applied it. Must not block. */
public interface ExpiryListener {
    void announced(Announcement announcement);

    /** Expired documents were taken out of the store. */
    default void destroyed(CollectionName collection, int documents) {}

    /** A change of policy brought back a document that had been announced. */
    default void broughtBack(CollectionName collection, int documents) {}
}
