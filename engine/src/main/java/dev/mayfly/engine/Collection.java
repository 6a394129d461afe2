package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.hidden.ExpiryCounts;
import dev.mayfly.engine.read.AdaptiveScan;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.DeadlineScan;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.DocumentScan;
import dev.mayfly.engine.read.GuardedCursor;
import dev.mayfly.engine.read.IndexScan;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.engine.transaction.TransactionView;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.OutcomeListener;
import dev.mayfly.engine.write.StoreErrors;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Documents by key, with indexes and a policy about their lifetimes. Every method may throw {@link EngineException}.
 * Safe for concurrent use.
 */
public final class Collection {
    /** The longest time by which {@link ExpiryStatistics#live} may lag. */
    public static final long COUNT_LAG_MILLIS = ExpiryCounts.LAG_MILLIS;

    private final CollectionParts parts;
    private final CollectionShards shards;
    private final StoreErrors storeErrors;
    private final CollectionAdmin definition;

    /** The record that writes through this view leave behind, or null. */
    private final @Nullable IdempotencyRecord receipt;

    /** The transaction through which this view looks, or null. */
    private final @Nullable TransactionView part;

    /** @param schemaNumber of the record or of an earlier one; 0 where one process writes the store */
    Collection(EngineContext context, CollectionRecord record, long schemaNumber) {
        this.parts = new CollectionParts(context, record, schemaNumber);
        this.shards = parts.shards();
        this.storeErrors = parts.storeErrors();
        this.definition = new CollectionAdmin(
                parts, context.control(), context.settings().expiry().maxExpire());
        this.receipt = null;
        this.part = null;
    }

    private Collection(
            Collection whole,
            CollectionAdmin definition,
            @Nullable IdempotencyRecord receipt,
            @Nullable TransactionView part) {
        this.parts = whole.parts;
        this.shards = whole.shards;
        this.storeErrors = whole.storeErrors;
        this.definition = definition;
        this.receipt = receipt;
        this.part = part;
    }

    /** Returns a view of this collection within a transaction. */
    Collection in(TransactionView seen) {
        return new Collection(this, definition, null, seen);
    }

    /**
     * Returns true if this is a view within a transaction: it reads as of one instant, and its writes wait for the
     * commit.
     */
    public boolean isTransactional() {
        return part != null;
    }

    /** Returns a view of this collection whose writes each leave this receipt behind. */
    public Collection leaving(IdempotencyRecord left) {
        return new Collection(this, definition, left, part);
    }

    /**
     * Returns a view of this collection whose policy changes may hide up to this number of documents at once, whatever
     * the guard allows.
     */
    public Collection allowing(ExpireLimit limit) {
        return new Collection(this, definition.allowing(limit), receipt, part);
    }

    /**
     * Returns a view of this collection that collects changes of its definition (indexes, policy, options) instead of
     * making them; its record shows them.
     */
    public Collection collecting(PolicyChange change) {
        return new Collection(this, definition.collecting(change), receipt, part);
    }

    /** The receipts that its writes have left. */
    public CollectionReceipts receipts() {
        return new CollectionReceipts(parts);
    }

    public CollectionName name() {
        return shards.record().name();
    }

    /** The definition: indexes, policy and options, and the changes to them. */
    public CollectionAdmin definition() {
        return definition;
    }

    /** The documents that have expired and are still stored. */
    public HiddenDocuments hiddenDocuments() {
        return parts.hiddenDocuments();
    }

    /** Forecasts of the expiry of its documents. */
    public ExpiryForecasts forecasts() {
        return parts.forecasts();
    }

    /** Its documents and changes in the order in which they were written. */
    public WriteOrder writeOrder() {
        return parts.writeOrder();
    }

    /** The last changes of its keys, numbered, for those who follow them. */
    public ChangeSequence changeSequence() {
        return parts.changeSequence();
    }

    /** The vectors of its documents, by which the nearest are found. */
    public CollectionVectors vectors() {
        return new CollectionVectors(parts, part != null);
    }

    /** The record as it is now; a request that reads takes a {@link #reading} instead. */
    public CollectionRecord record() {
        return definition.record();
    }

    /** The use counts of its indexes, maintained by each caller that chooses an index. */
    public IndexUse indexUse() {
        return definition.indexUse();
    }

