package dev.mayfly.engine.definition;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.DocumentMaintenance;
import dev.mayfly.engine.write.PropertyMaintenance;
import dev.mayfly.engine.write.RecheckSchedule;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds the documents of one shard to an index and to queues that are being built. Writers maintain both from the beginning, so
 * one walk over the documents suffices; it blocks no writer.
 */
final class ShardIndexBuild {
    private static final int BATCH_DOCUMENTS = 100;

    /** A batch ends behind the document that brings it there. */
    private static final long BATCH_BYTES = 4 << 20;

    private final ClockGuard clock;
    private final CollectionCommitter committer;
    private final WritePlanner planner;
    private final @Nullable IndexDefinition index;
    private final List<Integer> queues;
    private final String name;
    private volatile long done;

    /** @param index the index to be built, or null when only queues are */
    ShardIndexBuild(
            CollectionCommitter committer,
            WritePlanner planner,
            String name,
            @Nullable IndexDefinition index,
            List<Integer> queues) {
        this.clock = committer.state().clock();
        this.committer = committer;
        this.planner = planner;
        this.name = name;
        this.index = index;
        this.queues = List.copyOf(queues);
    }

    /** The number of documents that were added. */
    long done() {
        return done;
    }

    void run() {
        byte[] position = {};
        long walked = 0;
        while (true) {
            committer.requireExisting();
            List<StoredDocument> documents = next(position);
            if (documents.isEmpty()) {
                return;
            }
            PendingCommit draft = new PendingCommit(committer.reading());
            int added = 0;
            while (added < documents.size() && add(draft, documents.get(added))) {
                added++;
            }
            boolean written = draft.isEmpty() || committer.commit(draft, Durability.LOGGED) != 0;
            if (written && added > 0) {
                byte[] last = documents.get(added - 1).key().bytes();
                position = Arrays.copyOf(last, last.length + 1);
                walked += added;
                done = walked;
            }
        }
    }

    private List<StoredDocument> next(byte[] position) {
        List<StoredDocument> documents = new ArrayList<>(BATCH_DOCUMENTS);
        KeyRange rest = new KeyRange(position, null);
        try (Cursor cursor = committer
                .store()
                .scan(committer.partition(), Space.DOCUMENT, rest, Direction.FORWARD, BATCH_DOCUMENTS)) {
            for (long bytes = 0; bytes < BATCH_BYTES && cursor.next(); ) {
                byte[] value = cursor.value();
                documents.add(StoredDocument.of(new DocumentKey(cursor.key()), value));
                bytes += value.length;
            }
        }
        return documents;
    }

    /** Returns false if the draft must be committed first, since it deals with the document or a value of it. */
    private boolean add(PendingCommit draft, StoredDocument document) {
        Schema schema = draft.reading().schema();
        // A draft is bounded; a build of any length is no more than its drafts.
        Schema.Entries entries = RequestGuard.unlimited(() -> schema.entries(document));
        List<IndexEntry> own = index == null
                ? List.of()
                : entries.all().stream()
                        .filter(entry -> entry.index() == index.id())
                        .toList();
        boolean busy = draft.touches(document.key().bytes())
                || own.stream().anyMatch(entry -> draft.touches(entry.storeKey(document.key())));
        if (busy) {
            return false;
        }
        List<DocumentMaintenance.Standing> losers = losers(draft, document, own);
        if (losers.stream()
                .anyMatch(loser -> draft.touches(loser.document().key().bytes()))) {
            return false;
        }
        for (DocumentMaintenance.Standing loser : losers) {
            if (loser.document().key().equals(document.key())) {
                planner.maintenance().remove(draft, loser, List.of());
                return true;
            }
            planner.maintenance().remove(draft, loser, own);
        }
        draft.expect(new Expectation.Version(Space.DOCUMENT, document.key().bytes(), document.version()));
        entries.turningMultikey().stream()
                .filter(turning -> index != null && turning.id() == index.id())
                .forEach(turning -> draft.turnMultikey(List.of(turning)));
        own.forEach(entry -> addEntry(draft, document, entry));
        addToQueues(draft, document, schema, entries.all());
        return true;
    }

    /**
     * Resolves two documents that have one value in a unique index. A hidden one gives way and cannot be restored, as
     * if the other were written now; two live ones end the build. If both are hidden, the dead one gives way if there
     * is one, so that it does not matter whether that was swept before.
     */
    private List<DocumentMaintenance.Standing> losers(
            PendingCommit draft, StoredDocument document, List<IndexEntry> own) {
        List<DocumentMaintenance.Standing> losers = new ArrayList<>(0);
        for (IndexEntry entry : own) {
            byte[] held = entry.unique()
                    ? committer.store().get(committer.partition(), Space.INDEX, entry.storeKey(document.key()))
                    : null;
            StoredDocument rival = held == null ? null : planner.load(IndexEntry.holder(held));
            if (rival == null || rival.key().equals(document.key())) {
                continue;
            }
            boolean hidden = LiveGate.admit(draft.reading(), document) == null;
            if (hidden && (isDead(draft, document) || !isDead(draft, rival))) {
                return List.of(DocumentMaintenance.standing(draft.reading(), document));
            }
            if (LiveGate.admit(draft.reading(), rival) != null) {
                throw new EngineException(new EngineError.DuplicateValue(name, entry.value()));
            }
            boolean known =
                    losers.stream().anyMatch(loser -> loser.document().key().equals(rival.key()));
            if (!known) {
                losers.add(DocumentMaintenance.standing(draft.reading(), rival));
            }
        }
        return losers;
    }

    private boolean isDead(PendingCommit draft, StoredDocument document) {
        ReadView reading = draft.reading();
        return reading.policy().isDead(reading.schema().instants(document), clock.guardedMillis());
    }

    private void addEntry(PendingCommit draft, StoredDocument document, IndexEntry entry) {
        byte[] key = entry.storeKey(document.key());
        byte[] value = entry.storeValue(document.key());
        Layout.LONG.set(value, 0, document.version());
        if (entry.unique()) {
            byte[] held = committer.store().get(committer.partition(), Space.INDEX, key);
            draft.touch(key);
            draft.expect(
                    held == null
                            ? new Expectation.Absent(Space.INDEX, key)
                            : new Expectation.Version(Space.INDEX, key, IndexEntry.version(held)));
        }
        draft.batch().put(Space.INDEX, key, value);
    }

    private void addToQueues(PendingCommit draft, StoredDocument document, Schema schema, List<IndexEntry> entries) {
        Instants instants = schema.instants(document);
        PropertyMaintenance.expectStored(draft, committer.store(), committer.partition(), document, instants);
        boolean rechecked = committer.rechecks().isStanding(document);
        for (int position = 0; position < instants.queues().length; position++) {
            int queue = instants.queues()[position];
            if (!queues.contains(queue) || !QueueEntry.stands(instants, position)) {
                continue;
            }
            if (rechecked && RecheckSchedule.covers(queue)) {
                draft.relyOnRecheck(document.recheck());
                byte[] value = new byte[Long.BYTES];
                Layout.LONG.set(value, 0, document.version());
                draft.putStandingQueueEntry(RecheckSchedule.entryKey(document), value);
            } else {
                byte[] key = Layout.queueKey(queue, instants.at()[position], document.key());
                draft.putStandingQueueEntry(
                        key, schema.queueEntry(document, instants, entries).toBytes());
            }
        }
    }
}
