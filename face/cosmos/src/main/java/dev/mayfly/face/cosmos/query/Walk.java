package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.DeadlineRange;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which keys are walked to find items.
 *
 * @param deadlines which deadlines are walked in their order rather than keys, or null
 * @param index null for the keys of the items themselves
 * @param ranges ascending, not overlapping; over what the index's keys are, without the items' keys
 * @param several whether an item may have more than one key in the ranges
 * @param documents only items whose keys lie here
 * @param backward whether it goes from the last to the first
 * @param constant how many bytes at the beginning of every key say nothing about the order
 */
record Walk(
        @Nullable DeadlineRange deadlines,
        @Nullable IndexDefinition index,
        List<KeyRange> ranges,
        boolean several,
        KeyRange documents,
        boolean backward,
        int constant) {
    Walk {
        ranges = List.copyOf(ranges);
    }

    static Walk ofItems(List<KeyRange> ranges) {
        return new Walk(null, null, ranges, false, KeyRange.ALL, false, 0);
    }

    /** Items that expire, the first of them first. */
    static Walk ofDeadlines(DeadlineRange deadlines) {
        return new Walk(deadlines, null, List.of(), false, KeyRange.ALL, false, 0);
    }
}
