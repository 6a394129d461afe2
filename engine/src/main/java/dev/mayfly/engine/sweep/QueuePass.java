package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.PropertyRules;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.DocumentMaintenance;
import dev.mayfly.engine.write.LowWaterMarks;
import dev.mayfly.engine.write.PropertyMaintenance;
import dev.mayfly.engine.write.RecheckSchedule;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pass of the sweeper over what may be due in one queue, batch by batch. Used by one thread at a time. */
final class QueuePass implements SweepStep {
    /*
     * A pass judges every entry from the queue's mark up to the frontier, the end of what may be due. What is dead is
     * destroyed, what is only hidden is announced and left standing, and so is what is neither. The mark follows behind
     * what was destroyed until the first entry that stands; from there on the pass goes by a position of its own.
     *
     * A batch expects of every document the version that its entry names, but for those that it has read behind a batch of its
     * own on which it stands. If any has changed meanwhile, nothing of the batch happens, and the next step looks again, warily:
     * it reads every document, for an entry may also be an orphan.
     */
    private static final Logger LOG = LoggerFactory.getLogger(QueuePass.class);

    /**
     * The time by which a mark may lag behind the emptied part of the queue before it is moved without a batch that
     * deletes.
     */
    static final long MARK_LAG_MILLIS = 10_000;

    /**
     * The approximate number of bytes that a batch may add to the history; what is committed together is also read
     * together.
     */
    static final long HISTORY_BYTES = 1 << 20;

    /**
     * The bytes of entries after which a batch takes no more. An entry names the keys that its document has in indexes, so
     * what a batch deletes stays in the order of this, which is below what any store takes at once.
     */
    static final int ENTRY_BYTES = 1 << 20;

    private final SweepContext context;
    private final SweptCollection swept;
    private final CollectionCommitter committer;
    private final int queue;
    private final DeletionCause destroyer;
    private byte[] frontier = {};
    private byte[] position = {};
    private byte @Nullable [] firstStanding;
    private boolean ended;
    private boolean wary;
    private boolean spares;
    private long nextDue = Deadlines.NO_DEADLINE;

    QueuePass(SweepContext context, SweptCollection swept, int queue, DeletionCause destroyer) {
        this.context = context;
        this.swept = swept;
        this.committer = swept.committer();
        this.queue = queue;
        this.destroyer = destroyer;
    }

