package dev.mayfly.base.document;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The key of a document in its collection, encoded so that keys sort as their values do.
 *
 * @param bytes the encoding, usually a {@link KeyWriter}'s; not to be changed
 */
public record DocumentKey(byte[] bytes) implements Comparable<DocumentKey> {
    /** The longest key there may be, in bytes. */
    public static final int BYTES_MAX = 8192;

    @Override
    public int compareTo(DocumentKey other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DocumentKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
