package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.PropertyRules;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.LowWaterMarks;
import dev.mayfly.engine.write.PropertyMaintenance;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass of the sweeper over what may be due in the queue of one property, batch by batch: takes dead properties out of their
 * documents, which live on. Used by one thread at a time.
 */
final class PropertyPass implements SweepStep {
    /*
     * A pass goes through its queue as QueuePass does. A document keeps its version, and with it its place in every order of
     * changes: no reader can tell that it was written. What was computed from it is put right in the same batch: its index
     * entries, and what its entries in the other queues say of it. Writers that meet the pass find out by the entry that it
     * takes away (PropertyMaintenance).
     *
     * A property that is hidden but may still come back is told of once; its entry then says so, and stands.
     */
    private static final Logger LOG = LoggerFactory.getLogger(PropertyPass.class);

    private final SweepContext context;
    private final SweptCollection swept;
    private final CollectionCommitter committer;
    private final int queue;
    private byte[] frontier = {};
    private byte[] position = {};
    private byte @Nullable [] firstStanding;
    private boolean ended;
    private boolean spares;
    private long nextDue = Deadlines.NO_DEADLINE;

    PropertyPass(SweepContext context, SweptCollection swept, int queue) {
        this.context = context;
        this.swept = swept;
        this.committer = swept.committer();
        this.queue = queue;
    }

