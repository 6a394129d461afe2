package dev.mayfly.base.query;

import java.util.ArrayList;
import java.util.List;

/**
 * The beginnings of an index's keys while a planner binds its parts one after the other: those that have one of some values
 * in each part bound so far. Ascending; used by one thread.
 */
public final class KeyPrefixes {
    private List<byte[]> prefixes = List.of(new byte[0]);

    public int size() {
        return prefixes.size();
    }

    /** Returns the number of ranges if these intervals bound the next part. */
    public long sizeWith(List<KeyInterval> next) {
        return (long) prefixes.size() * next.size();
    }

    /**
     * Binds the next part to one of these values.
     *
     * @param descending whether the part sorts descending
     */
    public void bind(List<KeyInterval> points, boolean descending) {
        List<byte[]> longer = new ArrayList<>(prefixes.size() * points.size());
        for (byte[] prefix : prefixes) {
            for (KeyInterval point : directed(points, descending)) {
                longer.add(KeyInterval.joined(prefix, point.from()));
            }
        }
        prefixes = longer;
    }

    /** Returns the ranges of the keys that begin so. */
    public List<IndexRange> ranges() {
        return prefixes.stream().map(IndexRange::prefix).toList();
    }

    /** Returns the ranges of the keys that begin so and have a value of the intervals in the next part. */
    public List<IndexRange> ranges(List<KeyInterval> intervals, boolean descending) {
        List<IndexRange> ranges = new ArrayList<>();
        for (byte[] prefix : prefixes) {
            for (KeyInterval interval : directed(intervals, descending)) {
                KeyInterval keys = interval.behind(prefix);
                ranges.add(new IndexRange(keys.from(), keys.until()));
            }
        }
        return ranges;
    }

    private static List<KeyInterval> directed(List<KeyInterval> intervals, boolean descending) {
        return descending
                ? intervals.reversed().stream().map(KeyInterval::descending).toList()
                : intervals;
    }
}
