package dev.mayfly.base.query;

import dev.mayfly.base.document.KeyWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A half-open span of ascending encodings of one value, of which none is the beginning of another.
 *
 * @param from the first encoding covered
 * @param until the least bytes above, or null when there is no upper end
 * @param point whether it covers one value alone, whose encoding is from
 */
public record KeyInterval(byte[] from, byte @Nullable [] until, boolean point) implements Comparable<KeyInterval> {
    public static final KeyInterval ALL = between(new byte[0], null);

    public static KeyInterval point(byte[] encoded) {
        return new KeyInterval(encoded, above(encoded), true);
    }

    public static KeyInterval between(byte[] from, byte @Nullable [] until) {
        return new KeyInterval(from, until, false);
    }

    /** Returns all encodings that begin with these bytes. */
    public static KeyInterval prefix(byte[] prefix) {
        return between(prefix, above(prefix));
    }

    /** Returns the least bytes above all that begin with these, or null. */
    public static byte @Nullable [] above(byte[] prefix) {
        byte[] until = KeyWriter.prefixUntil(prefix);
        return until.length == 0 ? null : until;
    }

    public static byte[] joined(byte[] first, byte[] second) {
        byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }

    public static byte[] complement(byte[] bytes) {
        byte[] complement = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            complement[i] = (byte) ~bytes[i];
        }
        return complement;
    }

    /** Returns the same encodings in order, each once. Intervals that only touch stay two, since a point is worth more. */
    public static List<KeyInterval> merged(List<KeyInterval> intervals) {
        List<KeyInterval> sorted = new ArrayList<>(intervals);
        sorted.removeIf(KeyInterval::isEmpty);
        Collections.sort(sorted);
        List<KeyInterval> merged = new ArrayList<>();
        for (KeyInterval next : sorted) {
            KeyInterval last = merged.isEmpty() ? null : merged.getLast();
            if (last == null || (last.until != null && Arrays.compareUnsigned(last.until, next.from) <= 0)) {
                merged.add(next);
            } else if (!last.contains(next)) {
                byte[] until = compareEnds(last.until, next.until) >= 0 ? last.until : next.until;
                merged.set(merged.size() - 1, between(last.from, until));
            } else if (next.contains(last)) {
                merged.set(merged.size() - 1, next.point ? next : last);
            }
        }
        return List.copyOf(merged);
    }

    /** Returns what lies in both lists, each of which is {@linkplain #merged merged}. */
    public static List<KeyInterval> intersection(List<KeyInterval> a, List<KeyInterval> b) {
        List<KeyInterval> both = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < a.size() && j < b.size()) {
            KeyInterval left = a.get(i);
            KeyInterval right = b.get(j);
            both.add(left.intersect(right));
            if (compareEnds(left.until, right.until) <= 0) {
                i++;
            } else {
                j++;
            }
        }
        return merged(both);
    }

    private KeyInterval intersect(KeyInterval other) {
        byte[] latest = Arrays.compareUnsigned(from, other.from) >= 0 ? from : other.from;
        byte[] earliest = compareEnds(until, other.until) <= 0 ? until : other.until;
        return new KeyInterval(latest, earliest, point || other.point);
    }

    private static int compareEnds(byte @Nullable [] a, byte @Nullable [] b) {
        if (a == null) {
            return b == null ? 0 : 1;
        }
        return b == null ? -1 : Arrays.compareUnsigned(a, b);
    }

    public boolean isEmpty() {
        return until != null && Arrays.compareUnsigned(from, until) >= 0;
    }

    public boolean contains(byte[] encoded) {
        return Arrays.compareUnsigned(from, encoded) <= 0
                && (until == null || Arrays.compareUnsigned(encoded, until) < 0);
    }

    public boolean contains(KeyInterval other) {
        return Arrays.compareUnsigned(from, other.from) <= 0 && compareEnds(other.until, until) <= 0;
    }

    /**
     * Returns the same values in a part that sorts descending. Encodings that begin with the first one come last there
     * and are included; those that begin with the end come first and are not.
     */
    public KeyInterval descending() {
        byte[] first = until == null ? new byte[0] : KeyWriter.prefixUntil(complement(until));
        byte[] last = from.length == 0 ? null : above(complement(from));
        return point ? point(complement(from)) : between(first, last);
    }

    /** Returns the keys that begin with these bytes and go on with an encoding of the interval. */
    public KeyInterval behind(byte[] prefix) {
        return between(joined(prefix, from), until == null ? above(prefix) : joined(prefix, until));
    }

    @Override
    public int compareTo(KeyInterval other) {
        int order = Arrays.compareUnsigned(from, other.from);
        return order != 0 ? order : compareEnds(until, other.until);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyInterval interval && compareTo(interval) == 0 && point == interval.point;
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
