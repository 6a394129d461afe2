package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Documents by key, with indexes and a policy about their lifetimes. Every method may throw {@link EngineException}.
 * Safe for concurrent use.
 */
public final class Collection {
    /** How far {@link ExpiryStatistics#live} may lag. */
    public static final long COUNT_LAG_MILLIS = 2_000;

    private final EngineContext context;
    private final Committer committer;
    private final Border border;
    private final Writer writer;
    private final DryRuns dryRuns;
    private final Definition definition;
    private final HiddenDocuments hiddenDocuments;
    private final Outlook outlook;
    private final WriteOrder writeOrder;
    private final RecordWalk recordWalk;
    private final Receipts receipts;

    /** What the writes through this view leave behind, or null. */
    private final @Nullable Receipt receipt;

    /** The transaction through which this view looks, or null. */
    private final @Nullable TransactionPart part;

    Collection(EngineContext context, CollectionRecord record) {
        this.context = context;
        this.committer = new Committer(context, record);
        this.border = new Border(committer);
        Stager stager = new Stager(committer, context.settings().documentBytesMax());
        this.writer = new Writer(committer, stager);
        this.dryRuns = new DryRuns(context, committer);
        this.definition = new Definition(context, committer, stager, dryRuns);
        this.hiddenDocuments = new HiddenDocuments(context, committer, stager);
        this.outlook = new Outlook(committer, dryRuns, definition.policyChanges());
        this.writeOrder = new WriteOrder(committer);
        this.recordWalk = new RecordWalk(committer, context.settings().sweep().batchDocuments());
        this.receipts = new Receipts(committer);
        this.receipt = null;
        this.part = null;
    }

    private Collection(
            Collection whole, Definition definition, @Nullable Receipt receipt, @Nullable TransactionPart part) {
        this.context = whole.context;
        this.committer = whole.committer;
        this.border = whole.border;
        this.writer = whole.writer;
        this.dryRuns = whole.dryRuns;
        this.definition = definition;
        this.hiddenDocuments = whole.hiddenDocuments;
        this.outlook = whole.outlook;
        this.writeOrder = whole.writeOrder;
        this.recordWalk = whole.recordWalk;
        this.receipts = whole.receipts;
        this.receipt = receipt;
        this.part = part;
    }

    /** The same collection, within a transaction. */
    Collection in(TransactionPart seen) {
        return new Collection(this, definition, null, seen);
    }

    /** Whether this is a view within a transaction: it reads as of one instant, and its writes wait for the commit. */
    public boolean isTransactional() {
        return part != null;
    }

    /** The same collection, each of whose writes leaves this receipt behind. */
    public Collection leaving(Receipt left) {
        return new Collection(this, definition, left, part);
    }

    /** The same collection, a change of whose policy may hide so many documents at once, whatever the guard allows. */
    public Collection allowing(ExpireLimit limit) {
        return new Collection(this, definition.allowing(limit), receipt, part);
    }

    /**
     * The same collection, changes of whose definition (indexes, policy, options) are not made but taken by the rehearsal;
     * its record shows them.
     */
    public Collection rehearsing(Rehearsal taking) {
        return new Collection(this, definition.rehearsing(taking), receipt, part);
    }

    /** What the last writes with a receipt of this identity have left, or null. */
    public byte @Nullable [] receipt(byte[] id) {
        return border.cross(() -> receipts.get(id));
    }

    public void forgetReceipt(byte[] id) {
        border.run(() -> receipts.forget(id));
    }

    /** Shows every receipt, by its identity. */
    public void receipts(BiConsumer<byte[], byte[]> consumer) {
        border.run(() -> receipts.forEach(consumer));
    }

    public CollectionName name() {
        return committer.record().name();
    }

    /** Its indexes, its policy and its options, and how they change. */
    public Definition definition() {
        return definition;
    }

    /** What has expired and is stored still. */
    public HiddenDocuments hiddenDocuments() {
        return hiddenDocuments;
    }

    /** What becomes of its documents in time. */
    public Outlook outlook() {
        return outlook;
    }

    /** Its documents and changes in the order in which they were written. */
    public WriteOrder writeOrder() {
        return writeOrder;
    }

    /** The record as it is now; a request that reads takes a {@link #reading} instead. */
    public CollectionRecord record() {
        return definition.record();
    }

    /** How often each index was used, which is counted by whoever chooses one. */
    public IndexUse indexUse() {
        return definition.indexUse();
    }

    /** What a request answers as of; taken once. */
    public Reading reading() {
        if (part != null) {
            return part.reading();
        }
        committer.requireExisting();
        context.foreground().count();
        return committer.reading();
    }

    /** The live document of a key, or null. */
    public @Nullable Document get(Reading reading, DocumentKey key) {
        return border.cross(
                () -> LiveGate.admit(reading, part == null ? writer.stager().load(key) : part.load(key)));
    }

    /** All there is of a key: what a document has left that is gone, too, in a collection that keeps tombstones. */
    public Remains remains(Reading reading, DocumentKey key) {
        return border.cross(() -> part == null ? writer.stager().remains(reading, key) : part.remains(key));
    }

    /**
     * Destroys the document of a key if it has expired, as the sweeper would some time; not while sweeping is forbidden.
     * Whoever meets what is hidden may do so; nothing that is read depends on it.
     *
     * @return whether it was destroyed now
     */
    public boolean reclaim(DocumentKey key) {
        return part == null && border.cross(() -> writer.reclaim(key));
    }

