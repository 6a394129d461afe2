package dev.mayfly.engine.hidden;

import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.HiddenByDeadline;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.hold.Holds;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the hidden documents of a collection from the heads of its queues. For one count. */
public final class HiddenCount {
    private final Partition partition;
    private final Reader reader;
    private final ReadView reading;
    private final long guarded;
    private final @Nullable QueueScanCount standing;
    private long documents;
    private long bytes;
    private long deadDocuments;
    private long deadBytes;
    private long oldestDead = Deadlines.NO_DEADLINE;

    private HiddenCount(
            Partition partition, Reader reader, ReadView reading, long guarded, @Nullable QueueScanCount standing) {
        this.partition = partition;
        this.reader = reader;
        this.reading = reading;
        this.guarded = guarded;
        this.standing = standing;
    }

    /** @param guarded what time is when only a trusted clock counts, for only by that a document is dead */
    public static HiddenCensus of(CollectionShards shards, ReadView reading, long guarded) {
        if (!reading.policy().canHide()) {
            return HiddenCensus.NOTHING;
        }
        Reader reader = shards.latched(() -> shards.queues(shards.store()));
        return new HiddenCount(shards.partition(), reader, reading, guarded, null).totals();
    }

    /** Returns the count of one shard. */
    public static HiddenCensus of(CollectionShards shards, CollectionCommitter shard, ReadView reading, long guarded) {
        Reader reader = shard.latched(() -> shards.aboveMarks(shard, shards.store()));
        return reading.policy().canHide()
                ? new HiddenCount(shard.partition(), reader, reading, guarded, null).totals()
                : HiddenCensus.NOTHING;
    }

    /** Returns the count, sorted by the deadlines. */
    public static HiddenByDeadline standing(
            CollectionShards shards, ReadView reading, long guarded, ForecastRange range) {
        if (!reading.policy().canHide()) {
            return HiddenByDeadline.nothing(range);
        }
        Reader reader = shards.latched(() -> shards.queues(shards.store()));
        QueueScanCount standing = new QueueScanCount(range);
        new HiddenCount(shards.partition(), reader, reading, guarded, standing).totals();
        return standing.standing();
    }

    /**
     * Returns the number of live documents. The stored and the hidden ones are counted as of one moment, so that a
     * sweep between the two does not make documents look live.
     */
    public static long live(CollectionShards shards, ReadView reading, long guarded) {
        if (!reading.policy().canHide()) {
            return shards.documents();
        }
        if (!shards.store().capabilities().contains(Capability.SNAPSHOTS)) {
            return shards.latched(
                    () -> shards.documents() - of(shards, reading, guarded).documents());
        }
        List<Snapshot> opened = new ArrayList<>(1);
        try {
            Reader[] reader = new Reader[1];
            long stored = shards.latched(() -> {
                opened.add(shards.store().snapshot());
                reader[0] = shards.queues(opened.getFirst());
                return shards.documents();
            });
            HiddenCount hidden = new HiddenCount(shards.partition(), reader[0], reading, guarded, null);
            return stored - hidden.totals().documents();
        } finally {
            opened.forEach(Snapshot::close);
        }
    }

    private HiddenCensus totals() {
        Holds holds = reading.schema().holds();
        try (HiddenWalk walk = HiddenWalk.over(partition, reader, reading, null)) {
            while (walk.next()) {
                boolean isHeld = !holds.isEmpty() && holds.covers(walk.key());
                add(walk.entry(), walk.instants(), isHeld);
            }
        }
        return new HiddenCensus(documents, bytes, deadDocuments, deadBytes, oldestDead);
    }

    private void add(QueueEntry entry, Instants instants, boolean isHeld) {
        documents++;
        bytes += entry.bytes();
        long sweepable = isHeld ? Deadlines.NO_DEADLINE : sweepable(instants);
        if (sweepable <= guarded) {
            deadDocuments++;
            deadBytes += entry.bytes();
            oldestDead = Math.min(oldestDead, sweepable);
        }
        if (standing != null) {
            standing.add(reading.policy().diedAt(instants, reading.now()), sweepable <= guarded, entry.bytes());
        }
    }

    /** Returns the earliest instant at which the sweeper might have destroyed it, at the pace of the collection. */
    private long sweepable(Instants instants) {
        SweepPace pace = reading.record().pace();
        if (pace.isNever() || !reading.policy().isDead(instants, guarded)) {
            return Deadlines.NO_DEADLINE;
        }
        long dead = reading.policy().deadFrom(instants);
        return pace.isRegular() ? Deadlines.plus(dead, pace.millis()) : Math.min(dead, guarded);
    }
}
