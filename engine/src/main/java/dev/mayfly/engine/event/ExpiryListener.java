package dev.mayfly.engine.event;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.commit.Announcement;

/** Hears of expiry, after the batch that made it so was applied, on the thread that applied it. Must not block. */
public interface ExpiryListener {
    void announced(Announcement announcement);

    /** Expired documents were taken out of the store. */
    default void destroyed(CollectionName collection, int documents) {}

    /** The sweeper begins a batch; {@link #swept} follows on the same thread. */
    default void sweeping(CollectionName collection) {}

    /** The sweeper has done with the batch it began last, or has failed in it. */
    default void swept(CollectionName collection) {}

    /**
     * Properties of documents that live on have died.
     *
     * @param died how many deaths were announced
     * @param swept how many dead properties were taken out of their documents
     */
    default void properties(CollectionName collection, int died, int swept) {}

    /** A change of policy brought back a document that had been announced. */
    default void broughtBack(CollectionName collection, int documents) {}
}
