package dev.mayfly.store.cassandra;

import java.nio.ByteBuffer;

/** Where a partition remembers which operations made its last turns: a row for each, written over {@value #SIZE} turns later. */
final class OperationRing {
    static final int SIZE = 64;

    private OperationRing() {}

    /** The key of the row for a turn. */
    static ByteBuffer key(long turn) {
        return ByteBuffer.allocate(1).put(0, (byte) Math.floorMod(turn, (long) SIZE));
    }
}
