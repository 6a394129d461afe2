package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Cursor;

/** A cursor over a range in which no key can lie; it costs nothing native. */
final class NoEntries implements Cursor {
    private static final byte[] EMPTY = {};

    private final Runnable onClose;
    private boolean closed;

    NoEntries(Runnable onClose) {
        this.onClose = onClose;
    }

    @Override
    public boolean next() {
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
        return false;
    }

    @Override
    public byte[] keyBuffer() {
        return EMPTY;
    }

    @Override
    public int keyLength() {
        return 0;
    }

    @Override
    public byte[] valueBuffer() {
        return EMPTY;
    }

    @Override
    public int valueLength() {
        return 0;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            onClose.run();
        }
    }
}
