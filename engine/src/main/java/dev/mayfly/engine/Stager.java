package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drafts writes of documents: reads what is there, asks what to make of it, and adds the document, its index entries
 * and its queue entries to the draft.
 *
 * <p>On the path of every write, hence plain.
 */
final class Stager {
    /** What staging one write came to; the version is known once the draft is committed. */
    sealed interface Staged {
        record Put(@Nullable Document before) implements Staged {}

        record Removed(Document before) implements Staged {}

        record Kept(@Nullable Document current) implements Staged {}

        record Duplicate(String index, DocumentKey holder) implements Staged {}

        /** The draft writes the same key already: it must be committed first. */
        record Collision() implements Staged {}

        /** Whether a document is written or taken out. */
        default boolean isWrite() {
            return this instanceof Put || this instanceof Removed;
        }

        default WriteOutcome outcome(long version) {
            return switch (this) {
                case Put put -> new WriteOutcome.Stored(version, put.before);
                case Removed removed -> new WriteOutcome.Removed(version, removed.before);
                case Kept kept -> new WriteOutcome.Kept(kept.current);
                case Duplicate duplicate -> new WriteOutcome.DuplicateValue(duplicate.index, duplicate.holder);
                case Collision _ -> throw new IllegalStateException("a collision is no outcome");
            };
        }
    }

    /** A stored document with all it has in indexes and queues. */
    record Standing(StoredDocument document, Instants instants, List<IndexEntry> entries) {}

    private final Committer committer;
    private final Reader store;
    private final Partition partition;
    private final int documentBytesMax;
    private final Recency recency;
    private final Tombstones tombstones;

    Stager(Committer committer, int documentBytesMax) {
        this(committer, committer.store(), documentBytesMax);
    }

    /** @param reader through which it sees what is there */
    Stager(Committer committer, Reader reader, int documentBytesMax) {
        this.committer = committer;
        this.store = reader;
        this.partition = committer.partition();
        this.documentBytesMax = documentBytesMax;
        this.recency = committer.recency();
        this.tombstones = committer.tombstones();
    }

    @Nullable
    StoredDocument load(DocumentKey key) {
        return StoredDocument.ofNullable(key, store.get(partition, Space.DOCUMENT, key.bytes()));
    }

    /** All there is of a key. */
    Remains remains(Reading reading, DocumentKey key) {
        StoredDocument stored = load(key);
        Document visible = LiveGate.admit(reading, stored);
        boolean looks = stored == null && Tombstones.areKept(reading);
        Tombstone buried = looks ? tombstones.find(store, partition, key) : null;
        return LiveGate.remains(reading, tombstones, stored, visible, buried);
    }

    /** Takes out a document that is dead, as the sweeper would; answers false if there is none. */
    boolean reclaim(Draft draft, DocumentKey key) {
        StoredDocument stored = load(key);
        if (stored == null) {
            return false;
        }
        Reading reading = draft.reading();
        Instants instants = reading.schema().instants(stored);
        boolean isHeld = reading.schema().holds().covers(key);
        if (isHeld || !reading.policy().isDead(instants, reading.now())) {
            return false;
        }
        remove(draft, standing(reading, stored), List.of());
        return true;
    }

    Staged stage(Draft draft, DocumentKey key, Decider decider) {
        if (draft.touches(key.bytes())) {
            return new Staged.Collision();
        }
        Reading reading = draft.reading();
        StoredDocument current = load(key);
        Document visible = LiveGate.admit(reading, current);
        Tombstone buried = current == null ? tombstones.find(store, partition, key) : null;
        Decision decision = decider instanceof RemainsDecider asking
                ? asking.decide(LiveGate.remains(reading, tombstones, current, visible, buried), reading)
                : decider.decide(visible, reading);
        return switch (decision) {
            case Decision.Keep _ -> new Staged.Kept(visible);
            case Decision.Remove _ -> stageRemove(draft, current, visible, null);
            case Decision.Bury bury -> {
                if (!Tombstones.areKept(reading)) {
                    yield stageRemove(draft, current, visible, null);
                }
                Tombstone left = new Tombstone(0, reading.now(), bury.cause(), bury.face());
                yield visible == null
                        ? stageBurial(draft, key, left, current, buried)
                        : stageRemove(draft, current, visible, left);
            }
            case Decision.Put put -> stagePut(draft, key, put, current, visible, buried);
        };
    }

