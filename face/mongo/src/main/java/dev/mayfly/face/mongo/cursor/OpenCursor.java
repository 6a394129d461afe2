package dev.mayfly.face.mongo.cursor;

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
     * As {@link #next(int, int)}, for a cursor that {@link #awaitsData}.
     *
     * @param waitNanos how long to wait for the first document
     */
    default Batch next(int maxDocs, int maxBytes, long waitNanos) {
        return next(maxDocs, maxBytes);
    }

    /** Returns the empty batch to send before the first document is requested. */
    default Batch nothing() {
        return new Batch(List.of(), false);
    }

    /** Returns whether {@link #next} waits for documents yet to come, for as long as the client says. */
    default boolean awaitsData() {
        return false;
    }

    /** Returns whether the cursor continues after its collection is dropped. */
    default boolean outlivesCollection() {
        return false;
    }

    /** Called once, never while next runs. */
    @Override
    void close();
}
