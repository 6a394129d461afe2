package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.Document;
import org.jspecify.annotations.Nullable;

/** Items one after the other, each with a position behind which a later page can go on. Used by one thread; closed at the end. */
interface Found extends AutoCloseable {
    /** The next item that lives, or null at the end. */
    @Nullable
    Document next();

    /** Where the last item stands. */
    byte[] position();

    /** How many living items were looked at: what is charged, for which the others do not count. */
    long lookups();

    /** How many keys were looked at, whatever they led to: what is bounded. */
    long work();

    @Override
    void close();
}
