package dev.mayfly.engine.read;

import dev.mayfly.store.api.Cursor;
import org.jspecify.annotations.Nullable;

/** A cursor over a queue whose entries are stored in it, or made of documents that stand in the recheck queue. */
abstract class QueueCursor implements Cursor {
    /** Over the entries that are stored. */
    final Cursor exact;

    /** The entry that was given last; null if that is the one at which {@code exact} stands. */
    RecheckedEntries.@Nullable Entry given;

    QueueCursor(Cursor exact) {
        this.exact = exact;
    }

    @Override
    public byte[] keyBuffer() {
        return given == null ? exact.keyBuffer() : given.key();
    }

    @Override
    public int keyLength() {
        return given == null ? exact.keyLength() : given.key().length;
    }

    @Override
    public byte[] valueBuffer() {
        return given == null ? exact.valueBuffer() : given.value();
    }

    @Override
    public int valueLength() {
        return given == null ? exact.valueLength() : given.value().length;
    }

    @Override
    public void close() {
        exact.close();
    }
}
