package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes single documents by the rules of Couchbase: CAS, locks, expiry and its limits, revisions. All
 * document writes of this face go through it. Safe for concurrent use; may throw the engine's exceptions.
 */
public final class Documents {
    /** The CAS that a locked document shows. */
    public static final long LOCKED_CAS = -1;

    /** Limit on the length of a value. */
    public static final int VALUE_BYTES_MAX = 20 << 20;

    private final CasClock clock;
    private final Locks locks;

    /** @param machine by whose tick locks end */
    public Documents(CasClock clock, Clock machine) {
        this.clock = clock;
        this.locks = new Locks(machine);
    }

    /** Returns the live document, or null. */
    public @Nullable Document get(BucketCollection in, DocumentKey key) {
        Collection documents = in.collection();
        // A reader that meets an expired document reclaims it.
        return documents.getOrReclaim(documents.reading(), key);
    }

    /** Returns all that is stored of a key, including what a deleted or expired document has left. */
    public KeyState keyState(BucketCollection in, DocumentKey key) {
        Collection documents = in.collection();
        return documents.stateOf(documents.reading(), key);
    }

    /** Returns the CAS of a document as readers see it. */
    public long shownCas(Document document) {
        long cas = DocumentMeta.cas(document);
        return locks.holds(cas) ? LOCKED_CAS : cas;
    }

    /** Returns a CAS that no document has, greater than all existing ones. */
    public long nextCas() {
        return clock.next();
    }

    public boolean isLocked(Document document) {
        return locks.holds(DocumentMeta.cas(document));
    }

    /** Writes the result of an editor. */
    public DocumentOutcome write(BucketCollection in, DocumentKey key, WriteTerms terms, Editor editor) {
        DocumentOutcome outcome =
                run(in, key, terms, new DocumentWrite(clock, locks, terms.cas(), in.ttlLimit(), editor));
        reclaimMissing(in, key, outcome);
        return outcome;
    }

    /** A caller that meets an expired document reclaims it, if it was to be written too. */
    private static void reclaimMissing(BucketCollection in, DocumentKey key, DocumentOutcome outcome) {
        if (outcome instanceof DocumentOutcome.Refused(Refusal why) && why == Refusal.NOT_FOUND) {
            in.collection().reclaim(key);
        }
    }

    /** Stores a whole document. */
    public DocumentOutcome store(BucketCollection in, DocumentKey key, WriteTerms terms, StoreRequest request) {
        return write(in, key, terms, request);
    }

    /** One of several documents to be written. */
    public record Writing(BucketCollection in, DocumentKey key, Editor editor) {}

    /**
     * Writes the results of editors in their order, whatever the CAS of the documents, many in one batch of the disk. If it throws,
     * some may be written.
     */
    public List<DocumentOutcome> writeAll(List<Writing> all) {
        List<DocumentOutcome> outcomes = new ArrayList<>(all.size());
        while (outcomes.size() < all.size()) {
            int from = outcomes.size();
            BucketCollection in = all.get(from).in;
            List<PendingWrite> writes = new ArrayList<>();
            List<WriteRequest> requests = new ArrayList<>();
            for (int next = from; next < all.size() && all.get(next).in == in; next++) {
                Writing one = all.get(next);
                PendingWrite write = new DocumentWrite(clock, locks, WriteTerms.ANY_CAS, in.ttlLimit(), one.editor);
                writes.add(write);
                requests.add(new WriteRequest(one.key, write));
            }
            List<WriteOutcome> written = in.collection().writeAll(requests, false, Durability.LOGGED);
            for (int at = 0; at < writes.size(); at++) {
                DocumentOutcome outcome = outcome(written.get(at), writes.get(at));
                reclaimMissing(in, requests.get(at).key(), outcome);
                outcomes.add(outcome);
            }
        }
        return outcomes;
    }

    public DocumentOutcome remove(BucketCollection in, DocumentKey key, WriteTerms terms) {
        return write(in, key, terms, found -> {
            Document current = found.document();
            return current == null ? Edit.refuse(Refusal.NOT_FOUND) : Edit.remove(current);
        });
    }

    /**
     * Gives a document another expiry. The same expiry changes nothing.
     *
     * @param expiry the field of the request, 32 bits without a sign
     */
    public DocumentOutcome touch(BucketCollection in, DocumentKey key, WriteTerms terms, long expiry) {
        return write(in, key, terms, new TouchWrite(expiry, in.ttlLimit()));
    }

    /** Locks a document for the given seconds, and gives it the CAS with which alone it can be written meanwhile. */
    public DocumentOutcome lock(BucketCollection in, DocumentKey key, int seconds) {
        return lock(in, key, newLock(seconds));
    }

    public LockWrite newLock(int seconds) {
        return new LockWrite(clock, locks, seconds);
    }

    public static DocumentOutcome lock(BucketCollection in, DocumentKey key, LockWrite write) {
        boolean locked = false;
        try {
            DocumentOutcome outcome = run(in, key, WriteTerms.PLAIN, write);
            locked = outcome instanceof DocumentOutcome.Written;
            return outcome;
        } finally {
            if (!locked) {
                write.giveUp();
            }
        }
    }

    /** Releases a lock; returns null on success. */
    public @Nullable Refusal unlock(BucketCollection in, DocumentKey key, long cas) {
        Document current = get(in, key);
        if (current == null) {
            return Refusal.NOT_FOUND;
        }
        long held = DocumentMeta.cas(current);
        if (!locks.holds(held)) {
            return Refusal.NOT_LOCKED;
        }
        if (held != cas) {
            return Refusal.LOCKED;
        }
        return locks.release(cas) ? null : Refusal.NOT_LOCKED;
    }

    /** Takes over a version of a document from another cluster. */
    public DocumentOutcome takeOver(BucketCollection in, DocumentKey key, ForeignVersion version) {
        return run(in, key, WriteTerms.PLAIN, new ForeignWrite(clock, locks, in.ttlLimit(), version));
    }

    private static DocumentOutcome run(BucketCollection in, DocumentKey key, WriteTerms terms, PendingWrite write) {
        Durability durability = terms.synced() ? Durability.SYNCED : Durability.LOGGED;
        return outcome(in.collection().write(key, durability, write), write);
    }

    private static DocumentOutcome outcome(WriteOutcome outcome, PendingWrite write) {
        return switch (outcome) {
            case WriteOutcome.Stored stored -> new DocumentOutcome.Written(write.cas(), stored.version());
            case WriteOutcome.Removed removed -> new DocumentOutcome.Written(write.cas(), removed.version());
            case WriteOutcome.Kept kept -> write.kept(kept.current());
            case WriteOutcome.DuplicateValue _ -> throw new IllegalStateException("no index of this face is unique");
        };
    }
}
