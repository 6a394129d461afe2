package dev.mayfly.engine.read;

import org.jspecify.annotations.Nullable;

/**
 * A walk over live documents that can be left for a while: suspended it holds nothing of the store, and it goes on from
 * its position, a key, as of a later reading. Used by one thread at a time; must be closed.
 */
public interface DocumentCursor extends AutoCloseable {
    /** The next live document, or null at the end. */
    @Nullable
    Document next();

    /** Lets go of the store until the next call. */
    void suspend();

    /** Continues as of another read view of the same collection. */
    void resume(ReadView reading);

    /**
     * The key at which the walk stands, behind which another walk can go on: a document's, or an index's value followed by
     * a document's. Null before the first.
     */
    byte @Nullable [] position();

    /** The number of keys and of documents examined so far. */
    Effort effort();

    /** The cost of a walk. */
    record Effort(long keys, long documents) {
        public Effort plus(Effort more) {
            return new Effort(keys + more.keys, documents + more.documents);
        }
    }

    @Override
    void close();
}