    /**
     * Returns the view that a request reads as of the given instant; a view within a transaction uses the
     * transaction's own.
     */
    public ReadView reading(ReadInstant at) {
        if (part != null) {
            return part.reading();
        }
        shards.requireExisting();
        parts.foreground().count();
        return shards.reading(at);
    }

    /** Returns the view, as of now, for a request that reads nothing but this collection, and only once. */
    public ReadView reading() {
        return reading(ReadInstant.of(shards.clock()));
    }

    /** The live document of a key, or null. */
    public @Nullable Document get(ReadView reading, DocumentKey key) {
        return storeErrors.translate(() -> LiveGate.admit(reading, part == null ? load(reading, key) : part.load(key)));
    }

    private @Nullable StoredDocument load(ReadView reading, DocumentKey key) {
        Reader frozen = reading.frozen();
        return frozen == null
                ? planner(key).load(key)
                : StoredDocument.ofNullable(key, frozen.get(shards.partition(), Space.DOCUMENT, key.bytes()));
    }

    private WritePlanner planner(DocumentKey key) {
        return parts.of(key).planner();
    }

    /** Returns the state of a key, including the tombstone of a gone document in a collection that keeps tombstones. */
    public KeyState stateOf(ReadView reading, DocumentKey key) {
        return storeErrors.translate(() -> part == null ? planner(key).stateOf(reading, key) : part.stateOf(key));
    }

    /**
     * Destroys the document of a key if it has expired, as the sweeper would later; does nothing while sweeping is
     * forbidden. Any caller that meets a hidden document may call this; nothing that is read depends on it.
     *
     * @return whether it was destroyed now
     */
    public boolean reclaim(DocumentKey key) {
        return part == null
                && storeErrors.translate(() -> parts.of(key).writer().reclaim(key));
    }

    /** The live document of a key, or null; one that has expired is destroyed, as by {@link #reclaim}. */
    public @Nullable Document getOrReclaim(ReadView reading, DocumentKey key) {
        if (part != null) {
            return get(reading, key);
        }
        return storeErrors.translate(() -> {
            ShardParts shard = parts.of(key);
            StoredDocument stored = shard.planner().load(key);
            Document live = LiveGate.admit(reading, stored);
            if (stored != null && live == null) {
                shard.writer().reclaim(key);
            }
            return live;
        });
    }

    /** Returns counts of the expired documents since the start, and of the documents stored now. */
    public ExpiryStatistics statistics() {
        return storeErrors.translate(parts.statistics()::statistics);
    }

    /** Live documents by key, range by range in the order given. */
    public DocumentCursor scan(ReadView reading, List<KeyRange> ranges, Direction direction) {
        return new GuardedCursor(
                name(),
                new DocumentScan(
                        reader(),
                        shards.partition(),
                        reading,
                        ranges,
                        direction,
                        part == null ? parts.livingWalk() : null));
    }

    /**
     * Live documents in the order of an index.
     *
     * @param ranges over encoded values, sorted in the direction, not overlapping
     */
    public DocumentCursor scan(ReadView reading, IndexDefinition index, List<KeyRange> ranges, Direction direction) {
        return scan(reading, new IndexWalk(index, ranges, direction));
    }

    /** Live documents in the order of an index. */
    public DocumentCursor scan(ReadView reading, IndexWalk walk) {
        return new GuardedCursor(name(), new IndexScan(reader(), shards.partition(), reading, walk, part == null));
    }

    /**
     * Live documents in no order: those that an index finds and, where it finds many, any others. The caller judges each by the
     * whole of its condition.
     */
    public DocumentCursor adaptiveScan(ReadView reading, IndexWalk walk) {
        return new AdaptiveScan(reading, shards.documents(), new IndexOrScan(this, reading, walk));
    }

    /** Live documents that have a deadline, the earliest first, by their keys where it is the same. */
    public DocumentCursor byDeadline(ReadView reading, DeadlineRange range) {
        Reader queues = storeErrors.translate(() -> shards.latched(() -> shards.aboveMarks(shards.store())));
        return new GuardedCursor(name(), new DeadlineScan(queues, shards.partition(), reading, range));
    }