    /** @param left its tombstone; null for the one that is left if nobody says otherwise */
    private Staged stageRemove(
            Draft draft, @Nullable StoredDocument current, @Nullable Document visible, @Nullable Tombstone left) {
        if (visible == null || current == null) {
            return new Staged.Kept(null);
        }
        relyOn(draft, visible);
        recall(draft, current);
        remove(draft, standing(draft.reading(), current), List.of(), left);
        Chronicle chronicle = committer.chronicle(draft.reading());
        if (chronicle != null) {
            chronicle.note(draft, current.key(), new Change.Removed(current.body()), current.stamp(), null);
        }
        return new Staged.Removed(visible);
    }

    /** Leaves a tombstone where there is no live document. */
    private Staged stageBurial(
            Draft draft, DocumentKey key, Tombstone left, @Nullable StoredDocument hidden, @Nullable Tombstone buried) {
        if (hidden == null) {
            draft.touch(key.bytes());
            draft.expect(new Expectation.Absent(Space.DOCUMENT, key.bytes()));
            tombstones.replace(draft, key, buried, left);
        } else {
            remove(draft, standing(draft.reading(), hidden), List.of(), left);
        }
        return new Staged.Put(null);
    }

    /** A write that saw the document live holds only until its deadline; a lazy one only until the next tick. */
    static void relyOn(Draft draft, Document visible) {
        if (draft.reading().policy().current().visibility() == Policy.Visibility.EXACT) {
            draft.rely(visible.deadline());
        }
    }

    Standing standing(Reading reading, StoredDocument document) {
        Schema schema = reading.schema();
        return new Standing(
                document, schema.instants(document), schema.entries(document).all());
    }

    /** @param visible what it replaces as far as anybody asks; {@code current} may be hidden, and brought back by this */
    Staged stagePut(
            Draft draft,
            DocumentKey key,
            Decision.Put put,
            @Nullable StoredDocument current,
            @Nullable Document visible,
            @Nullable Tombstone buried) {
        requireSizes(key, put);
        Reading reading = draft.reading();
        Schema schema = reading.schema();
        StoredDocument next = next(reading, key, put);
        Schema.Entries entries = schema.entries(next);
        Standing replaced = current == null ? null : standing(reading, current);
        List<Standing> victims = new ArrayList<>(0);
        Staged obstacle = takeValues(draft, key, entries.all(), victims);
        if (obstacle != null) {
            return obstacle;
        }
        if (visible != null) {
            relyOn(draft, visible);
        }
        draft.touch(key.bytes());
        draft.turnMultikey(entries.turningMultikey());
        for (Standing victim : victims) {
            remove(draft, victim, entries.all());
        }
        if (replaced == null) {
            draft.expect(new Expectation.Absent(Space.DOCUMENT, key.bytes()));
            tombstones.expect(draft, key, buried);
            if (buried != null) {
                Tombstones.remove(draft, key, buried);
            }
        } else {
            draft.expect(new Expectation.Version(Space.DOCUMENT, key.bytes(), replaced.document.version()));
            draft.countRemoved(replaced.document.bytes().length);
            if (visible == null) {
                bury(draft, replaced);
            } else {
                recall(draft, replaced.document);
            }
        }
        putDocument(draft, next, entries.all(), replaced);
        Chronicle chronicle = committer.chronicle(reading);
        if (chronicle != null) {
            Stamp before = visible == null ? null : visible.stamp();
            chronicle.note(draft, key, changeOf(put, visible), before, next.stamp());
        }
        return new Staged.Put(visible);
    }

    boolean wouldHide(Reading reading, DocumentKey key, Decision.Put put) {
        StoredDocument next = next(reading, key, put);
        // No grave and no replaced policy has a say about what is written only now.
        next.seal(Long.MAX_VALUE);
        return LiveGate.admit(reading, next) == null;
    }

    private static StoredDocument next(Reading reading, DocumentKey key, Decision.Put put) {
        long modified = Math.min(put.modified(), reading.now());
        return StoredDocument.draft(key, modified, put.lifetime(), put.face(), put.body())
                .showing(put.versionAt());
    }

    private static Change changeOf(Decision.Put put, @Nullable Document before) {
        if (before == null) {
            return new Change.Inserted(put.body());
        }
        Supplier<byte[]> difference = put.difference();
        return difference == null
                ? new Change.Replaced(before.body(), put.body())
                : new Change.Modified(before.body(), put.body(), difference.get());
    }

    private void requireSizes(DocumentKey key, Decision.Put put) {
        if (put.body().length > documentBytesMax) {
            throw new EngineException(new EngineError.DocumentTooLarge(put.body().length, documentBytesMax));
        }
        if (key.bytes().length > DocumentKey.BYTES_MAX) {
            throw new EngineException(new EngineError.KeyTooLong(key.bytes().length, DocumentKey.BYTES_MAX));
        }
    }

