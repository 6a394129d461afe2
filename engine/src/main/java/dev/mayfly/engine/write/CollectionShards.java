package dev.mayfly.engine.write;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.commit.CommitLatches;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.KeyRouting;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.MarkedReader;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.read.RecheckReader;
import dev.mayfly.engine.read.ShardedReader;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One collection as a whole: its shards, each written by a committer of its own, and the schema that they share. What reads
 * it sees one partition. Safe for concurrent use.
 */
public final class CollectionShards {
    /*
     * A shard has everything that is kept beside documents: indexes, queues, marks, totals, history, events. So one is written
     * without regard to the others. What belongs to the collection, its schema, changes under the latches of all shards, so
     * a writer that holds one of them sees one schema from the beginning to the end of its commit.
     */
    private final EngineStore engine;
    private final CurrentSchema currentSchema;
    private final CommitLatches latches;
    private final List<CollectionCommitter> all;
    private final CollectionCommitter first;
    private final KeyRouting routing;
    private final Reader reader;

    /** @param all in the order of the shards */
    public CollectionShards(
            EngineStore engine, CurrentSchema currentSchema, CommitLatches latches, List<CollectionCommitter> all) {
        this.engine = engine;
        this.currentSchema = currentSchema;
        this.latches = latches;
        this.all = List.copyOf(all);
        this.first = all.getFirst();
        this.routing = all.size() == 1 ? (_, _) -> 0 : currentSchema.forms().routing(currentSchema.record());
        this.reader = over(engine.store());
    }

    public List<CollectionCommitter> all() {
        return all;
    }

    /** Returns the number of the shard to which a document belongs. */
    public int shardOf(DocumentKey key) {
        return routing.shardOf(key, all.size());
    }

    /** Returns the shard to which a document belongs. */
    public CollectionCommitter of(DocumentKey key) {
        return all.get(shardOf(key));
    }

    /** The stored data of all shards, as it is now. */
    public Reader reader() {
        return reader;
    }

    /** The stored data of all shards as another reader of the store sees it, such as a snapshot. */
    public Reader over(Reader seen) {
        return all.size() == 1 ? seen : through(_ -> seen);
    }

    /** The stored data of all shards, each seen through a reader of its own. */
    public Reader through(Function<CollectionCommitter, Reader> seen) {
        if (all.size() == 1) {
            return seen.apply(first);
        }
        return new ShardedReader(
                all.stream()
                        .map(shard -> new ShardedReader.Shard(seen.apply(shard), shard.partition()))
                        .toList(),
                this::shardOf);
    }

    /**
     * As {@link #over}; scans of a queue begin at its low-water mark, and show every document in the queue of its deadline.
     * Call under the latches.
     */
    public RecheckReader queues(Reader seen) {
        return new RecheckReader(aboveMarks(seen), schema());
    }

    /** As {@link #over}; scans of a queue begin at its low-water mark. Call under the latches. */
    public Reader aboveMarks(Reader seen) {
        return through(shard -> aboveMarks(shard, seen));
    }

    /** The same of one shard, asked by its own partition. Call under its latch. */
    public Reader aboveMarks(CollectionCommitter shard, Reader seen) {
        return new MarkedReader(seen, marks(shard));
    }

    private Map<Integer, byte[]> marks(CollectionCommitter shard) {
        shard.catchUp();
        Map<Integer, byte[]> marks = new HashMap<>();
        for (QueueDefinition queue : record().queues()) {
            marks.put(queue.id(), shard.marks().at(queue.id()));
        }
        marks.put(
                QueueIds.RECHECK,
                Layout.queueHead(QueueIds.RECHECK, shard.rechecks().floor()));
        return marks;
    }

    /** The partition by which the readers of this class are asked. */
    public Partition partition() {
        return first.partition();
    }

    public EngineStore engine() {
        return engine;
    }

    public Store store() {
        return engine.store();
    }

    public ClockGuard clock() {
        return engine.clock();
    }

    /** The schema, and how it changes. */
    public CurrentSchema currentSchema() {
        return currentSchema;
    }

    public Schema schema() {
        return currentSchema.schema();
    }

    public CollectionRecord record() {
        return currentSchema.record();
    }

    public FaceForms forms() {
        return currentSchema.forms();
    }

    public boolean isDropped() {
        return currentSchema.isDropped();
    }

    public void requireExisting() {
        currentSchema.requireExisting();
    }

    /** Returns the instant and the state by which a request reads. */
    public ReadView reading() {
        return first.reading();
    }

    /** Returns the read view at an instant that the caller has read already. */
    public ReadView reading(ReadInstant at) {
        return first.state().reading(at);
    }

    /** Runs under the latches of all shards, so that nothing is written meanwhile. */
    public <T extends @Nullable Object> T latched(Supplier<T> work) {
        return latches.latched(work);
    }

    /** Writes the same to each shard: what depends on nothing, and moves no mark and no total. */
    public void writeEach(Supplier<WriteBatch> batch) {
        all.forEach(shard -> shard.write(batch.get()));
    }

    /** The size of the collection; of one moment if called under the latches. */
    public SizeCounters.Change totals() {
        SizeCounters.Change sum = first.totals().now();
        for (int shard = 1; shard < all.size(); shard++) {
            sum = sum.plus(all.get(shard).totals().now());
        }
        return sum;
    }

    /** The number of documents stored, hidden ones included. */
    public long documents() {
        long documents = 0;
        for (int shard = 0; shard < all.size(); shard++) {
            documents += all.get(shard).totals().documents();
        }
        return documents;
    }

    /**
     * The version of the last batch, of any shard, below which everything is in the store and nothing is written any more.
     * Where several engines write several shards, it lags behind the clock by as much as their clocks may differ.
     */
    public long settledVersion() {
        if (all.size() == 1) {
            return first.settledVersion();
        }
        if (engine.isShared()) {
            // Nothing was written before the collection was made, at a version that is ahead of the clocks.
            long made = record().changes().historySince();
            return Math.max(
                    made, Math.min(lastVersion(), engine.versions().settledElsewhere(-engine.orderedUntilMillis())));
        }
        // A shard visited early may write while others are visited, but nothing up to the version that was the last
        // before.
        long last = engine.versions().last();
        long settled = 0;
        for (CollectionCommitter shard : all) {
            settled = Math.max(settled, shard.latched(shard::settledVersion));
        }
        return Math.min(settled, last);
    }

    private long lastVersion() {
        long last = 0;
        for (CollectionCommitter shard : all) {
            last = Math.max(last, shard.settledVersion());
        }
        return last;
    }

    /** Makes everything acknowledged so far survive a loss of power. */
    public void sync() {
        engine.sync();
    }
}
