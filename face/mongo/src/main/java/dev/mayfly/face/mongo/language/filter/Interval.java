package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.View;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A half-open span of ascending encodings of one value.
 *
 * @param from the first encoding covered
 * @param until the least bytes above, or null when there is no upper end
 * @param point whether it covers one value alone, whose encoding is from
 */
public record Interval(byte[] from, byte @Nullable [] until, boolean point) implements Comparable<Interval> {
    public static Interval point(View value) {
        return point(KeyWriter.encode(value));
    }

    public static Interval point(byte[] encoded) {
        return new Interval(encoded, above(encoded), true);
    }

    public static Interval between(byte[] from, byte @Nullable [] until) {
        return new Interval(from, until, false);
    }

    /** The least bytes above all that begins so, or null. */
    public static byte @Nullable [] above(byte[] prefix) {
        byte[] until = KeyWriter.prefixUntil(prefix);
        return until.length == 0 ? null : until;
    }

    boolean isEmpty() {
        return until != null && Arrays.compareUnsigned(from, until) >= 0;
    }

    public boolean contains(byte[] encoded) {
        return Arrays.compareUnsigned(from, encoded) <= 0
                && (until == null || Arrays.compareUnsigned(encoded, until) < 0);
    }

    public boolean contains(Interval other) {
        return Arrays.compareUnsigned(from, other.from) <= 0 && compareEnds(other.until, until) <= 0;
    }

    Interval intersect(Interval other) {
        byte[] latest = Arrays.compareUnsigned(from, other.from) >= 0 ? from : other.from;
        byte[] earliest = compareEnds(until, other.until) <= 0 ? until : other.until;
        return new Interval(latest, earliest, point || other.point);
    }

    static int compareEnds(byte @Nullable [] a, byte @Nullable [] b) {
        if (a == null) {
            return b == null ? 0 : 1;
        }
        return b == null ? -1 : Arrays.compareUnsigned(a, b);
    }

    /**
     * Returns the same values in a part that sorts descending. Encodings that begin with the first one come last there
     * and are included; those that begin with the end come first and are not.
     */
    public Interval descending() {
        byte[] first = until == null ? new byte[0] : KeyWriter.prefixUntil(complement(until));
        byte[] last = from.length == 0 ? null : above(complement(from));
        return point ? point(complement(from)) : new Interval(first, last, false);
    }

    private static byte[] complement(byte[] bytes) {
        byte[] complement = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            complement[i] = (byte) ~bytes[i];
        }
        return complement;
    }

    @Override
    public int compareTo(Interval other) {
        int order = Arrays.compareUnsigned(from, other.from);
        return order != 0 ? order : compareEnds(until, other.until);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Interval interval && compareTo(interval) == 0 && point == interval.point;
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
