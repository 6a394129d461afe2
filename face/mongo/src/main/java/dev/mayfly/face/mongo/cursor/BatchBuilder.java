package dev.mayfly.face.mongo.cursor;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.RequestGuard;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the documents of one batch up to a number and a length in bytes, and lets the request hold what they grow to
 * before they do. Used once, by one thread.
 */
public final class BatchBuilder {
    /** Shorter batches are bounded by the number of connections. */
    private static final int SHORT_BYTES = 64 << 10;

    private static final int MEDIUM_BYTES = 1 << 20;

    /** A batch lies in its documents and in the reply. */
    private static final int COPIES = 2;

    private final int maxDocs;
    private final int maxBytes;
    private final List<BsonView> documents;
    private long bytes;
    private long admittedBytes = SHORT_BYTES;

    /** @param maxBytes what the documents may be long together; one alone may be longer */
    public BatchBuilder(int maxDocs, int maxBytes) {
        this.maxDocs = maxDocs;
        this.maxBytes = maxBytes;
        this.documents = new ArrayList<>(Math.min(maxDocs, 128));
    }

    public boolean isFull() {
        return documents.size() >= maxDocs;
    }

    public boolean isEmpty() {
        return documents.isEmpty();
    }

    /**
     * Adds a document, or returns false if it belongs into the next batch.
     *
     * @throws dev.mayfly.base.query.MemoryLimitExceeded if the request cannot have the room
     */
    public boolean add(BsonView document) {
        long longer = bytes + document.length();
        if (!documents.isEmpty() && longer > maxBytes) {
            return false;
        }
        if (longer > admittedBytes) {
            admit(longer);
        }
        documents.add(document);
        bytes = longer;
        return true;
    }

    /**
     * In two steps, so that a batch of some length does not wait for the room of a long one. If little is left, it waits at
     * once for all that it may need: requests which have a part of it would wait for one another.
     */
    private void admit(long longer) {
        RequestGuard guard = RequestGuard.current();
        if (longer <= MEDIUM_BYTES && guard.admitAtOnce(MEDIUM_BYTES * COPIES)) {
            admittedBytes = MEDIUM_BYTES;
            return;
        }
        admittedBytes = Math.max(longer, maxBytes);
        guard.admit(admittedBytes * COPIES);
    }

    public Batch build(boolean isLast) {
        return new Batch(documents, isLast);
    }

    /** @param resumeToken the position of a change stream behind the last of them */
    public Batch build(boolean isLast, @Nullable BsonDocument resumeToken) {
        return new Batch(documents, isLast, resumeToken);
    }
}
