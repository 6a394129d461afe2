package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Tick;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.Past;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.engine.forecast.Standing;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.hidden.HiddenPage;
import dev.mayfly.engine.hidden.Purged;
import dev.mayfly.engine.hidden.RestoreOutcome;
import dev.mayfly.engine.hidden.UndoPlan;
import dev.mayfly.engine.hold.Hold;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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
    private final Writer writer;
    private final SchemaChanges schemaChanges;
    private final PolicyChanges policyChanges;
    private final DryRuns dryRuns;
    private final RecordWalk recordWalk;
    private final Recall recall;
    private final Undo undo;
    private final Holding holding;
    private final Receipts receipts;
    /** What the writes through this view leave behind, or null. */
    private final @Nullable Receipt receipt;
    /** The transaction through which this view looks, or null. */
    private final @Nullable TransactionPart part;

    /** What takes the changes of the definition that are made through this view, or null. */
    private final @Nullable Rehearsal rehearsal;

    /** How many documents a change of policy through this view may hide at once. */
    private final ExpireLimit allowed;

    private final IndexUse indexUse;

    Collection(EngineContext context, CollectionRecord record) {
        this.context = context;
        this.committer = new Committer(context, record);
        Stager stager = new Stager(committer, context.settings().documentBytesMax());
        this.writer = new Writer(committer, stager);
        this.dryRuns = new DryRuns(context, committer);
        ExpireGuard guard = new ExpireGuard(context, committer, dryRuns);
        this.policyChanges = new PolicyChanges(context, committer, guard);
        this.recordWalk = new RecordWalk(committer, context.settings().sweep().batchDocuments());
        this.indexUse = new IndexUse(context.clock());
        this.schemaChanges = new SchemaChanges(context, committer, stager, policyChanges, guard);
        this.recall = new Recall(context, committer, stager);
        this.undo = new Undo(context, committer, policyChanges, schemaChanges, dryRuns);
        this.holding = new Holding(context, committer);
        this.receipts = new Receipts(committer);
        this.receipt = null;
        this.part = null;
        this.allowed = ExpireLimit.INHERITED;
        this.rehearsal = null;
    }

    private Collection(
            Collection whole,
            @Nullable Receipt receipt,
            @Nullable TransactionPart part,
            ExpireLimit allowed,
            @Nullable Rehearsal rehearsal) {
        this.context = whole.context;
        this.committer = whole.committer;
        this.writer = whole.writer;
        this.policyChanges = whole.policyChanges;
        this.recordWalk = whole.recordWalk;
        this.recall = whole.recall;
        this.undo = whole.undo;
        this.holding = whole.holding;
        this.schemaChanges = whole.schemaChanges;
        this.dryRuns = whole.dryRuns;
        this.receipts = whole.receipts;
        this.indexUse = whole.indexUse;
        this.receipt = receipt;
        this.part = part;
        this.allowed = allowed;
        this.rehearsal = rehearsal;
    }

    /** The same collection, within a transaction. */
    Collection in(TransactionPart seen) {
        return new Collection(this, null, seen, allowed, rehearsal);
    }

    /** Whether this is a view within a transaction: it reads as of one instant, and its writes wait for the commit. */
    public boolean isTransactional() {
        return part != null;
    }

    /** The same collection, each of whose writes leaves this receipt behind. */
    public Collection leaving(Receipt left) {
        return new Collection(this, left, part, allowed, rehearsal);
    }

    /** The same collection, a change of whose policy may hide so many documents at once, whatever the guard allows. */
    public Collection allowing(ExpireLimit limit) {
        return new Collection(this, receipt, part, limit, rehearsal);
    }

    /**
     * The same collection, changes of whose definition (indexes, policy, options) are not made but taken by the rehearsal;
     * its record shows them.
     */
    public Collection rehearsing(Rehearsal taking) {
        return new Collection(this, receipt, part, allowed, taking);
    }

    /** Refuses a change of the policy that the guard would refuse. */
    public void requireAllowed(UnaryOperator<Policy> change) {
        reading(() -> {
            policyChanges.require(change, allowed);
            return true;
        });
    }

    /** Answers false if it is to be made really. */
    private boolean rehearse(Rehearsal.Step step) {
        if (rehearsal == null) {
            return false;
        }
        rehearsal.add(step);
        record();
        return true;
    }

    /** What the last writes with a receipt of this identity have left, or null. */
    public byte @Nullable [] receipt(byte[] id) {
        return reading(() -> receipts.get(id));
    }

    public void forgetReceipt(byte[] id) {
        reading(() -> {
            receipts.forget(id);
            return true;
        });
    }

    /** Shows every receipt, by its identity. */
    public void receipts(BiConsumer<byte[], byte[]> consumer) {
        reading(() -> {
            receipts.forEach(consumer);
            return true;
        });
    }

    public CollectionName name() {
        return committer.record().name();
    }

    /** The record as it is now; a request that reads takes a {@link #reading} instead. */
    public CollectionRecord record() {
        Rehearsal taking = rehearsal;
        return taking == null
                ? committer.record()
                : committer.latched(() ->
                        taking.applied(committer.record(), context.versions().last() + 1));
    }

    /** How often each index was used, which is counted by whoever chooses one. */
    public IndexUse indexUse() {
        return rehearsal == null ? indexUse : new IndexUse(context.clock());
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
        return reading(
                () -> LiveGate.admit(reading, part == null ? writer.stager().load(key) : part.load(key)));
    }

    /** All there is of a key: what a document has left that is gone, too, in a collection that keeps tombstones. */
    public Remains remains(Reading reading, DocumentKey key) {
        return reading(() -> part == null ? writer.stager().remains(reading, key) : part.remains(key));
    }

    /**
     * Destroys the document of a key if it has expired, as the sweeper would some time; not while sweeping is forbidden.
     * Whoever meets what is hidden may do so; nothing that is read depends on it.
     *
     * @return whether it was destroyed now
     */
    public boolean reclaim(DocumentKey key) {
        return part == null && reading(() -> writer.reclaim(key));
    }

    /** The live document of a key, or null; one that has expired is destroyed, as by {@link #reclaim}. */
    public @Nullable Document getOrReclaim(Reading reading, DocumentKey key) {
        if (part != null) {
            return get(reading, key);
        }
        return reading(() -> {
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
        return reading(() -> committer
                .counts()
                .statistics(committer, committer.reading(), context.clock().guardedMillis()));
    }

    /** Sets for how long tombstones are kept, 0 for not at all. Those that are gone do not come back. */
    public void keepTombstones(long millis) {
        reading(() -> committer.change(Durability.SYNCED, _ -> {
            CollectionRecord record = committer.record();
            committer.tombstones().forgetQuiet(Long.MIN_VALUE);
            boolean same = record.changes().tombstoneMillis() == millis;
            return same ? record : record.withChanges(record.changes().withTombstones(millis));
        }));
        context.noteDue(Long.MIN_VALUE);
    }

    /** Sets how many documents a change of policy may hide at once. */
    public void guard(ExpireLimit limit) {
        reading(() -> committer.change(Durability.SYNCED, _ -> {
            CollectionRecord record = committer.record();
            return record.maxExpire().equals(limit) ? record : record.withMaxExpire(limit);
        }));
    }

    /** How many documents a change of policy may hide at once: what the collection says, else the server. */
    public ExpireLimit guard() {
        return record().maxExpire().or(context.settings().maxExpire());
    }

    /** Sets how often the sweeper may look for expired documents. */
    public void changePace(SweepPace pace) {
        reading(() -> committer.change(Durability.SYNCED, _ -> {
            CollectionRecord record = committer.record();
            return record.pace().equals(pace) ? record : record.withPace(pace);
        }));
        context.noteDue(Long.MIN_VALUE);
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

    /**
     * Live documents in the order of their last writes, each once. Only of a collection that keeps that order.
     *
     * @param after the version behind which to begin: 0 for all, {@link RecencyCursor#end} or the version of a document
     *     to go on, whose whole batch must have been read
     * @param wanted tells by its key whether a document is asked for
     */
    public RecencyCursor byRecency(Reading reading, long after, Predicate<DocumentKey> wanted) {
        return reading(() -> new RecencyCursor(committer, reading, after, wanted));
    }

    /** The version behind which everything will come that is not acknowledged yet. */
    public long settledVersion() {
        return reading(committer::settledVersion);
    }

    /** The last version before anything that was modified at this instant or later, in milliseconds since the epoch. */
    public long versionBefore(long instant) {
        return reading(
                () -> Recency.before(committer.store(), committer.partition(), instant, committer.settledVersion()));
    }

    /** Live documents that have a deadline, the earliest first, by their keys where it is the same. */
    public DocumentCursor byDeadline(Reading reading, DeadlineRange range) {
        return new GuardedCursor(name(), new DeadlineScan(reader(), committer.partition(), reading, range));
    }

    /** How many documents a walk of these ranges would meet, hidden ones too; it stops counting at the most. */
    public int estimate(List<KeyRange> ranges, int most) {
        return reading(() -> estimate(Space.DOCUMENT, ranges, most));
    }

    /** How many entries a walk of an index would meet, whatever became of their documents; stops at the most. */
    public int estimate(IndexWalk walk, int most) {
        return reading(() -> estimate(Space.INDEX, walk.storeRanges(), most));
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
        return reading(
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

    /** What is hidden but still stored, exactly. Costs as much as there is of it. */
    public HiddenCensus hidden(Reading reading) {
        return reading(() -> HiddenCount.of(committer, reading, context.clock().guardedMillis()));
    }

    /** The same, each document at the deadline by which it expired. Costs as much. */
    public Standing standing(Reading reading, ForecastRange range) {
        return reading(
                () -> HiddenCount.standing(committer, reading, context.clock().guardedMillis(), range));
    }

    /**
     * What is hidden but still stored, queue by queue in the order of the instants there.
     *
     * @param after the position at which an earlier page ended, or null to begin
     */
    public HiddenPage hiddenDocuments(Reading reading, byte @Nullable [] after, int limit) {
        return reading(() -> recall.page(reading, after, limit));
    }

    /** What is stored of a hidden document, of this version if that is not 0; null when none is hidden. */
    public @Nullable HiddenContent hiddenContent(DocumentKey key, long version) {
        return this.<@Nullable HiddenContent>reading(() -> recall.content(key, version));
    }

    /**
     * Brings a hidden document back, as a new version of itself with this lifetime. Of what may be destroyed already
     * nothing is brought back.
     */
    public RestoreOutcome restore(DocumentKey key, Lifetime lifetime) {
        return restore(key, 0, lifetime);
    }

    /** As {@link #restore(DocumentKey, Lifetime)}, the hidden document of this version where there are several of a key. */
    public RestoreOutcome restore(DocumentKey key, long version, Lifetime lifetime) {
        return reading(() -> recall.restore(key, version, lifetime));
    }

    /** What keeps expired documents of it from being destroyed, by name. */
    public List<Hold> holds() {
        return committer.schema().holds().all();
    }

    /**
     * Keeps a document, or the whole collection, from being destroyed once it has expired; nothing else is kept from it.
     * Another hold of the name is replaced.
     *
     * @param key of the document; null for the whole collection
     * @return null when there are {@link Hold#MAX} already
     */
    public @Nullable Hold hold(String name, @Nullable DocumentKey key, String reason) {
        return this.<@Nullable Hold>reading(() -> holding.set(name, key, reason));
    }

    /** Lets go of what a hold has kept, unless another keeps it; answers whether there was one of this name. */
    public boolean release(String name) {
        return reading(() -> holding.release(name));
    }

    /** Destroys what is hidden under these keys, whatever grace says; nothing while sweeping is forbidden. */
    public Purged purge(List<DocumentKey> keys) {
        return reading(() -> recall.purge(keys));
    }

    /** Destroys all that is hidden, whatever grace says; nothing while sweeping is forbidden. */
    public Purged purgeAll() {
        return reading(recall::purgeAll);
    }

    /** What an {@link #undo} would come to now; null when no change of policy can be undone. */
    public @Nullable UndoPlan undoPlan() {
        return this.<@Nullable UndoPlan>reading(() -> undo.plan(committer.reading()));
    }

    /**
     * Sets the policy again that the last change replaced, if nothing stands in the way of that.
     *
     * @return what that came to; null when there was nothing to undo
     */
    public @Nullable UndoPlan undo() {
        return this.<@Nullable UndoPlan>reading(undo::run);
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
            return reading(() -> part.write(key, decider));
        }
        return reading(() -> writer.write(key, durability, decider, receipt));
    }

    /** Whether a document would be hidden from its first moment on if it were written so. */
    public boolean wouldHide(Reading reading, DocumentKey key, Decision.Put put) {
        return reading(() -> writer.stager().wouldHide(reading, key, put));
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
            return reading(() -> part.writeAll(requests, ordered));
        }
        return reading(() -> writer.writeAll(requests, ordered, durability, receipt));
    }

    /** Makes an index, and a rule over it if one is asked for, and waits until it is ready. */
    public IndexDefinition createIndex(IndexRequest request) {
        if (rehearse((record, version) -> schemaChanges.proposed(record, request, version))) {
            return record().index(request.name()).orElseThrow();
        }
        IndexDefinition created = reading(() -> schemaChanges.create(request, allowed));
        indexUse.begin(created.id());
        return created;
    }

    /** Drops an index with the rule that rests on it. */
    public void dropIndex(String index) {
        if (!rehearse((record, version) -> schemaChanges.proposedDrop(record, index, version))) {
            reading(() -> schemaChanges.drop(index));
        }
    }

    /** Replaces an index by its like: another name, hidden or not, other options of the face. */
    public void alterIndex(String index, UnaryOperator<IndexDefinition> change) {
        Rehearsal.Step step = (record, _) -> record.withIndex(change.apply(SchemaChanges.require(record, index)));
        if (!rehearse(step)) {
            reading(() -> schemaChanges.alter(index, change));
        }
    }

    public void alterOptions(byte[] options) {
        if (!rehearse((record, _) -> record.withOptions(options))) {
            reading(() -> committer.change(Durability.SYNCED, _ -> record().withOptions(options)));
        }
    }

    /**
     * Sets for how long all changes are kept, 0 for not at all. Only of a collection whose face leaves that to each of
     * them. What is gone already does not come back by keeping it longer.
     */
    public void keepHistory(long millis) {
        if (!rehearse((record, version) -> keepingHistory(record, millis, version))) {
            reading(() -> committer.change(
                    Durability.SYNCED, version -> keepingHistory(committer.record(), millis, version)));
        }
    }

    private static CollectionRecord keepingHistory(CollectionRecord record, long millis, long version) {
        ChangeKeeping before = record.changes();
        if (before.historyMillis() == millis) {
            return record;
        }
        long since = before.hasHistory() ? before.historySince() : version;
        return record.withChanges(before.withHistory(millis, since));
    }

    /**
     * Reads all changes behind a version, for as long as they are kept. Only of a collection that keeps them.
     *
     * @throws EngineException with {@link EngineError.HistoryLost} when something behind the version is not kept
     */
    public HistoryCursor history(long after) {
        return reading(() -> new HistoryCursor(committer, after));
    }

    /** The first version behind which nothing of the history is missing. */
    public long historyBegin() {
        return reading(() -> HistoryCursor.begin(committer));
    }

    /** How far the builds of indexes are. */
    public List<IndexBuild.Status> builds() {
        return schemaChanges.builds();
    }

    /**
     * Changes the policy. Costs the same however many documents there are; they obey it from the next reading on.
     *
     * @return whether anything changed
     */
    public boolean changePolicy(UnaryOperator<Policy> change) {
        if (rehearse((record, version) -> policyChanges.proposed(record, change, version))) {
            return true;
        }
        return reading(() -> policyChanges.change(change, allowed));
    }

    /** Changes the policy as {@link #changePolicy} does, and in the same write what the face keeps of the collection. */
    public boolean changePolicy(UnaryOperator<Policy> change, byte[] options) {
        Rehearsal.Step step = (record, version) ->
                policyChanges.proposed(record, change, version).withOptions(options);
        if (rehearse(step)) {
            return true;
        }
        return reading(() -> policyChanges.change(change, options, allowed));
    }

    /**
     * When the documents will be hidden if nothing changes. Costs as much as there are that can expire; where these are
     * millions they are walked once, then counted by the hour, and the answer says that it is not exact.
     */
    public Forecast forecast(Reading reading, ForecastRange range) {
        return reading(() -> dryRuns.forecast(reading, range));
    }

    /** What looks ahead here. */
    DryRuns dryRuns() {
        return dryRuns;
    }

    /** What has expired and was destroyed, by five minutes, for as long as that is kept. */
    public Past past(ForecastRange range) {
        return reading(() -> committer.past().past(committer, range));
    }

    /** What a change of the policy would do; nothing is written. Costs as much as there are that can expire. */
    public DryRun dryRun(UnaryOperator<Policy> change, ForecastRange range) {
        return reading(() -> dryRuns.dryRun(
                (record, version) -> policyChanges.proposed(record, change, version), range, ScanProgress.NONE));
    }

    /**
     * What changes that were made through a view that rehearses them would do. Where something has no queue yet all
     * documents are read.
     */
    public DryRun dryRun(Rehearsal rehearsal, ForecastRange range, ScanProgress progress) {
        return reading(() -> dryRuns.dryRun(rehearsal::applied, range, progress));
    }

    /** Why a document will or did expire, hidden or not; null when there is none of this key. */
    public @Nullable Explanation explain(DocumentKey key) {
        Reading reading = committer.reading();
        StoredDocument stored = reading(() -> writer.stager().load(key));
        return stored == null ? null : Explanation.of(reading, context.clock().guardedMillis(), stored);
    }

    /** Gives an index that is there already a rule, and waits until its queue is ready. */
    public void addRule(String index, IndexRequest.TtlRule rule) {
        if (!rehearse((record, version) -> schemaChanges.proposedRule(record, index, rule, version))) {
            reading(() -> {
                schemaChanges.addRule(index, rule, allowed);
                return true;
            });
        }
    }

    /** The monitor's look at a lazy collection: from here on it shows what this instant hides. */
    public void tick() {
        Reading reading = committer.reading();
        Policy policy = reading.policy().current();
        if (policy.masked() || policy.visibility() == Policy.Visibility.EXACT) {
            return;
        }
        reading(() -> committer.change(Durability.LOGGED, version -> ticked(reading, version)));
        context.noteDue(Long.MIN_VALUE);
    }

    private CollectionRecord ticked(Reading reading, long version) {
        boolean frozen =
                context.clock().isSuspect() || record().policy().current().masked();
        boolean stale = reading.epoch() != context.clock().epoch();
        return frozen || stale
                ? record()
                : record().withPolicy(record().policy().withTick(new Tick(reading.now(), version)));
    }

    void withdrawRecalled() {
        recordWalk.run();
    }

    void retireQueues() {
        schemaChanges.retireQueues();
    }

    /** Finishes or undoes what the last process left half done. */
    void recover() {
        schemaChanges.rollBackBuilds();
        schemaChanges.deleteLeftovers();
    }

    PolicyChanges policyChanges() {
        return policyChanges;
    }

    Committer committer() {
        return committer;
    }

    private <T extends @Nullable Object> T reading(Supplier<T> work) {
        try {
            committer.requireExisting();
            return work.get();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        } catch (StoredDocument.CorruptDocumentException damage) {
            throw new EngineException(new EngineError.DocumentCorrupt(name()), damage);
        }
    }
}
