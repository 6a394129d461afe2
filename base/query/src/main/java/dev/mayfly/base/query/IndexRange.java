package dev.mayfly.base.query;

import dev.mayfly.base.document.KeyWriter;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A half-open span of encoded keys.
 *
 * @param from the first key covered; not to be changed
 * @param until the first key above, or null when there is no upper end; not to be changed
 */
public record IndexRange(byte[] from, byte @Nullable [] until) {
    public static final IndexRange ALL = new IndexRange(new byte[0], null);

    /** Every key that begins with these bytes. */
    public static IndexRange prefix(byte[] prefix) {
        byte[] until = KeyWriter.prefixUntil(prefix);
        return new IndexRange(prefix, until.length == 0 ? null : until);
    }

    public boolean contains(byte[] key) {
        return Arrays.compareUnsigned(from, key) <= 0 && (until == null || Arrays.compareUnsigned(key, until) < 0);
    }

    public boolean isEmpty() {
        return until != null && Arrays.compareUnsigned(from, until) >= 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IndexRange range
                && Arrays.equals(from, range.from)
                && Arrays.equals(until, range.until);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(from) + Arrays.hashCode(until);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return "[" + hex.formatHex(from) + ", " + (until == null ? "" : hex.formatHex(until)) + ")";
    }
}
