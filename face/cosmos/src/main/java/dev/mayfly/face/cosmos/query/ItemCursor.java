package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.read.Document;
import org.jspecify.annotations.Nullable;

/** Items one after the other, each with a position behind which a later page can go on. Used by one thread; closed at the end. */
interface ItemCursor extends AutoCloseable {
    /** The next item that lives, or null at the end. */
    @Nullable
    Document next();

    /** Returns the position of the last item. */
    byte[] position();

    /** Returns the number of live items looked at, for which alone the client is charged. */
    long lookups();

    /** Returns the number of keys looked at, with or without an item, which is bounded. */
    long work();

    @Override
    void close();
}