    /** The live document of a key, or null; one that has expired is destroyed, as by {@link #reclaim}. */
    public @Nullable Document getOrReclaim(Reading reading, DocumentKey key) {
        if (part != null) {
            return get(reading, key);
        }
        return border.cross(() -> {
            StoredDocument stored = writer.stager().load(key);
            Document live = LiveGate.admit(reading, stored);
            if (stored != null && live == null) {
                writer.reclaim(key);
            }
            return live;
        });
    }

    /** What has come of expired documents since the start, and what there is now. */
    public ExpiryStatistics statistics() {
        return border.cross(() -> committer
                .counts()
                .statistics(committer, committer.reading(), context.clock().guardedMillis()));
    }

    /** Live documents by key, range by range in the order given. */
    public DocumentCursor scan(Reading reading, List<KeyRange> ranges, Direction direction) {
        return new GuardedCursor(name(), new DocumentScan(reader(), committer.partition(), reading, ranges, direction));
    }

    /**
     * Live documents in the order of an index.
     *
     * @param ranges over encoded values, sorted in the direction, not overlapping
     */
    public DocumentCursor scan(Reading reading, IndexDefinition index, List<KeyRange> ranges, Direction direction) {
        return scan(reading, new IndexWalk(index, ranges, direction));
    }

    /** Live documents in the order of an index. */
    public DocumentCursor scan(Reading reading, IndexWalk walk) {
        return new GuardedCursor(name(), new IndexScan(reader(), committer.partition(), reading, walk));
    }

    /** Live documents that have a deadline, the earliest first, by their keys where it is the same. */
    public DocumentCursor byDeadline(Reading reading, DeadlineRange range) {
        return new GuardedCursor(name(), new DeadlineScan(reader(), committer.partition(), reading, range));
    }

    /** How many documents a walk of these ranges would meet, hidden ones too; it stops counting at the most. */
    public int estimate(List<KeyRange> ranges, int most) {
        return border.cross(() -> estimate(Space.DOCUMENT, ranges, most));
    }

    /** How many entries a walk of an index would meet, whatever became of their documents; stops at the most. */
    public int estimate(IndexWalk walk, int most) {
        return border.cross(() -> estimate(Space.INDEX, walk.storeRanges(), most));
    }

    private int estimate(Space space, List<KeyRange> ranges, int most) {
        try (RangeWalk walk = new RangeWalk(reader(), committer.partition(), space, ranges, Direction.FORWARD)) {
            int keys = 0;
            while (keys < most && walk.next() != null) {
                keys++;
            }
            return keys;
        }
    }

    private Reader reader() {
        return part == null ? committer.store() : part.reader();
    }

    /** How many documents are live, exactly. Costs as much as there are hidden ones. */
    public long count(Reading reading) {
        if (part != null) {
            return walked(reading);
        }
        return border.cross(
                () -> HiddenCount.live(committer, reading, context.clock().guardedMillis()));
    }

    private long walked(Reading reading) {
        long documents = 0;
        try (DocumentCursor all = scan(reading, List.of(KeyRange.ALL), Direction.FORWARD)) {
            while (all.next() != null) {
                documents++;
            }
        }
        return documents;
    }

    /**
     * How often the sweeper has looked into one of its queues since the start: never while nothing here can expire, however
     * many documents there are.
     */
    public long sweepVisits() {
        return committer.sweepVisits().get();
    }

    /** How much is stored, hidden documents included. */
    public StoredSize storedSize() {
        return new StoredSize(committer.totals().documents(), committer.totals().bytes());
    }

    public record StoredSize(long documents, long bytes) {
        /** How much the bodies alone are, where every document inherits its lifetime and has so many bytes of its face. */
        public long bodies(int faceBytes) {
            return bytes - documents * (StoredDocument.FRAME_BYTES + faceBytes);
        }
    }

    /** Reads the document of the key, decides, and writes; again from the start whenever something came between. */
    public WriteOutcome write(DocumentKey key, Durability durability, Decider decider) {
        context.foreground().count();
        if (part != null) {
            return border.cross(() -> part.write(key, decider));
        }
        return border.cross(() -> writer.write(key, durability, decider, receipt));
    }

    /** Whether a document would be hidden from its first moment on if it were written so. */
    public boolean wouldHide(Reading reading, DocumentKey key, Decision.Put put) {
        return border.cross(() -> writer.stager().wouldHide(reading, key, put));
    }

    /** One of several writes. */
    public record Request(DocumentKey key, Decider decider) {}

    /**
     * Writes in order, many to a batch; the writes of one batch become visible together.
     *
     * @param ordered whether to stop behind the first that meets a duplicate value
     * @return an outcome for every request that was made
     */
    public List<WriteOutcome> writeAll(List<Request> requests, boolean ordered, Durability durability) {
        context.foreground().count();
        if (part != null) {
            return border.cross(() -> part.writeAll(requests, ordered));
        }
        return border.cross(() -> writer.writeAll(requests, ordered, durability, receipt));
    }

    /** What looks ahead here. */
    DryRuns dryRuns() {
        return dryRuns;
    }

    /** Why a document will or did expire, hidden or not; null when there is none of this key. */
    public @Nullable Explanation explain(DocumentKey key) {
        Reading reading = committer.reading();
        StoredDocument stored = border.cross(() -> writer.stager().load(key));
        return stored == null ? null : Explanation.of(reading, context.clock().guardedMillis(), stored);
    }

    void withdrawRecalled() {
        recordWalk.run();
    }

    Committer committer() {
        return committer;
    }
}
