package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys to walk to find items.
 *
 * @param deadlines those walked in their order instead of keys, or null
 * @param index null for the keys of the items themselves
 * @param ranges ascending, not overlapping; over the index's keys without the items' keys
 * @param several whether an item may have more than one key in the ranges
 * @param documents the range of keys to which the items are restricted
 * @param backward whether it goes from the last to the first
 * @param constant the number of leading bytes of every key that do not affect the order
 */
record ItemWalk(
        @Nullable DeadlineRange deadlines,
        @Nullable IndexDefinition index,
        List<KeyRange> ranges,
        boolean several,
        KeyRange documents,
        boolean backward,
        int constant) {
    /** All items. */
    static final ItemWalk ALL = new ItemWalk(null, null, List.of(KeyRange.ALL), false, KeyRange.ALL, false, 0);

    ItemWalk {
        ranges = List.copyOf(ranges);
    }

    static ItemWalk ofItems(List<KeyInterval> ranges) {
        return new ItemWalk(null, null, keyRanges(ranges), false, KeyRange.ALL, false, 0);
    }

    static List<KeyRange> keyRanges(List<KeyInterval> intervals) {
        List<KeyRange> ranges = new ArrayList<>(intervals.size());
        for (KeyInterval interval : intervals) {
            ranges.add(new KeyRange(interval.from(), interval.until()));
        }
        return ranges;
    }

    /** Items that expire, the first of them first. */
    static ItemWalk ofDeadlines(DeadlineRange deadlines) {
        return new ItemWalk(deadlines, null, List.of(), false, KeyRange.ALL, false, 0);
    }
}
