package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A span of encoded values, ascending.
 *
 * @param until the first that is not in it, or null when it has no upper end
 * @param point whether it is the span of one value, whose encoding {@code from} is
 */
record Interval(byte[] from, byte @Nullable [] until, boolean point) {
    public static Interval point(byte[] encoded) {
        return new Interval(encoded, KeyRange.after(encoded), true);
    }

    static Interval of(byte[] from, byte @Nullable [] until) {
        return new Interval(from, until, false);
    }

    private boolean isEmpty() {
        return until != null && Arrays.compareUnsigned(from, until) >= 0;
    }

    private static int compareEnds(byte @Nullable [] a, byte @Nullable [] b) {
        if (a == null || b == null) {
            return Boolean.compare(a == null, b == null);
        }
        return Arrays.compareUnsigned(a, b);
    }

    /** Returns the intervals that lie in one of each. */
    static List<Interval> intersection(List<Interval> a, List<Interval> b) {
        List<Interval> common = new ArrayList<>();
        for (Interval left : a) {
            for (Interval right : b) {
                byte[] from = Arrays.compareUnsigned(left.from, right.from) >= 0 ? left.from : right.from;
                byte[] until = compareEnds(left.until, right.until) <= 0 ? left.until : right.until;
                Interval both = new Interval(from, until, left.point || right.point);
                if (!both.isEmpty()) {
                    common.add(both);
                }
            }
        }
        return common;
    }

    /** Returns the values that lie in any of them, sorted, none touching another. */
    static List<Interval> union(List<Interval> intervals) {
        List<Interval> sorted = new ArrayList<>(intervals);
        sorted.sort((a, b) -> Arrays.compareUnsigned(a.from, b.from));
        List<Interval> merged = new ArrayList<>();
        for (Interval next : sorted) {
            if (merged.isEmpty()) {
                merged.add(next);
                continue;
            }
            Interval last = merged.getLast();
            byte[] end = last.until;
            boolean apart = end != null && Arrays.compareUnsigned(next.from, end) > 0
                    || last.point && next.point && !Arrays.equals(last.from, next.from);
            if (apart) {
                merged.add(next);
            } else if (compareEnds(next.until, end) > 0 || !next.point && last.point) {
                byte[] until = compareEnds(next.until, end) > 0 ? next.until : end;
                merged.set(merged.size() - 1, Interval.of(last.from, until));
            }
        }
        return merged;
    }

    /**
     * The keys of an index that begin with these bytes and go on with a value of the interval.
     *
     * @param descending whether the value is written the other way round
     */
    KeyRange behind(byte[] prefix, boolean descending) {
        if (!descending) {
            return new KeyRange(joined(prefix, from), until == null ? KeyRange.after(prefix) : joined(prefix, until));
        }
        byte[] low = until == null ? new byte[0] : KeyRange.after(complement(until));
        byte[] high = from.length == 0 ? null : KeyRange.after(complement(from));
        return new KeyRange(
                joined(prefix, low == null ? new byte[0] : low),
                high == null ? KeyRange.after(prefix) : joined(prefix, high));
    }

    /** Returns the keys that begin with these bytes and a value of the interval, whatever follows. */
    Interval leading(byte[] prefix) {
        return of(joined(prefix, from), until == null ? KeyRange.after(prefix) : joined(prefix, until));
    }

    /** Returns the bytes of a point. */
    byte[] written(byte[] prefix, boolean descending) {
        return joined(prefix, descending ? complement(from) : from);
    }

    private static byte[] complement(byte[] bytes) {
        byte[] turned = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            turned[i] = (byte) ~bytes[i];
        }
        return turned;
    }

    private static byte[] joined(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Interval that && Arrays.equals(from, that.from) && Arrays.equals(until, that.until);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(from) + Arrays.hashCode(until);
    }
}
