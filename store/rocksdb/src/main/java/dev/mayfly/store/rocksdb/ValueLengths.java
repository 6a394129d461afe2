package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Space;
import java.util.Arrays;

/**
 * The length that the next value read by key will probably have, for each space: RocksDB copies a value into an array that
 * is there before its length is known. Threads share the guess without order; a wrong one costs another copy, or another
 * read.
 */
final class ValueLengths {
    private static final int LEAST = 64;

    /** No more is taken on a guess; longer values are read twice. */
    private static final int MOST = 16 << 10;

    /** A guess that was too long shrinks by this part of what it was too long by. */
    private static final int SHRINKING = 16;

    private final int[] expected = new int[Space.values().length];

    ValueLengths() {
        Arrays.fill(expected, LEAST);
    }

    /** The length in bytes of the array to read into. */
    int expected(Space space) {
        return expected[space.ordinal()];
    }

    void saw(Space space, int length) {
        int before = expected[space.ordinal()];
        int next = length >= before ? Math.min(length, MOST) : before - (before - length) / SHRINKING;
        if (next != before) {
            expected[space.ordinal()] = Math.max(LEAST, next);
        }
    }
}
