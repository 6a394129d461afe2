package dev.mayfly.engine.transaction;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.KeyStateDecider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transaction's view of one shard of a collection, and its writes to it. Used by one thread at a time. */
final class TransactionPart {
    /*
     * Documents hidden at the transaction's instant may be swept while it is open, or announced. The transaction must
     * not notice, so an expectation that only a sweep has broken is no conflict: what was decided is then drafted
     * again from the store as it is when the transaction commits.
     */

    /** A write, as it was decided. */
    private record Decided(DocumentKey key, Decision decision) {}

    private final OpenTransaction transaction;
    private final CollectionCommitter committer;
    private final Reader beneath;
    private final WritePlanner drafter;
    private final Overlay overlay;
    private final WritePlanner planner;
    private final List<Expectation> expectations = new ArrayList<>();
    private final List<PendingCommit> drafts = new ArrayList<>();
    private final List<Decided> decided = new ArrayList<>();
    private final TransactionView view;

    /**
     * @param drafter plans the writes of the collection outside of transactions
     * @param beneath what is seen where the transaction has written nothing: its snapshot
     */
    TransactionPart(
            OpenTransaction transaction,
            CollectionCommitter committer,
            WritePlanner drafter,
            Reader beneath,
            TransactionView view) {
        this.transaction = transaction;
        this.committer = committer;
        this.beneath = beneath;
        this.drafter = drafter;
        this.overlay = new Overlay(beneath);
        this.planner = drafter.through(overlay);
        this.view = view;
    }

    CollectionCommitter committer() {
        return committer;
    }

    boolean hasWritten() {
        return !overlay.isEmpty();
    }

    Reader reader() {
        return overlay;
    }

    @Nullable
    StoredDocument load(DocumentKey key) {
        transaction.requireOpen();
        return planner.load(key);
    }

    KeyState stateOf(DocumentKey key) {
        transaction.requireOpen();
        return planner.stateOf(view.reading(), key);
    }

    WriteOutcome write(DocumentKey key, Decider decider) {
        transaction.requireOpen();
        PendingCommit draft = new PendingCommit(view.reading());
        Recorded recorded = new Recorded(decider);
        WritePlanner.Staged staged = planner.stage(draft, key, recorded);
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
        if (!committer.isInTime(draft)) {
            // It has expired since the transaction began, and may be swept already.
            throw conflict();
        }
        List<Expectation> fresh = claim(draft);
        transaction.grow(draft);
        long version = transaction.nextVersion();
        draft.seal(version);
        overlay.apply(draft.batch());
        expectations.addAll(fresh);
        drafts.add(draft);
        decided.add(new Decided(key, recorded.decision));
        return staged.outcome(version);
    }

    /** Remembers what was decided last. */
    private static final class Recorded implements KeyStateDecider {
        private final Decider decider;
        private Decision decision = Decision.KEEP;

        Recorded(Decider decider) {
            this.decider = decider;
        }

        @Override
        public Decision decide(@Nullable Document current, ReadView reading) {
            decision = decider.decide(current, reading);
            return decision;
        }

        @Override
        public Decision decide(KeyState remains, ReadView reading) {
            decision = decider instanceof KeyStateDecider asking
                    ? asking.decide(remains, reading)
                    : decider.decide(remains.live(), reading);
            return decision;
        }
    }

    /**
     * That an index has documents with several values is said at once; it is harmless if the transaction is
     * aborted.
     */
    private void turnMultikey(PendingCommit draft) {
        Schema turned = committer.currentSchema().turnMultikeyOf(draft);
        if (turned == null) {
            throw conflict();
        }
        view.turn(turned);
    }

    /**
     * Claims what the draft rests on, but for what the transaction itself has written.
     *
     * @throws EngineException if others have changed it since the snapshot, or another transaction was first
     */
    private List<Expectation> claim(PendingCommit draft) {
        List<Expectation> fresh = new ArrayList<>();
        for (Expectation expectation : draft.expectations()) {
            if (overlay.holds(expectation.space(), expectation.key())) {
                continue;
            }
            boolean isOurs = transaction.claim(committer.partition(), expectation);
            if (!isOurs || !(committer.isMet(expectation) || isSwept(expectation))) {
                throw conflict();
            }
            fresh.add(expectation);
        }
        return fresh;
    }

    /**
     * Returns true if the expectation failed only because a document that had expired before the transaction began was
     * destroyed or announced.
     */
    private boolean isSwept(Expectation expectation) {
        boolean isKeptOfGone = expectation.space() == Space.INDEX && Layout.isTombstone(expectation.key());
        if (expectation.space() == Space.EXPIRY || isKeptOfGone) {
            return true;
        }
        Partition partition = committer.partition();
        byte[] was = beneath.get(partition, expectation.space(), expectation.key());
        if (was == null || committer.store().get(partition, expectation.space(), expectation.key()) != null) {
            return false;
        }
        DocumentKey key =
                expectation.space() == Space.INDEX ? IndexEntry.holder(was) : new DocumentKey(expectation.key());
        return visible(beneath, key) == null;
    }

    private @Nullable Document visible(Reader reader, DocumentKey key) {
        byte[] stored = reader.get(committer.partition(), Space.DOCUMENT, key.bytes());
        return LiveGate.admit(view.reading(), StoredDocument.ofNullable(key, stored));
    }

    /**
     * Drafts the decided writes again from the store as it is now.
     *
     * @throws EngineException if a document is not what it was when the transaction changed it
     */
    TransactionPart again() {
        TransactionPart again = new TransactionPart(transaction, committer, drafter, committer.store(), view);
        for (Decided one : decided) {
            boolean isFirst = !again.overlay.holds(Space.DOCUMENT, one.key.bytes());
            if (isFirst && !isSame(visible(beneath, one.key), visible(committer.store(), one.key))) {
                throw conflict();
            }
            WriteOutcome outcome = again.write(one.key, (_, _) -> one.decision);
            if (!(outcome instanceof WriteOutcome.Stored || outcome instanceof WriteOutcome.Removed)) {
                throw conflict();
            }
        }
        return again;
    }

    private static boolean isSame(@Nullable Document before, @Nullable Document after) {
        return before == null || after == null ? before == null && after == null : before.version() == after.version();
    }

    /** Returns all drafts as one. */
    PendingCommit whole() {
        PendingCommit whole = new PendingCommit(view.reading());
        drafts.forEach(whole::absorb);
        expectations.forEach(whole::expect);
        overlay.fill(whole);
        return whole;
    }

    private static EngineException conflict() {
        return new EngineException(new EngineError.TransactionConflict());
    }
}
