package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Documents that one statement updates and that are handed to the engine together. Used by one thread. */
final class UpdateChunk {
    /*
     * The engine asks for the changes of many documents before it commits any of them. If one of them cannot be made, those
     * before it must be stored all the same; so what the engine has told nothing of is done again, document by document, as far as
     * the one that fails.
     *
     * A change is forgotten when its outcome is told: it has the document as it was and as it is.
     */
    private static final int COUNT_MAX = 1600;
    private static final long BYTES_MAX = 2 << 20;

    private final Collection collection;
    private final Supplier<Modification> changes;
    private final List<Update> updates = new ArrayList<>();
    private final int countMax;
    private long bytes;
    private long matched;
    private long modified;
    private @Nullable WriteFailedException refusal;

    /** @param changes makes the change of one document */
    UpdateChunk(Collection collection, Supplier<Modification> changes) {
        this.collection = collection;
        this.changes = changes;
        this.countMax = collection.isTransactional() ? 1 : Math.min(COUNT_MAX, collection.writesTogether());
    }

    /** Adds a document, and writes all that have been added if they are enough. */
    void add(Document found) {
        updates.add(new Update(found.key()));
        bytes += found.storedBytes();
        if (updates.size() >= countMax || bytes >= BYTES_MAX) {
            write();
        }
    }

    /**
     * Writes what has been added.
     *
     * @throws WriteFailedException when a unique value is taken by another document
     */
    void write() {
        if (updates.size() > 1) {
            writeTogether();
            throwRefusal();
        }
        for (Update update : updates) {
            if (!update.isTold) {
                OperationContext.current().check();
                update.ended(collection.write(update.key, Durability.LOGGED, update));
                throwRefusal();
            }
        }
        updates.clear();
        bytes = 0;
    }

    private void writeTogether() {
        List<WriteRequest> requests = new ArrayList<>(updates.size());
        updates.forEach(update -> requests.add(new WriteRequest(update.key, update)));
        boolean ordered = !collection.isWrittenSideBySide();
        try {
            collection.writeAll(
                    requests,
                    ordered,
                    Durability.LOGGED,
                    (at, outcome) -> updates.get(at).ended(outcome));
        } catch (EngineException failure) {
            if (!Writes.isAboutDocument(failure.error())) {
                throw failure;
            }
        } catch (RuntimeException failure) {
            if (updates.stream().noneMatch(update -> update.hasFailed)) {
                throw failure;
            }
        }
    }

    private void throwRefusal() {
        if (refusal != null) {
            throw refusal;
        }
    }

    /** The number of documents that matched when they were written. */
    long matched() {
        return matched;
    }

    /** The number of documents that have changed. */
    long modified() {
        return modified;
    }

    /** The change of one document. */
    private final class Update implements Decider {
        private final DocumentKey key;
        private @Nullable Modification modification;
        private boolean hasFailed;
        private boolean isTold;

        Update(DocumentKey key) {
            this.key = key;
        }

        @Override
        public Decision decide(@Nullable Document current, ReadView reading) {
            Modification asked = changes.get();
            modification = asked;
            hasFailed = true;
            Decision decision = asked.decide(current, reading);
            hasFailed = false;
            return decision;
        }

        void ended(WriteOutcome outcome) {
            Modification made = modification;
            if (made == null) {
                throw new IllegalStateException("a change was never asked for");
            }
            isTold = true;
            modification = null;
            if (outcome instanceof WriteOutcome.DuplicateValue duplicate) {
                refusal = refusal == null ? made.refusal(collection, duplicate) : refusal;
                return;
            }
            matched += made.isMatched() ? 1 : 0;
            modified += made.isMatched() && made.isChanged() ? 1 : 0;
        }
    }
}
