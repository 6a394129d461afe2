package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** New documents that are handed to the engine together. Used by one thread. */
final class InsertChunk {
    /*
     * The engine asks the deciders again whenever something came between, so what a decider was last told is what holds. In an
     * ordered list it asks them in order; a document whose id is taken then holds back those behind it, for as long as it is
     * taken. If the engine fails, the outcomes that it has told of hold all the same.
     */
    private static final int NONE = Integer.MAX_VALUE;

    private final WriteTarget target;
    private final boolean ordered;
    private final List<WriteRequest> requests = new ArrayList<>();
    private final List<Insertion> insertions = new ArrayList<>();
    private final Map<Integer, WriteOutcome> outcomes = new HashMap<>();
    private int stoppedAt = NONE;

    InsertChunk(WriteTarget target, boolean ordered) {
        this.target = target;
        this.ordered = ordered;
    }

    void add(int index, NewDocument document) {
        Insertion insertion = new Insertion(insertions.size(), index, document);
        insertions.add(insertion);
        requests.add(new WriteRequest(document.key(), insertion));
    }

    private final class Insertion implements Decider {
        private final int position;
        private final int index;
        private final NewDocument document;

        Insertion(int position, int index, NewDocument document) {
            this.position = position;
            this.index = index;
            this.document = document;
        }

        @Override
        public Decision decide(@Nullable Document current, ReadView reading) {
            if (position <= stoppedAt) {
                target.check(reading, BsonView.of(document.put().body()), null);
            }
            return isStored(position, current == null) ? document.put() : Decision.KEEP;
        }
    }

    private boolean isStored(int position, boolean isFree) {
        if (position > stoppedAt) {
            return false;
        }
        if (ordered) {
            stoppedAt = isFree ? NONE : position;
        }
        return isFree;
    }

    /** From here on each document is stored by itself, and holds back no other. */
    void carryOn() {
        stoppedAt = NONE;
    }

    List<WriteRequest> requests() {
        return requests;
    }

    /** Remembers what the engine tells. */
    void ended(int position, WriteOutcome outcome) {
        outcomes.put(position, outcome);
    }

    /** Returns what the engine has told of a document, or null for nothing. */
    @Nullable
    WriteOutcome outcome(int position) {
        return outcomes.get(position);
    }

    /** Returns the document's index in the client's list. */
    int index(int position) {
        return insertions.get(position).index;
    }

    NewDocument document(int position) {
        return insertions.get(position).document;
    }

    WriteFailure duplicateId(Collection collection, int position) {
        return DuplicateKeys.ofId(collection, document(position).id());
    }
}