    void begin() {
        ReadView reading = committer.reading();
        PropertyRules properties = reading.schema().properties();
        long latest = properties == null ? Long.MIN_VALUE : properties.latestDue(queue, reading.now());
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

    /** Returns true if it has left a dead property standing because its document is held. */
    boolean spares() {
        return spares;
    }

    @Override
    public long nextDue() {
        return nextDue;
    }

    private record Entry(byte[] key, byte[] value) {}

    /** Judges one batch; answers how many properties it took out. */
    @Override
    public int step() {
        long moment = committer.store().moment(committer.partition());
        List<Entry> entries = read(context.sweepBatch());
        ReadView reading = committer.reading();
        if (context.clock().isSuspect()) {
            // Checked after the read: if it has become so only now, the commit is rejected.
            return 0;
        }
        PropertyRules properties = reading.schema().properties();
        if (entries.isEmpty() || properties == null) {
            end(reading);
            return 0;
        }
        PendingCommit draft = new PendingCommit(reading, moment);
        Batch batch = new Batch(draft, properties);
        byte[] standing = null;
        QueuedDocuments documents = new QueuedDocuments(
                committer,
                entries.stream().map(entry -> Layout.queueDocument(entry.key)).toList());
        for (int place = 0; place < entries.size(); place++) {
            Entry entry = entries.get(place);
            if (batch.judge(entry, documents, place)) {
                batch.gone.add(entry.key);
            } else {
                standing = standing == null ? entry.key : standing;
            }
        }
        byte[] next = QueueStretch.behind(entries.getLast().key);
        QueueTail tail =
                new QueueTail(committer, queue, batch.gone, firstStanding != null, standing, next, Integer.MAX_VALUE);
        boolean isNothing = draft.isEmpty() && batch.gone.isEmpty();
        if (!isNothing && committer.commit(draft.with(new TrimmedTail(tail, batch.trimmed)), Durability.LOGGED) == 0) {
            return 0;
        }
        firstStanding = firstStanding == null ? standing : firstStanding;
        position = next;
        return batch.trimmed.size();
    }

    private List<Entry> read(int limit) {
        List<Entry> entries = new ArrayList<>(limit);
        swept.countVisit();
        KeyRange range = new KeyRange(position, frontier);
        try (Cursor cursor =
                committer.store().scan(committer.partition(), Space.EXPIRY, range, Direction.FORWARD, limit)) {
            while (cursor.next()) {
                entries.add(new Entry(cursor.key(), cursor.value()));
            }
        }
        return entries;
    }

    /** What one batch makes of its entries. */
    private final class Batch {
        private final PendingCommit draft;
        private final PropertyRules properties;
        private final List<byte[]> gone = new ArrayList<>();
        private final List<StoredDocument> trimmed = new ArrayList<>();

        Batch(PendingCommit draft, PropertyRules properties) {
            this.draft = draft;
            this.properties = properties;
        }

        /** Returns true if the entry is deleted; if not it stands. */
        boolean judge(Entry entry, QueuedDocuments documents, int place) {
            ReadView reading = draft.reading();
            DocumentKey key = documents.key(place);
            if (draft.touches(key.bytes())) {
                // It stands in this queue twice only if one of the entries is an orphan; the next pass finds it.
                wakeAt(reading.now());
                return false;
            }
            StoredDocument stored;
            try {
                stored = documents.at(place);
            } catch (StoredDocument.CorruptDocumentException damage) {
                LOG.error("a property of a damaged document is not taken out: {}", key);
                return false;
            }
            Instants instants = stored == null ? null : reading.schema().instants(stored);
            if (stored == null || instants == null || instants.in(queue) != Layout.queueInstant(entry.key)) {
                draft.expect(new Expectation.Version(Space.EXPIRY, entry.key, IndexEntry.version(entry.value)));
                return true;
            }
            if (reading.policy().isHidden(instants, reading.now())) {
                // All of it goes with the document.
                return false;
            }
            return judge(entry, stored, instants);
        }

        private boolean judge(Entry entry, StoredDocument stored, Instants instants) {
            ReadView reading = draft.reading();
            List<FieldPath> dead = properties.dead(instants, reading.now());
            boolean isHeld = !dead.isEmpty() && reading.schema().holds().covers(stored.key());
            spares |= isHeld;
            boolean isTrimmed = !dead.isEmpty() && !isHeld;
            StoredDocument after = isTrimmed ? properties.without(stored, dead) : stored;
            boolean isGone = isTrimmed && reading.schema().instants(after).in(queue) == Deadlines.NO_DEADLINE;
            if (!isGone && !isToBeTold(entry, instants)) {
                wakeAt(isHeld ? Deadlines.NO_DEADLINE : properties.nextDead(instants, reading.now()));
                return false;
            }
            draft.touch(stored.key().bytes());
            draft.expect(new Expectation.Version(Space.DOCUMENT, stored.key().bytes(), stored.version()));
            PropertyMaintenance.expectStored(draft, committer.store(), committer.partition(), stored, instants);
            tell(stored, instants, after);
            if (isGone) {
                draft.expiry().sweepProperties(dead.size());
                takeOut(stored, instants, after);
            } else {
                wakeAt(isHeld ? Deadlines.NO_DEADLINE : properties.nextDead(instants, reading.now()));
            }
            return isGone;
        }

        /** Returns true if the property of this queue has died by it, and nobody was told. */
        private boolean isToBeTold(Entry entry, Instants instants) {
            return !QueueEntry.isTold(entry.value)
                    && properties.deaths(instants, draft.reading().now()).stream()
                            .anyMatch(death -> death.queue() == queue);
        }

        /** Tells of each property once: those that are taken out, and the one of this queue. */
        private void tell(StoredDocument stored, Instants instants, StoredDocument after) {
            Schema schema = draft.reading().schema();
            for (PropertyRules.Death death :
                    properties.deaths(instants, draft.reading().now())) {
                byte[] key = Layout.queueKey(death.queue(), instants.in(death.queue()), stored.key());
                byte[] held = committer.store().get(committer.partition(), Space.EXPIRY, key);
                boolean stays = schema.instants(after).in(death.queue()) != Deadlines.NO_DEADLINE;
                if (held == null || QueueEntry.isTold(held) || (stays && death.queue() != queue)) {
                    continue;
                }
                PropertyMaintenance.tell(swept.announcer(), draft, stored.key(), stored.version(), death);
                if (stays) {
                    List<IndexEntry> indexed = schema.entries(after).all();
                    draft.putStandingQueueEntry(
                            key,
                            schema.queueEntry(after, schema.instants(after), indexed)
                                    .toToldBytes());
                }
            }
        }

        private void takeOut(StoredDocument stored, Instants instants, StoredDocument after) {
            Schema schema = draft.reading().schema();
            Instants left = schema.instants(after);
            List<IndexEntry> indexed = schema.entries(after).all();
            draft.sizes().replaceDocument(stored.bytes().length, after.bytes().length);
            draft.track(instants, stored.bytes().length, -1);
            draft.track(left, after.bytes().length, 1);
            changeEntries(stored, schema.entries(stored).all(), indexed);
            changeQueues(stored, instants, left, schema.queueEntry(after, left, indexed));
            trimmed.add(after);
        }

        private void changeEntries(StoredDocument stored, List<IndexEntry> before, List<IndexEntry> after) {
            WriteBatch batch = draft.batch();
            for (IndexEntry entry : before) {
                if (!after.contains(entry)) {
                    batch.delete(Space.INDEX, entry.storeKey(stored.key()));
                }
            }
            for (IndexEntry entry : after) {
                if (!before.contains(entry)) {
                    byte[] value = entry.storeValue(stored.key());
                    Layout.LONG.set(value, 0, stored.version());
                    batch.put(Space.INDEX, entry.storeKey(stored.key()), value);
                }
            }
        }

        /** Entries in the recheck queue say nothing of the document, and stay as they are. */
        private void changeQueues(StoredDocument stored, Instants before, Instants after, QueueEntry content) {
            for (int place = 0; place < before.queues().length; place++) {
                int other = before.queues()[place];
                if (!QueueEntry.stands(before, place)) {
                    continue;
                }
                byte[] key = Layout.queueKey(other, before.at()[place], stored.key());
                byte[] held = committer.store().get(committer.partition(), Space.EXPIRY, key);
                if (held == null) {
                    continue;
                }
                if (after.at()[place] == before.at()[place]) {
                    byte[] value = QueueEntry.isTold(held) ? content.toToldBytes() : content.toBytes();
                    draft.putStandingQueueEntry(key, value);
                } else if (other != queue) {
                    draft.batch().delete(Space.EXPIRY, key);
                }
            }
        }
    }

    private void end(ReadView reading) {
        ended = true;
        byte[] mark = committer.latched(() -> {
            catchUp();
            committer.marks().endPass(queue);
            return committer.marks().at(queue);
        });
        long offset = reading.policy().current().propertyOffset(queue);
        if (offset != Deadlines.NEVER) {
            swept.countVisit();
            byte[] from = Arrays.compareUnsigned(mark, frontier) > 0 ? mark : frontier;
            long first = QueueStretch.firstInstant(committer, queue, from);
            wakeAt(Deadlines.plus(first, offset));
        }
    }

    /** Moves a mark that lags behind, since clients removed what stood above it. */
    private void catchUp() {
        LowWaterMarks marks = committer.marks();
        byte[] mark = marks.at(queue);
        byte[] target = firstStanding == null ? frontier : firstStanding;
        long reached = mark.length < Layout.QUEUE_HEAD_BYTES ? Long.MIN_VALUE : Layout.queueInstant(mark);
        boolean isMovable = !marks.isHeld(queue)
                && !marks.isIdle(queue)
                && target.length >= Layout.QUEUE_HEAD_BYTES
                && Deadlines.plus(reached, QueuePass.MARK_LAG_MILLIS) < Layout.queueInstant(target);
        if (isMovable) {
            WriteBatch batch = CommitRetry.batch();
            LowWaterMarks.put(batch, queue, target);
            if (committer.writeInTurn(batch)) {
                marks.moved(queue, target);
            }
        }
    }

    private void wakeAt(long instant) {
        nextDue = Math.min(nextDue, instant);
    }
}