    void begin() {
        ReadView reading = committer.reading();
        long latest = reading.policy().latestDue(queue, reading.now());
        committer.latched(() -> {
            LowWaterMarks marks = committer.marks();
            position = marks.at(queue);
            frontier = latest == Long.MIN_VALUE ? position : QueueEntry.frontier(queue, latest);
            marks.beginPass(queue, frontier);
            return true;
        });
        ended = latest == Long.MIN_VALUE || Arrays.compareUnsigned(position, frontier) >= 0;
        if (ended) {
            end(reading);
        }
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    /** Returns true if it has left a dead document standing because it is held. */
    boolean spares() {
        return spares;
    }

    /** The earliest instant known at which this queue wants a look again. */
    @Override
    public long nextDue() {
        return nextDue;
    }

    /** Judges one batch; answers how many documents it destroyed. */
    @Override
    public int step() {
        Turn made = committer.madeTurn();
        List<Entry> entries = read(Math.max(1, limit(context.sweepBatch())));
        ReadView reading = committer.reading();
        if (context.clock().isSuspect()) {
            // Checked after the read: if it has become so only now, the commit is rejected.
            return 0;
        }
        if (entries.isEmpty()) {
            end(reading);
            return 0;
        }
        long moment = committer.store().moment(committer.partition());
        PendingCommit draft = new PendingCommit(reading).readBehind(made).by(destroyer);
        List<byte[]> gone = new ArrayList<>(entries.size());
        byte[] standing = null;
        int judged = 0;
        QueuedDocuments documents = new QueuedDocuments(
                committer,
                entries.stream().map(entry -> Layout.queueDocument(entry.key)).toList(),
                place -> entries.get(place).content.bytes());
        while (judged < entries.size() && draft.weight() < HISTORY_BYTES) {
            Entry entry = entries.get(judged);
            boolean stands = !judge(draft, entry, documents, judged);
            judged++;
            if (stands) {
                standing = standing == null ? entry.key : standing;
            } else {
                gone.add(entry.key);
            }
        }
        byte[] last = entries.get(judged - 1).key;
        byte[] next = QueueStretch.behind(last);
        QueueTail tail = new QueueTail(committer, queue, gone, firstStanding != null, standing, next, rangeMin());
        boolean nothing = draft.isEmpty() && gone.isEmpty();
        boolean done = nothing || commit(draft, moment, tail);
        wary = !done;
        if (done) {
            firstStanding = firstStanding == null ? standing : firstStanding;
            position = next;
            spend(draft.expiry().purgedAmount());
            return draft.expiry().destroyed();
        }
        return 0;
    }

    /** Returns how many documents may be destroyed now; a budget bounds only what nobody has asked for. */
    int limit(int wanted) {
        return destroyer == DeletionCause.SWEEP
                ? context.budgets().of(swept.name()).documents(swept.name(), swept.shard(), wanted)
                : wanted;
    }

    private void spend(Amount destroyed) {
        if (destroyer == DeletionCause.SWEEP && destroyed.documents() > 0) {
            context.budgets()
                    .of(swept.name())
                    .destroyed(swept.name(), swept.shard(), (int) destroyed.documents(), destroyed.bytes());
        }
    }

    /**
     * Commits a draft. Checks its expectations, most of which hold, before it blocks other writers; under the
     * latch only what was written meanwhile is looked at.
     *
     * @param moment of the store, taken before the draft was made; 0 if it keeps none
     */
    private boolean commit(PendingCommit draft, long moment, QueueTail tail) {
        if (moment != 0) {
            draft.batch().readSince(moment);
            List<Expectation> unmet = committer.store().unmet(committer.partition(), draft.expectations());
            if (!unmet.isEmpty()) {
                return false;
            }
        }
        return committer.commit(draft.with(tail), Durability.LOGGED) != 0;
    }

    /**
     * Returns the number of entries above which they are deleted as a range. For few, single deletes are cheaper: no
     * scan walks over them, since all scans begin at the mark, while a memtable with many ranges is slow to read, and
     * soon flushed.
     */
    private int rangeMin() {
        return context.settings().idleBatchDocuments() / 2;
    }

    private record Entry(byte[] key, QueueEntry content) {}

    private List<Entry> read(int limit) {
        List<Entry> entries = new ArrayList<>(limit);
        swept.countVisit();
        KeyRange range = new KeyRange(position, frontier);
        long bytes = 0;
        try (Cursor cursor =
                committer.store().scan(committer.partition(), Space.EXPIRY, range, Direction.FORWARD, limit)) {
            while (bytes < ENTRY_BYTES && cursor.next()) {
                byte[] value = cursor.value();
                bytes += value.length;
                entries.add(new Entry(cursor.key(), QueueEntry.of(value)));
            }
        }
        return entries;
    }

    private void end(ReadView reading) {
        ended = true;
        byte[] mark = committer.latched(() -> {
            catchUp();
            committer.marks().endPass(queue);
            return committer.marks().at(queue);
        });
        lookAhead(reading, Arrays.compareUnsigned(mark, frontier) > 0 ? mark : frontier);
    }

    /** Moves a mark that lags far behind, since clients removed what stood above it. */
    private void catchUp() {
        LowWaterMarks marks = committer.marks();
        byte[] mark = marks.at(queue);
        byte[] target = firstStanding == null ? frontier : firstStanding;
        boolean movable = !marks.isHeld(queue) && !marks.isIdle(queue) && target.length >= Layout.QUEUE_HEAD_BYTES;
        if (movable && Deadlines.plus(instantOf(mark), MARK_LAG_MILLIS) < Layout.queueInstant(target)) {
            WriteBatch batch = CommitRetry.batch();
            LowWaterMarks.put(batch, queue, target);
            if (committer.writeInTurn(batch)) {
                marks.moved(queue, target);
            }
        }
    }

    private static long instantOf(byte[] mark) {
        return mark.length < Layout.QUEUE_HEAD_BYTES ? Long.MIN_VALUE : Layout.queueInstant(mark);
    }

    /** Finds out when the first entry behind the frontier falls due. */
    private void lookAhead(ReadView reading, byte[] from) {
        long offset = reading.policy().current().offset(queue);
        if (offset == Deadlines.NEVER) {
            return;
        }
        swept.countVisit();
        long first = QueueStretch.firstInstant(committer, queue, from);
        if (first != Deadlines.NO_DEADLINE) {
            wakeAt(Deadlines.plus(first, offset));
        }
    }

    private void wakeAt(long instant) {
        nextDue = Math.min(nextDue, instant);
    }

    /** Returns true if the entry is deleted; if not it stands. */
    private boolean judge(PendingCommit draft, Entry entry, QueuedDocuments documents, int place) {
        ReadView reading = draft.reading();
        DocumentKey key = documents.key(place);
        if (draft.touches(key.bytes())) {
            // The document stands in this queue twice only if one of the entries is an orphan; the next pass finds it.
            wakeAt(reading.now());
            return false;
        }
        QueueEntry content = entry.content;
        boolean reads =
                wary || content.generation() != reading.record().generation() || hasProperties(reading, content);
        StoredDocument stored = null;
        if (reads || swept.announcer().needsDocument(reading) || reading.keepsTombstones() || mayBeRechecked(content)) {
            try {
                stored = named(content, documents.at(place));
            } catch (StoredDocument.CorruptDocumentException damage) {
                LOG.error(
                        "a damaged document is not swept: {} in {}",
                        key,
                        reading.record().name());
                return false;
            }
        }
        if (reads) {
            content = reread(reading, stored);
            if (content == null) {
                draft.expect(new Expectation.Version(
                        Space.EXPIRY, entry.key, entry.content.instants().version()));
                return true;
            }
        }
        PolicyState policy = reading.policy();
        Instants instants = content.instants();
        boolean isDead = policy.isDead(instants, reading.now());
        boolean isHeld = isDead && reading.schema().holds().covers(key);
        if (isDead && !isHeld) {
            destroy(draft, key, content, stored);
            return true;
        }
        spares |= isHeld;
        if (policy.isHidden(instants, reading.now())) {
            if (announceOnce(draft, key, instants, stored)) {
                draft.expiry().expire(content.bytes());
            }
            // In a lazy collection what is due by the clock waits for the tick, which calls by itself.
            long dead = policy.deadFrom(instants);
            wakeAt(dead > reading.now() && !isHeld ? dead : Deadlines.NO_DEADLINE);
        }
        return false;
    }

    /** Returns true if properties of the document may be taken out, of which its version does not tell. */
    private static boolean hasProperties(ReadView reading, QueueEntry content) {
        PropertyRules properties = reading.schema().properties();
        return properties != null && properties.mayDie(content.instants());
    }

    /** Returns true if the document may have an entry in the recheck queue, of which only the document tells. */
    private boolean mayBeRechecked(QueueEntry content) {
        if (RecheckSchedule.covers(queue) || !committer.rechecks().mayHold()) {
            return false;
        }
        Instants instants = content.instants();
        return instants.in(QueueIds.UNTIL) != Deadlines.NO_DEADLINE
                || instants.in(QueueIds.FOR) != Deadlines.NO_DEADLINE;
    }

    /** Returns the entry that the document would get if it were written today; null if the entry is an orphan. */
    private static @Nullable QueueEntry reread(ReadView reading, @Nullable StoredDocument stored) {
        if (stored == null) {
            return null;
        }
        Schema schema = reading.schema();
        Instants instants = schema.instants(stored);
        return schema.queueEntry(stored, instants, schema.entries(stored).all());
    }

    /** Returns the document if the entry is its own, or null if the entry is an orphan. */
    private static @Nullable StoredDocument named(QueueEntry content, @Nullable StoredDocument stored) {
        boolean isNamed =
                stored != null && stored.version() == content.instants().version();
        return isNamed ? stored : null;
    }

    /** @param stored read only where it is needed */
    private void announce(
            PendingCommit draft, DocumentKey key, Instants instants, @Nullable StoredDocument stored, boolean stands) {
        Announcement announcement = DocumentMaintenance.announcement(draft.reading(), key, instants);
        swept.announcer().expired(draft, announcement, stored, stands);
    }

    private void destroy(PendingCommit draft, DocumentKey key, QueueEntry content, @Nullable StoredDocument stored) {
        Instants instants = content.instants();
        WriteBatch batch = draft.batch();
        draft.touch(key.bytes());
        Expectation unchanged = new Expectation.Version(Space.DOCUMENT, key.bytes(), instants.version());
        if (stored == null) {
            // It may be another document than the entry says.
            draft.expect(unchanged);
        } else {
            draft.expectRead(unchanged);
        }
        batch.delete(Space.DOCUMENT, key.bytes());
        committer.modifiedIndex().forget(batch, key, instants.version());
        if (stored != null) {
            PropertyMaintenance.expectStored(draft, committer.store(), committer.partition(), stored, instants);
        }
        for (IndexEntry entry : content.entries()) {
            byte[] storeKey = entry.storeKey(key);
            if (!entry.unique() || isOurs(draft, storeKey, instants.version())) {
                batch.delete(Space.INDEX, storeKey);
            }
        }
        for (int index = 0; index < instants.queues().length; index++) {
            if (instants.queues()[index] != queue && QueueEntry.stands(instants, index)) {
                batch.delete(Space.EXPIRY, Layout.queueKey(instants.queues()[index], instants.at()[index], key));
            }
        }
        if (stored != null && stored.recheck() != Deadlines.NO_DEADLINE) {
            batch.delete(Space.EXPIRY, RecheckSchedule.entryKey(stored));
        }
        draft.sizes().removeDocument(content.bytes());
        committer.countDestroyed(draft, key, content.bytes(), instants);
        draft.track(instants, content.bytes(), -1);
        byte[] record = Layout.announcementKey(key, instants.version());
        byte[] held = recorded(record);
        if (held != null) {
            draft.expect(new Expectation.Version(Space.EXPIRY, record, IndexEntry.version(held)));
            draft.withdraw(record);
        } else {
            draft.expiry().expire(content.bytes());
            announce(draft, key, instants, stored, false);
        }
        if (draft.reading().keepsTombstones()) {
            leaveTombstone(draft, instants, stored);
        }
    }

    private void leaveTombstone(PendingCommit draft, Instants instants, @Nullable StoredDocument stored) {
        if (stored == null) {
            // The document is not what the entry says, so the commit would be rejected.
            draft.race();
            return;
        }
        ReadView reading = draft.reading();
        long goneAt = reading.policy().diedAt(instants, reading.now());
        committer.tombstones().leave(draft, stored, Tombstone.Cause.EXPIRED, goneAt);
    }

    /** A unique entry goes only if it names this document; its version changes with its document's. */
    private boolean isOurs(PendingCommit draft, byte[] storeKey, long version) {
        byte[] held = committer.store().get(committer.partition(), Space.INDEX, storeKey);
        draft.expect(IndexEntry.unchanged(storeKey, held));
        return held != null && IndexEntry.version(held) == version;
    }

    private boolean isRecorded(byte[] record) {
        return recorded(record) != null;
    }

    private byte @Nullable [] recorded(byte[] record) {
        return committer.totals().hasRecords()
                ? committer.store().get(committer.partition(), Space.EXPIRY, record)
                : null;
    }

    /** Returns true if it was not announced before. */
    private boolean announceOnce(
            PendingCommit draft, DocumentKey key, Instants instants, @Nullable StoredDocument stored) {
        byte[] record = Layout.announcementKey(key, instants.version());
        boolean isFirst = draft.touch(key.bytes()) && !isRecorded(record);
        if (isFirst) {
            draft.expect(new Expectation.Version(Space.DOCUMENT, key.bytes(), instants.version()));
            announce(draft, key, instants, stored, true);
        }
        return isFirst;
    }
}
