package dev.mayfly.store.cassandra;

import dev.mayfly.store.api.Space;
import java.nio.ByteBuffer;

/** The place of a row in its partition. */
record CellKey(byte space, ByteBuffer key) {
    static CellKey of(Space space, byte[] key) {
        if (key.length > CellsTable.KEY_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a key of " + key.length + " bytes, more than " + CellsTable.KEY_BYTES_MAX);
        }
        return new CellKey((byte) space.code(), ByteBuffer.wrap(key));
    }
}
