package dev.mayfly.engine.sweep;

import dev.mayfly.engine.catalog.CollectionName;

/** Bounds how many dead documents of a collection are destroyed at a time, whatever is due. Safe for concurrent use. */
public interface PurgeBudget {
    /** Destroys whatever is due. */
    PurgeBudget UNBOUNDED = new PurgeBudget() {
        @Override
        public int documents(CollectionName collection, int shard, int wanted) {
            return wanted;
        }

        @Override
        public void destroyed(CollectionName collection, int shard, int documents, long bytes) {
            // Nothing is counted.
        }
    };

    /** Returns how many documents of a shard may be destroyed now, at most this many; 0 if none. */
    int documents(CollectionName collection, int shard, int wanted);

    /**
     * Tells how many were destroyed.
     *
     * @param bytes the size of all of them together
     */
    void destroyed(CollectionName collection, int shard, int documents, long bytes);
}
