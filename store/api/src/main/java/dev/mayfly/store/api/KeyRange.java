package dev.mayfly.store.api;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A half-open span of keys in unsigned byte order; the arrays belong to the range and must not be changed.
 *
 * @param from the first key covered; empty for the very first
 * @param until the first key not covered, or null when the range has no upper end
 */
public record KeyRange(byte[] from, byte @Nullable [] until) {
    private static final byte[] FIRST = {};

    /** Every key there is. */
    public static final KeyRange ALL = new KeyRange(FIRST, null);

    /** Exactly the keys that begin with these bytes. */
    public static KeyRange prefix(byte[] prefix) {
        return new KeyRange(prefix, after(prefix));
    }

    /** The first key behind every key that begins with these bytes, or null when there is none. */
    public static byte @Nullable [] after(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xff) {
                byte[] next = Arrays.copyOf(prefix, last + 1);
                next[last]++;
                return next;
            }
        }
        return null;
    }

    /** Returns true if no key can lie inside. */
    public boolean isEmpty() {
        return until != null && Arrays.compareUnsigned(from, until) >= 0;
    }

    /** Returns true if the key lies inside. */
    public boolean contains(byte[] key) {
        return Arrays.compareUnsigned(key, from) >= 0 && (until == null || Arrays.compareUnsigned(key, until) < 0);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyRange range && Arrays.equals(from, range.from) && Arrays.equals(until, range.until);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(from) + Arrays.hashCode(until);
    }
}