    /** Checks the unique values of a document; adds the hidden documents that must give theirs up. */
    private @Nullable Staged takeValues(
            Draft draft, DocumentKey key, List<IndexEntry> entries, List<Standing> victims) {
        for (IndexEntry entry : entries) {
            if (!entry.unique()) {
                continue;
            }
            byte[] storeKey = entry.storeKey(key);
            if (draft.touches(storeKey)) {
                return new Staged.Collision();
            }
            byte[] held = store.get(partition, Space.INDEX, storeKey);
            if (held == null) {
                draft.expect(new Expectation.Absent(Space.INDEX, storeKey));
                continue;
            }
            draft.expect(new Expectation.Version(Space.INDEX, storeKey, IndexEntry.version(held)));
            DocumentKey holder = IndexEntry.holder(held);
            if (!holder.equals(key)) {
                Staged obstacle = evict(draft, entry, holder, IndexEntry.version(held), victims);
                if (obstacle != null) {
                    return obstacle;
                }
            }
        }
        for (IndexEntry entry : entries) {
            if (entry.unique()) {
                draft.touch(entry.storeKey(key));
            }
        }
        return null;
    }

    private @Nullable Staged evict(
            Draft draft, IndexEntry entry, DocumentKey holder, long version, List<Standing> victims) {
        if (draft.touches(holder.bytes())) {
            return new Staged.Collision();
        }
        StoredDocument stored = load(holder);
        if (stored == null || stored.version() != version) {
            draft.race();
            return null;
        }
        if (LiveGate.admit(draft.reading(), stored) != null) {
            String name = draft.reading()
                    .record()
                    .index(entry.index())
                    .map(IndexDefinition::name)
                    .orElse("");
            return new Staged.Duplicate(name, holder);
        }
        boolean known =
                victims.stream().anyMatch(victim -> victim.document.key().equals(holder));
        if (!known) {
            victims.add(standing(draft.reading(), stored));
        }
        return null;
    }

    private void putDocument(Draft draft, StoredDocument next, List<IndexEntry> entries, @Nullable Standing replaced) {
        DocumentKey key = next.key();
        Schema schema = draft.reading().schema();
        draft.putDocument(next);
        if (recency.isKept()) {
            draft.putRecency(key);
            if (replaced != null) {
                recency.forget(draft.batch(), key, replaced.document.version());
            }
        }
        Set<IndexEntry> before = replaced == null ? new HashSet<>(0) : new HashSet<>(replaced.entries);
        for (IndexEntry entry : entries) {
            // An entry that stays as it is keeps its old version, unless it is unique and says who holds the value.
            if (!before.remove(entry) || entry.unique()) {
                draft.putVersioned(Space.INDEX, entry.storeKey(key), entry.storeValue(key));
            }
        }
        for (IndexEntry gone : before) {
            deleteEntry(draft, key, gone);
        }
        Instants instants = schema.instants(next);
        draft.track(instants, next.bytes().length, 1);
        if (replaced != null) {
            draft.track(replaced.instants, replaced.document.bytes().length, -1);
        }
        List<byte[]> stale = replaced == null ? List.of() : Schema.queueKeys(key, replaced.instants);
        byte[] payload = null;
        for (int position = 0; position < instants.queues().length; position++) {
            if (QueueEntry.stands(instants, position) && schema.keeps(position)) {
                byte[] value = payload == null
                        ? schema.queueEntry(next, instants, entries).toBytes()
                        : payload.clone();
                payload = value;
                byte[] queueKey = Layout.queueKey(instants.queues()[position], instants.at()[position], key);
                stale = without(stale, queueKey);
                draft.putQueueEntry(queueKey, value);
            }
        }
        for (byte[] gone : stale) {
            draft.batch().delete(Space.EXPIRY, gone);
        }
    }

    private static List<byte[]> without(List<byte[]> keys, byte[] key) {
        for (int index = 0; index < keys.size(); index++) {
            if (Arrays.equals(keys.get(index), key)) {
                List<byte[]> rest = new ArrayList<>(keys);
                rest.remove(index);
                return rest;
            }
        }
        return keys;
    }

    /** Takes a document out with all that belongs to it, except the unique values that are taken over. */
    void remove(Draft draft, Standing standing, List<IndexEntry> takenOver) {
        remove(draft, standing, takenOver, null);
    }

