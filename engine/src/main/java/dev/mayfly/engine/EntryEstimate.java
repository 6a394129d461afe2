package dev.mayfly.engine;

import dev.mayfly.engine.read.RangeWalk;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;

/**
 * About how many entries of an index lie in some ranges. A first part of them is counted, and the store tells how many times
 * as many all of them are; where it cannot, all are counted.
 *
 * @param ranges in the index space
 */
record EntryEstimate(CollectionShards shards, List<KeyRange> ranges) {
    /** The part of the limit that is counted before the store is asked, which knows nothing exact of a few. */
    private static final int FIRST_SHARE = 16;

    private static final int FIRST_MIN = 256;
    private static final int FIRST_MAX = 4_096;

    /** Returns the number of entries, exactly if there are few; no more than {@code most}. */
    int entries(int most) {
        int first = Math.min(most, Math.clamp(most / FIRST_SHARE, FIRST_MIN, FIRST_MAX));
        try (RangeWalk walk =
                new RangeWalk(shards.reader(), shards.partition(), Space.INDEX, ranges, Direction.FORWARD)) {
            int counted = 0;
            for (Cursor at = walk.next(); at != null && counted < most; at = walk.next()) {
                counted++;
                if (counted == first) {
                    double all = counted * (inStore(ranges) / inStore(before(at.key())));
                    if (all >= counted && Double.isFinite(all)) {
                        return (int) Math.min(most, all);
                    }
                }
            }
            return counted;
        }
    }

    private double inStore(List<KeyRange> some) {
        return shards.all().stream()
                .mapToDouble(shard -> some.stream()
                        .mapToDouble(range -> shards.store().entriesEstimate(shard.partition(), Space.INDEX, range))
                        .sum())
                .sum();
    }

    /** Returns what a walk has passed that stands at a key. */
    private List<KeyRange> before(byte[] key) {
        List<KeyRange> passed = new ArrayList<>();
        for (KeyRange range : ranges) {
            if (range.contains(key)) {
                passed.add(new KeyRange(range.from(), key));
                break;
            }
            passed.add(range);
        }
        return passed;
    }
}
