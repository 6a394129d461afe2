package dev.mayfly.face.mongo.session;

/** A position in the results of one query. Used by one thread at a time, not always the same. */
public interface OpenCursor extends AutoCloseable {
    /**
     * The next documents.
     *
     * @param maxDocs at least 1
     * @param maxBytes of documents; one document comes even if it alone is larger
     */
    Batch next(int maxDocs, int maxBytes);

    /** Whether {@link #next} waits for documents that are still to come, for as long as a client says. */
    default boolean awaitsData() {
        return false;
    }

    /**
     * As {@link #next}, after so long a wait for documents that are still to come, if there are none.
     *
     * @param millis how long at most
     */
    default Batch await(int maxDocs, int maxBytes, long millis) {
        return next(maxDocs, maxBytes);
    }

    /** Called once, never while next runs. */
    @Override
    void close();
}