    /** @param left its tombstone; null for the one that is left if nobody says otherwise */
    private void remove(Draft draft, Standing standing, List<IndexEntry> takenOver, @Nullable Tombstone left) {
        StoredDocument document = standing.document;
        draft.touch(document.key().bytes());
        draft.expect(new Expectation.Version(Space.DOCUMENT, document.key().bytes(), document.version()));
        draft.batch().delete(Space.DOCUMENT, document.key().bytes());
        recency.forget(draft.batch(), document.key(), document.version());
        draft.countRemoved(document.bytes().length);
        draft.track(standing.instants, document.bytes().length, -1);
        for (IndexEntry entry : standing.entries) {
            if (!entry.unique() || !takenOver.contains(entry)) {
                deleteEntry(draft, document.key(), entry);
            }
        }
        for (byte[] queueKey : Schema.queueKeys(document.key(), standing.instants)) {
            draft.batch().delete(Space.EXPIRY, queueKey);
        }
        Reading reading = draft.reading();
        boolean hidden = reading.policy().isHidden(standing.instants, reading.now());
        if (left != null) {
            tombstones.put(draft, document.key(), left);
        } else if (hidden) {
            long goneAt = reading.policy().diedAt(standing.instants, reading.now());
            tombstones.leave(draft, document, Tombstone.Cause.EXPIRED, goneAt);
        } else {
            tombstones.leave(draft, document, Tombstone.Cause.REMOVED, reading.now());
        }
        if (hidden) {
            bury(draft, standing);
        }
    }

    /** Deletes an index entry; one that names another document is not ours to delete. */
    private void deleteEntry(Draft draft, DocumentKey key, IndexEntry entry) {
        byte[] storeKey = entry.storeKey(key);
        if (entry.unique()) {
            byte[] held = store.get(partition, Space.INDEX, storeKey);
            if (draft.touches(storeKey)) {
                return;
            }
            draft.expect(IndexEntry.unchanged(storeKey, held));
            if (held == null || !IndexEntry.holder(held).equals(key)) {
                return;
            }
            draft.touch(storeKey);
        }
        draft.batch().delete(Space.INDEX, storeKey);
    }

    /** A write takes a hidden document's place: it is announced now if it was not before, and beyond recall unless held. */
    private void bury(Draft draft, Standing standing) {
        Reading reading = draft.reading();
        DocumentKey key = standing.document.key();
        if (reading.schema().holds().covers(key)) {
            Vault.layAside(draft, standing.document, standing.instants);
        } else {
            committer.countDestroyed(draft, key, standing.document.bytes().length, standing.instants);
        }
        noteTaken(draft, standing);
        if (withdraw(draft, standing.document)) {
            return;
        }
        draft.countExpired(standing.document.bytes().length);
        byte[] record = Layout.announcementKey(standing.document.key(), standing.document.version());
        draft.expectUnread(new Expectation.Absent(Space.EXPIRY, record));
        Announcement announcement = announcement(draft.reading(), standing.document.key(), standing.instants);
        committer.announcer().expired(draft, announcement, standing.document, false);
    }

    /** What an undo of the last change of policy would have brought back, if this write had not taken its place. */
    private static void noteTaken(Draft draft, Standing standing) {
        Reading reading = draft.reading();
        long change = draft.destroyer() == Destroyer.WRITE
                ? reading.policy().hiddenByChange(standing.instants, reading.now())
                : 0;
        if (change != 0) {
            byte[] key = Layout.takenKey(change, standing.document.key());
            draft.putVersioned(Space.META, key, new byte[Long.BYTES]);
        }
    }

    /** A write to a live document that had been announced says itself that it was brought back. */
    private void recall(Draft draft, StoredDocument document) {
        if (withdraw(draft, document)) {
            committer.announcer().broughtBack(draft, document);
        }
    }

    /** Whether a record of an announcement stands. */
    boolean isRecorded(byte[] record) {
        return committer.totals().records() > 0 && store.get(partition, Space.EXPIRY, record) != null;
    }

    /** Takes away the record of a document, if one stands. */
    private boolean withdraw(Draft draft, StoredDocument document) {
        if (committer.totals().records() == 0) {
            return false;
        }
        byte[] record = Layout.announcementKey(document.key(), document.version());
        byte[] held = store.get(partition, Space.EXPIRY, record);
        if (held == null) {
            return false;
        }
        draft.expect(new Expectation.Version(Space.EXPIRY, record, IndexEntry.version(held)));
        draft.withdraw(record);
        return true;
    }

    static Announcement announcement(Reading reading, DocumentKey key, Instants instants) {
        int queue = reading.policy().decidingQueue(instants, reading.now());
        long deadline = reading.policy().diedAt(instants, reading.now());
        return new Announcement(reading.record().name(), key, instants.version(), queue, deadline, reading.now(), 0);
    }
}