    /**
     * Returns the number of documents that a walk of these ranges would meet, hidden ones included; stops counting at
     * {@code most}.
     */
    public int estimate(List<KeyRange> ranges, int most) {
        return storeErrors.translate(() -> parts.statistics().keys(reader(), Space.DOCUMENT, ranges, most));
    }

    /**
     * Returns the number of entries that a walk of an index would meet, whatever became of their documents, exactly where it is
     * small and else about; no more than {@code most}.
     */
    public int estimate(IndexWalk walk, int most) {
        return storeErrors.translate(() -> new EntryEstimate(shards, walk.storeRanges()).entries(most));
    }

    private Reader reader() {
        return part == null ? shards.reader() : part.reader();
    }

    /**
     * Returns the exact number of live documents. The cost is proportional to the number of hidden ones, or of living ones
     * if these are few.
     */
    public long count(ReadView reading) {
        if (part != null) {
            return walked(reading);
        }
        return storeErrors.translate(() -> parts.statistics().live(reading));
    }

    private long walked(ReadView reading) {
        long documents = 0;
        try (DocumentCursor all = scan(reading, List.of(KeyRange.ALL), Direction.FORWARD)) {
            while (all.next() != null) {
                documents++;
            }
        }
        return documents;
    }

    /**
     * Returns the number of times the sweeper has looked into one of its queues since the start: zero while nothing
     * here can expire, however many documents there are.
     */
    public long sweepVisits() {
        return parts.statistics().sweepVisits();
    }

    /** Returns what is in each shard. The cost is proportional to the number of hidden documents. */
    public List<ShardStatistics> shardStatistics() {
        return storeErrors.translate(() -> ShardStatistics.of(shards));
    }

    /** Returns the size of everything stored, hidden documents included. */
    public StoredSize storedSize() {
        return parts.statistics().storedSize();
    }

    /** Reads the document of the key, decides, and writes; starts over if another write came between. */
    public WriteOutcome write(DocumentKey key, Durability durability, Decider decider) {
        parts.foreground().count();
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        try {
            return storeErrors.translate(() ->
                    part == null ? parts.writes().write(key, durability, decider, receipt) : part.write(key, decider));
        } finally {
            // The keys that were charged have been written, and are held no longer.
            guard.settleAtMost(mark, 0);
        }
    }

    /** Returns true if a document would be hidden from its first moment on if it were written so. */
    public boolean wouldHide(ReadView reading, DocumentKey key, Decision.Put put) {
        return storeErrors.translate(() -> planner(key).wouldHide(reading, key, put));
    }

    /**
     * Writes in order, many to a batch; the writes of one batch become visible together.
     *
     * @param ordered whether to stop behind the first that meets a duplicate value
     * @return an outcome for every request that was made
     */
    public List<WriteOutcome> writeAll(List<WriteRequest> requests, boolean ordered, Durability durability) {
        return writeAll(requests, ordered, durability, OutcomeListener.NONE);
    }

    /**
     * As above; the writes of one call that are committed by several batches may be of different moments.
     *
     * @param listener told of each outcome, also by a call that fails then; of nothing in a transaction
     */
    public List<WriteOutcome> writeAll(
            List<WriteRequest> requests, boolean ordered, Durability durability, OutcomeListener listener) {
        parts.foreground().count();
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        try {
            return storeErrors.translate(() -> part == null
                    ? parts.writes().writeAll(requests, ordered, durability, receipt, listener)
                    : part.writeAll(requests, ordered));
        } finally {
            guard.settleAtMost(mark, 0);
        }
    }

    /** The number of writes that one call commits at the same time if their order does not matter. */
    public int writesTogether() {
        return parts.writes().together();
    }

    /** Returns true if writes whose order does not matter are committed by several batches side by side, a batch for each shard. */
    public boolean isWrittenSideBySide() {
        return parts.writes().isSideBySide();
    }

    /** Returns why a document will or did expire, hidden or not; null if there is none of this key. */
    public @Nullable Explanation explain(DocumentKey key) {
        ReadView reading = shards.reading();
        StoredDocument stored = storeErrors.translate(() -> planner(key).load(key));
        return stored == null ? null : Explanation.of(reading, shards.clock().guardedMillis(), stored);
    }

    /** The parts of which it consists. */
    CollectionParts parts() {
        return parts;
    }
}
