package dev.mayfly.store.cassandra;

import dev.mayfly.store.api.KeyRange;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** Halves of a range of keys, by the distance between its ends. */
final class RangeHalves {
    private RangeHalves() {}

    /** Returns the lower and the upper half, which together are the range; empty if no key lies between its ends. */
    static List<KeyRange> of(KeyRange range) {
        byte[] until = range.until();
        int bytes = Math.max(range.from().length, until == null ? 0 : until.length) + 1;
        BigInteger low = number(range.from(), bytes);
        BigInteger high = until == null ? BigInteger.ONE.shiftLeft(Byte.SIZE * bytes) : number(until, bytes);
        BigInteger middle = low.add(high).shiftRight(1);
        if (middle.compareTo(low) <= 0 || middle.compareTo(high) >= 0) {
            return List.of();
        }
        byte[] key = key(middle, bytes);
        return List.of(new KeyRange(range.from(), key), new KeyRange(key, until));
    }

    /** A key as a fraction, in so many bytes behind the point. */
    private static BigInteger number(byte[] key, int bytes) {
        return new BigInteger(1, Arrays.copyOf(key, bytes));
    }

    private static byte[] key(BigInteger number, int bytes) {
        byte[] digits = number.toByteArray();
        byte[] key = new byte[bytes];
        int count = Math.min(digits.length, bytes);
        System.arraycopy(digits, digits.length - count, key, bytes - count, count);
        return key;
    }
}
