package dev.mayfly.face.cosmos.query;

import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets of keys as rows of ranges: ascending, not overlapping. */
final class Spans {
    private Spans() {}

    /** The same keys in order, each once. */
    static List<KeyRange> normal(List<KeyRange> ranges) {
        List<KeyRange> sorted = new ArrayList<>(ranges);
        sorted.removeIf(KeyRange::isEmpty);
        sorted.sort((a, b) -> Arrays.compareUnsigned(a.from(), b.from()));
        List<KeyRange> merged = new ArrayList<>();
        for (KeyRange range : sorted) {
            KeyRange last = merged.isEmpty() ? null : merged.getLast();
            if (last != null && overlaps(last, range)) {
                merged.set(merged.size() - 1, new KeyRange(last.from(), later(last.until(), range.until())));
            } else {
                merged.add(range);
            }
        }
        return merged;
    }

    /** Ranges that only touch stay two: each may hold the keys of one value. */
    private static boolean overlaps(KeyRange earlier, KeyRange range) {
        byte[] until = earlier.until();
        return until == null || Arrays.compareUnsigned(range.from(), until) < 0;
    }

    private static byte @Nullable [] later(byte @Nullable [] a, byte @Nullable [] b) {
        return a == null || b == null ? null : Arrays.compareUnsigned(a, b) >= 0 ? a : b;
    }

    private static byte @Nullable [] earlier(byte @Nullable [] a, byte @Nullable [] b) {
        return a == null ? b : b == null ? a : Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }

    /** Returns the spans that lie in both. */
    static List<KeyRange> intersection(List<KeyRange> a, List<KeyRange> b) {
        List<KeyRange> common = new ArrayList<>();
        for (KeyRange left : a) {
            for (KeyRange right : b) {
                byte[] from = Arrays.compareUnsigned(left.from(), right.from()) >= 0 ? left.from() : right.from();
                KeyRange both = new KeyRange(from, earlier(left.until(), right.until()));
                if (!both.isEmpty()) {
                    common.add(both);
                }
            }
        }
        return normal(common);
    }

    /** The ranges behind these bytes. */
    static List<KeyRange> prefixed(byte[] prefix, List<KeyRange> ranges) {
        List<KeyRange> prefixed = new ArrayList<>(ranges.size());
        for (KeyRange range : ranges) {
            byte[] until = range.until();
            prefixed.add(new KeyRange(
                    joined(prefix, range.from()), until == null ? KeyRange.after(prefix) : joined(prefix, until)));
        }
        return prefixed;
    }

    static byte[] joined(byte[] a, byte[] b) {
        byte[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }

    static boolean contain(List<KeyRange> ranges, byte[] key) {
        for (KeyRange range : ranges) {
            if (range.contains(key)) {
                return true;
            }
        }
        return false;
    }
}
