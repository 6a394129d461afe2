package dev.mayfly.store.contract;

import dev.mayfly.store.api.Cursor;

/** A cursor whose steps may fail; a step that threw has not moved it. */
record FaultyCursor(FaultyStore faults, Cursor cursor) implements Cursor {
    @Override
    public boolean next() {
        faults.meet(StoreCall.NEXT);
        return cursor.next();
    }

    @Override
    public byte[] keyBuffer() {
        return cursor.keyBuffer();
    }

    @Override
    public int keyLength() {
        return cursor.keyLength();
    }

    @Override
    public byte[] valueBuffer() {
        return cursor.valueBuffer();
    }

    @Override
    public int valueLength() {
        return cursor.valueLength();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
