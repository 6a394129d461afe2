package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.IndexDefinition;
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
 * Gives the documents that are there already their entries in an index and in queues that are being built. Writers
 * keep both from the beginning, so one walk over the documents suffices; it blocks nobody.
 */
public final class IndexBuild {
    private static final int BATCH_DOCUMENTS = 100;

    private final Committer committer;
    private final @Nullable IndexDefinition index;
    private final List<Integer> queues;
    private final String name;
    private final long total;
    private volatile long done;

    /** @param index the index to be built, or null when only queues are */
    IndexBuild(Committer committer, String name, @Nullable IndexDefinition index, List<Integer> queues) {
        this.committer = committer;
        this.name = name;
        this.index = index;
        this.queues = List.copyOf(queues);
        this.total = committer.totals().documents();
    }

    /** How far a build is, in documents. */
    public record Status(String index, long done, long total) {}

    Status status() {
        return new Status(name, done, Math.max(done, total));
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
            Draft draft = new Draft(committer.reading());
            documents.forEach(document -> add(draft, document));
            boolean written = draft.isEmpty() || committer.commit(draft, Durability.LOGGED) != 0;
            if (written) {
                byte[] last = documents.getLast().key().bytes();
                position = Arrays.copyOf(last, last.length + 1);
                walked += documents.size();
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
            while (cursor.next()) {
                documents.add(StoredDocument.of(new DocumentKey(cursor.key()), cursor.value()));
            }
        }
        return documents;
    }

    private void add(Draft draft, StoredDocument document) {
        Schema schema = draft.reading().schema();
        Schema.Entries entries = schema.entries(schema.view(document));
        draft.expect(new Expectation.Version(Space.DOCUMENT, document.key().bytes(), document.version()));
        if (index != null) {
            entries.turningMultikey().stream()
                    .filter(turning -> turning.id() == index.id())
                    .findFirst()
                    .ifPresent(turning -> draft.turnMultikey(List.of(turning)));
            for (IndexEntry entry : entries.all()) {
                if (entry.index() == index.id()) {
                    addEntry(draft, document, entry);
                }
            }
        }
        addToQueues(draft, document, schema, entries.all());
    }

    private void addEntry(Draft draft, StoredDocument document, IndexEntry entry) {
        byte[] key = entry.storeKey(document.key());
        byte[] value = entry.storeValue(document.key());
        Layout.LONG.set(value, 0, document.version());
        if (entry.unique()) {
            byte[] held = committer.store().get(committer.partition(), Space.INDEX, key);
            if (held != null && !IndexEntry.holder(held).equals(document.key())) {
                contest(draft, document, entry, held);
                return;
            }
            if (!draft.touch(key)) {
                // Another document of this batch has the value; the next round finds it in the store.
                draft.race();
                return;
            }
            draft.expect(
                    held == null
                            ? new Expectation.Absent(Space.INDEX, key)
                            : new Expectation.Version(Space.INDEX, key, IndexEntry.version(held)));
        }
        draft.batch().put(Space.INDEX, key, value);
    }

    /** Two documents have one value: a hidden one gives way, two live ones end the build. */
    private void contest(Draft draft, StoredDocument document, IndexEntry entry, byte[] held) {
        if (LiveGate.admit(draft.reading(), document) == null) {
            return;
        }
        DocumentKey holder = IndexEntry.holder(held);
        StoredDocument other = StoredDocument.ofNullable(
                holder, committer.store().get(committer.partition(), Space.DOCUMENT, holder.bytes()));
        if (other != null && LiveGate.admit(draft.reading(), other) != null) {
            throw new EngineException(new EngineError.DuplicateValue(name, entry.value()));
        }
        byte[] key = entry.storeKey(document.key());
        if (!draft.touch(key)) {
            draft.race();
            return;
        }
        byte[] value = entry.storeValue(document.key());
        Layout.LONG.set(value, 0, document.version());
        draft.expect(new Expectation.Version(Space.INDEX, key, IndexEntry.version(held)));
        draft.batch().put(Space.INDEX, key, value);
    }

    private void addToQueues(Draft draft, StoredDocument document, Schema schema, List<IndexEntry> entries) {
        var instants = schema.instants(document);
        for (int position = 0; position < instants.queues().length; position++) {
            int queue = instants.queues()[position];
            if (queues.contains(queue) && QueueEntry.stands(instants, position)) {
                byte[] key = Layout.queueKey(queue, instants.at()[position], document.key());
                draft.putStandingQueueEntry(
                        key, schema.queueEntry(document, instants, entries).toBytes());
            }
        }
    }
}
