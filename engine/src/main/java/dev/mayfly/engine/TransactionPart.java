package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a transaction sees of one collection, and does to it. Used by one thread at a time. */
final class TransactionPart {
    private final Transaction transaction;
    private final Committer committer;
    private final Overlay overlay;
    private final Stager stager;
    private final List<Expectation> expectations = new ArrayList<>();
    private final List<Draft> drafts = new ArrayList<>();
    private Reading reading;

    TransactionPart(Transaction transaction, Committer committer, Reader snapshot, Reading reading, int bytesMax) {
        this.transaction = transaction;
        this.committer = committer;
        this.overlay = new Overlay(snapshot);
        this.stager = new Stager(committer, overlay, bytesMax);
        this.reading = reading;
    }

    Committer committer() {
        return committer;
    }

    boolean hasWritten() {
        return !overlay.isEmpty();
    }

    Reading reading() {
        transaction.requireOpen();
        return reading;
    }

    Reader reader() {
        transaction.requireOpen();
        return overlay;
    }

    @Nullable
    StoredDocument load(DocumentKey key) {
        transaction.requireOpen();
        return stager.load(key);
    }

    List<WriteOutcome> writeAll(List<Collection.Request> requests, boolean ordered) {
        List<WriteOutcome> outcomes = new ArrayList<>(requests.size());
        for (Collection.Request request : requests) {
            WriteOutcome outcome = write(request.key(), request.decider());
            outcomes.add(outcome);
            if (ordered && outcome instanceof WriteOutcome.DuplicateValue) {
                break;
            }
        }
        return outcomes;
    }

    WriteOutcome write(DocumentKey key, Decider decider) {
        transaction.requireOpen();
        Draft draft = new Draft(reading);
        Stager.Staged staged = stager.stage(draft, key, decider);
        if (!draft.turningMultikey().isEmpty()) {
            turnMultikey(draft);
            return write(key, decider);
        }
        if (draft.isRaced()) {
            throw conflict();
        }
        if (!staged.isWrite()) {
            return staged.outcome(0);
        }
        List<Expectation> fresh = claim(draft);
        transaction.grow(draft);
        long version = transaction.nextVersion();
        draft.seal(version);
        overlay.apply(draft.batch());
        expectations.addAll(fresh);
        drafts.add(draft);
        return staged.outcome(version);
    }

    /** That an index has documents with several values is said at once; it is harmless if the transaction is aborted. */
    private void turnMultikey(Draft draft) {
        Schema turned = committer.turnMultikeyOf(draft);
        if (turned == null) {
            throw conflict();
        }
        reading = new Reading(reading.now(), reading.epoch(), turned);
    }

    /**
     * Claims what the draft rests on, but for what the transaction itself has written.
     *
     * @throws EngineException if others have changed it since the snapshot, or another transaction was first
     */
    private List<Expectation> claim(Draft draft) {
        List<Expectation> fresh = new ArrayList<>();
        for (Expectation expectation : draft.expectations()) {
            if (overlay.holds(expectation.space(), expectation.key())) {
                continue;
            }
            if (!transaction.claim(committer.partition(), expectation) || !committer.isMet(expectation)) {
                throw conflict();
            }
            fresh.add(expectation);
        }
        return fresh;
    }

    /** Everything that was drafted, as one draft. */
    Draft whole() {
        Draft whole = new Draft(reading);
        drafts.forEach(whole::absorb);
        expectations.forEach(whole::expect);
        overlay.fill(whole);
        return whole;
    }

    private static EngineException conflict() {
        return new EngineException(new EngineError.TransactionConflict());
    }
}
