package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.ChangeCapture;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.Announcer;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.node.ClockTrust;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.PropertyRules;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drafts writes of documents: reads what is there, asks what to make of it, and has that put into the draft, unless a
 * unique value stands in the way.
 *
 * <p>On the path of every write, hence plain.
 */
public final class WritePlanner {
    /** The outcome of staging one write; the version is known once the draft is committed. */
    public sealed interface Staged {
        record Put(@Nullable Document before) implements Staged {}

        record Removed(Document before) implements Staged {}

        record Kept(@Nullable Document current) implements Staged {}

        record Duplicate(String index, DocumentKey holder) implements Staged {}

        /** The draft writes the same key already: it must be committed first. */
        record Collision() implements Staged {}

        /** Returns true if a document is written or removed. */
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

    private final CollectionCommitter committer;
    private final Announcer announcer;
    private final @Nullable ChangeCapture changeCapture;
    private final Reader store;
    private final Partition partition;
    private final int documentBytesMax;
    private final DocumentMaintenance maintenance;
    private final Tombstones tombstones;

    public WritePlanner(CollectionCommitter committer, Announcer announcer, int documentBytesMax) {
        this(committer, announcer, committer.store(), documentBytesMax);
    }

    private WritePlanner(CollectionCommitter committer, Announcer announcer, Reader reader, int documentBytesMax) {
        this.committer = committer;
        this.announcer = announcer;
        this.changeCapture = committer.state().changeCapture();
        this.store = reader;
        this.partition = committer.partition();
        this.documentBytesMax = documentBytesMax;
        this.maintenance = new DocumentMaintenance(committer, announcer, reader);
        this.tombstones = committer.tombstones();
    }

    /** Returns a planner of writes to the same collection that sees through a reader what is there. */
    @SuppressWarnings(
            "ReferenceEquality") // It is the reader itself that matters, and making a planner costs something.
    public WritePlanner through(Reader reader) {
        return reader == store ? this : new WritePlanner(committer, announcer, reader, documentBytesMax);
    }

    /** Announces that documents have expired, or live again. */
    public Announcer announcer() {
        return announcer;
    }

    public DocumentMaintenance maintenance() {
        return maintenance;
    }

    @Nullable
    public StoredDocument load(DocumentKey key) {
        return StoredDocument.ofNullable(key, store.get(partition, Space.DOCUMENT, key.bytes()));
    }

    /** Returns the state of a key. */
    public KeyState stateOf(ReadView reading, DocumentKey key) {
        StoredDocument stored = load(key);
        Document visible = LiveGate.admit(reading, stored);
        boolean looks = stored == null && reading.keepsTombstones();
        Tombstone buried = looks ? tombstones.findForReader(store, partition, key) : null;
        return LiveGate.stateOf(reading, committer.forms(), stored, visible, buried);
    }

    /** Takes out a document that is dead, as the sweeper would; answers false if there is none. */
    boolean reclaim(PendingCommit draft, DocumentKey key) {
        StoredDocument stored = load(key);
        if (stored == null) {
            return false;
        }
        ReadView reading = draft.reading();
        Instants instants = reading.schema().instants(stored);
        boolean isHeld = reading.schema().holds().covers(key);
        if (isHeld || !reading.policy().isDead(instants, reading.now())) {
            return false;
        }
        maintenance.remove(draft, DocumentMaintenance.standing(reading, stored), List.of());
        return true;
    }

