package dev.mayfly.engine;

import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.hidden.ExpiryCounts;
import dev.mayfly.engine.hidden.HiddenCount;
import dev.mayfly.engine.read.RangeWalk;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.sweep.SweptCollection;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SizeCounters;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.List;

/** The counts of a collection's documents. Safe for concurrent use. */
final class CollectionCounts {
    private final CollectionParts parts;
    private final CollectionShards shards;

    CollectionCounts(CollectionParts parts) {
        this.parts = parts;
        this.shards = parts.shards();
    }

    /** Returns counts of the expired documents since the start, and of the documents stored now. */
    ExpiryStatistics statistics() {
        ExpiryCounts counts = parts.counts();
        SizeCounters.Change totals = shards.totals();
        return new ExpiryStatistics(
                counts.of(DeletionCause.ACCESS),
                counts.of(DeletionCause.SWEEP),
                counts.of(DeletionCause.COMPACTION),
                counts.of(DeletionCause.WRITE),
                counts.sweeps(),
                counts.live(shards, shards.reading(), shards.clock().guardedMillis()),
                totals.documents(),
                totals.bytes(),
                totals.tombstones());
    }

    /** Returns the exact number of live documents. */
    long live(ReadView reading) {
        long living = parts.livingWalk().count(reading);
        return living < 0 ? HiddenCount.live(shards, reading, shards.clock().guardedMillis()) : living;
    }

    /** Returns the number of keys in these ranges; stops counting at {@code most}. */
    int keys(Reader reader, Space space, List<KeyRange> ranges, int most) {
        try (RangeWalk walk = new RangeWalk(reader, shards.partition(), space, ranges, Direction.FORWARD)) {
            int keys = 0;
            while (keys < most && walk.next() != null) {
                keys++;
            }
            return keys;
        }
    }

    /** Returns the number of times the sweeper has looked into one of the collection's queues since the start. */
    long sweepVisits() {
        return parts.swept().stream().mapToLong(SweptCollection::visits).sum();
    }

    /** Returns the size of everything stored, hidden documents included. */
    StoredSize storedSize() {
        SizeCounters.Change totals = shards.totals();
        return new StoredSize(totals.documents(), totals.bytes());
    }
}
