package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import org.jspecify.annotations.Nullable;

/** Documents that answer a query, pulled one after another. Used by one thread at a time. */
public interface Results extends AutoCloseable {
    /** The next document, live as of the reading, or null at the end. */
    @Nullable
    Document next();

    /** Releases the store until the next call. */
    void suspend();

    /** Continues as of a later reading. */
    void resume(ReadView reading);

    /** Returns whether it is known, without looking, that nothing follows. */
    default boolean isExhausted() {
        return false;
    }

    /** Returns true if they were found by the vectors in memory. */
    default boolean isByVectors() {
        return false;
    }

    Effort effort();

    @Override
    void close();
}