    public Staged stage(PendingCommit draft, DocumentKey key, Decider decider) {
        if (draft.touches(key.bytes())) {
            return new Staged.Collision();
        }
        ReadView reading = draft.reading();
        StoredDocument current = load(key);
        Document visible = LiveGate.admit(reading, current);
        Tombstone buried = current == null ? tombstones.find(store, partition, key) : null;
        Decision decision = decider instanceof KeyStateDecider asking
                ? asking.decide(LiveGate.stateOf(reading, committer.forms(), current, visible, buried), reading)
                : decider.decide(visible, reading);
        return switch (decision) {
            case Decision.Keep _ -> new Staged.Kept(visible);
            case Decision.Remove _ -> stageRemove(draft, current, visible, null);
            case Decision.Bury bury -> {
                if (!reading.keepsTombstones()) {
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

    /** @param left its tombstone; null for the default one */
    private Staged stageRemove(
            PendingCommit draft,
            @Nullable StoredDocument current,
            @Nullable Document visible,
            @Nullable Tombstone left) {
        if (visible == null || current == null) {
            return new Staged.Kept(null);
        }
        relyOn(draft, visible);
        maintenance.recall(draft, current);
        maintenance.remove(draft, DocumentMaintenance.standing(draft.reading(), current), List.of(), left);
        ChangeCapture capture = ChangeCapture.keeping(changeCapture, draft.reading());
        if (capture != null) {
            capture.note(draft, current.key(), new Change.Removed(visible.body()), current, null);
        }
        return new Staged.Removed(visible);
    }

    /** Leaves a tombstone where there is no live document. */
    private Staged stageBurial(
            PendingCommit draft,
            DocumentKey key,
            Tombstone left,
            @Nullable StoredDocument hidden,
            @Nullable Tombstone buried) {
        if (hidden == null) {
            draft.touch(key.bytes());
            draft.expect(new Expectation.Absent(Space.DOCUMENT, key.bytes()));
            tombstones.replace(draft, key, buried, left);
        } else {
            maintenance.remove(draft, DocumentMaintenance.standing(draft.reading(), hidden), List.of(), left);
        }
        return new Staged.Put(null);
    }

    /** A write that saw the document live holds only until its deadline; a lazy one only until the next tick. */
    public static void relyOn(PendingCommit draft, Document visible) {
        if (draft.reading().policy().current().visibility() == Policy.Visibility.EXACT) {
            draft.rely(visible.settledUntil());
        }
    }

    /**
     * @param visible what it replaces from the client's view; {@code current} may be hidden, and brought back by this
     */
    public Staged stagePut(
            PendingCommit draft,
            DocumentKey key,
            Decision.Put put,
            @Nullable StoredDocument current,
            @Nullable Document visible,
            @Nullable Tombstone buried) {
        requireSizes(key, put);
        ReadView reading = draft.reading();
        ClockTrust.require(
                committer.state().clock(), put.lifetime(), reading.policy().current());
        Schema schema = reading.schema();
        StoredDocument next = stating(schema, next(reading, key, put), current, visible);
        Schema.Entries entries = schema.entries(next);
        DocumentMaintenance.Standing replaced = current == null ? null : DocumentMaintenance.standing(reading, current);
        List<DocumentMaintenance.Standing> victims = new ArrayList<>(0);
        Staged obstacle = takeValues(draft, key, entries.all(), victims);
        if (obstacle != null) {
            return obstacle;
        }
        if (visible != null) {
            relyOn(draft, visible);
        }
        draft.touch(key.bytes());
        draft.turnMultikey(entries.turningMultikey());
        for (DocumentMaintenance.Standing victim : victims) {
            maintenance.remove(draft, victim, entries.all());
        }
        if (replaced == null) {
            draft.expect(new Expectation.Absent(Space.DOCUMENT, key.bytes()));
            tombstones.expect(draft, key, buried);
            if (buried != null) {
                Tombstones.remove(draft, key, buried);
            }
        } else {
            draft.expect(new Expectation.Version(
                    Space.DOCUMENT, key.bytes(), replaced.document().version()));
            draft.sizes().removeDocument(replaced.document().bytes().length);
            maintenance.properties().release(draft, replaced.document(), replaced.instants(), visible != null);
            if (visible == null) {
                maintenance.bury(draft, replaced);
            } else {
                maintenance.recall(draft, replaced.document());
            }
        }
        maintenance.putDocument(draft, next, entries.all(), replaced);
        ChangeCapture capture = ChangeCapture.keeping(changeCapture, reading);
        if (capture != null) {
            capture.note(draft, key, changeOf(put, visible), visible == null ? null : current, next);
        }
        return new Staged.Put(visible);
    }

    public boolean wouldHide(ReadView reading, DocumentKey key, Decision.Put put) {
        StoredDocument next = next(reading, key, put);
        // No grave and no replaced policy applies to a document that is written only now.
        next.seal(Long.MAX_VALUE);
        return LiveGate.admit(reading, next) == null;
    }

    private static StoredDocument next(ReadView reading, DocumentKey key, Decision.Put put) {
        long modified = Math.min(put.modified(), reading.now());
        return StoredDocument.draft(key, modified, put.lifetime(), put.face(), put.body())
                .showing(put.versionAt());
    }

    /** The document that is written, which says of its properties when they were set where that was before. */
    private static StoredDocument stating(
            Schema schema, StoredDocument next, @Nullable StoredDocument current, @Nullable Document visible) {
        PropertyRules properties = schema.properties();
        return properties == null || current == null || visible == null
                ? next
                : properties.stating(next, current, visible.view(), schema.view(next));
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
            PendingCommit draft,
            DocumentKey key,
            List<IndexEntry> entries,
            List<DocumentMaintenance.Standing> victims) {
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
            PendingCommit draft,
            IndexEntry entry,
            DocumentKey holder,
            long version,
            List<DocumentMaintenance.Standing> victims) {
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
                victims.stream().anyMatch(victim -> victim.document().key().equals(holder));
        if (!known) {
            victims.add(DocumentMaintenance.standing(draft.reading(), stored));
        }
        return null;
    }
}
