package dev.mayfly.face.mongo.session;

import java.util.List;

/** A position in the results of one query. Used by one thread at a time, not always the same. */
public interface OpenCursor extends AutoCloseable {
    /**
     * The next documents.
     *
     * @param maxDocs at least 1
     * @param maxBytes of documents; one document comes even if it alone is larger
     */
    Batch next(int maxDocs, int maxBytes);

    /**
     * The same for one that {@link #awaitsData}.
     *
     * @param waitNanos how long to wait for the first document
     */
    default Batch next(int maxDocs, int maxBytes, long waitNanos) {
        return next(maxDocs, maxBytes);
    }

    /** What an empty batch says before the first document was asked for. */
    default Batch nothing() {
        return new Batch(List.of(), false);
    }

    /** Whether {@link #next} waits for documents that are still to come, for as long as a client says. */
    default boolean awaitsData() {
        return false;
    }

    /** Whether it goes on when the collection is gone. */
    default boolean outlivesCollection() {
        return false;
    }

    /** Called once, never while next runs. */
    @Override
    void close();
}
