package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs writes until a draft of them is committed. */
public final class Writer {
    /** The number of times a request is run before it gives up; each time another writer has won. */
    private static final int ATTEMPTS_MAX = 1000;

    /** The number of writes in one batch. */
    private static final int BATCH_WRITES = 100;

    /** The approximate number of bytes of documents, and of their history, in one batch. */
    private static final long BATCH_BYTES = 1 << 20;

    private final CollectionCommitter committer;
    private final WritePlanner planner;
    private final SweepControl control;

    public Writer(CollectionCommitter committer, WritePlanner planner, SweepControl control) {
        this.committer = committer;
        this.planner = planner;
        this.control = control;
    }

    public WritePlanner planner() {
        return planner;
    }

    public WriteOutcome write(
            DocumentKey key, Durability durability, Decider decider, @Nullable IdempotencyRecord receipt) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            committer.requireExisting();
            PendingCommit draft = committer.draft();
            WritePlanner.Staged staged = planner.stage(draft, key, decider);
            if (draft.isEmpty()) {
                return staged.outcome(0);
            }
            if (staged instanceof WritePlanner.Staged.Duplicate && draft.batch().isEmpty() && !draft.isRaced()) {
                return staged.outcome(0);
            }
            if (receipt != null && staged.isWrite()) {
                IdempotencyRecords.put(draft, receipt.id(), receipt.body(List.of(staged.outcome(0))));
            }
            long version = committer.commit(draft, durability);
            if (version != 0) {
                return staged.outcome(version);
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    /** Destroys the document of a key if it is dead; answers whether it was. */
    public boolean reclaim(DocumentKey key) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            PendingCommit draft = committer.draft().by(DeletionCause.ACCESS);
            // Checked after the read: if the clock has become suspect only now, the commit is rejected.
            if (control.isForbidden() || !planner.reclaim(draft, key)) {
                return false;
            }
            if (committer.commit(draft, Durability.LOGGED) != 0) {
                return true;
            }
        }
        return false;
    }

    public List<WriteOutcome> writeAll(
            List<WriteRequest> requests, boolean ordered, Durability durability, @Nullable IdempotencyRecord receipt) {
        List<WriteOutcome> outcomes = new ArrayList<>(requests.size());
        int attempts = 0;
        while (outcomes.size() < requests.size()) {
            PendingCommit draft = committer.draft();
            List<WritePlanner.Staged> staged = stageSome(draft, requests, outcomes.size(), ordered);
            if (receipt != null && staged.stream().anyMatch(WritePlanner.Staged::isWrite)) {
                IdempotencyRecords.put(draft, receipt.id(), receipt.body(together(outcomes, staged)));
            }
            long version = draft.isEmpty() ? -1 : committer.commit(draft, Durability.LOGGED);
            if (version == 0) {
                if (++attempts >= ATTEMPTS_MAX) {
                    throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
                }
                continue;
            }
            attempts = 0;
            staged.forEach(one -> outcomes.add(one.outcome(version)));
            if (ordered && outcomes.getLast() instanceof WriteOutcome.DuplicateValue) {
                break;
            }
        }
        if (durability == Durability.SYNCED) {
            committer.sync();
        }
        return outcomes;
    }

    private static List<WriteOutcome> together(List<WriteOutcome> outcomes, List<WritePlanner.Staged> staged) {
        List<WriteOutcome> together = new ArrayList<>(outcomes);
        staged.forEach(one -> together.add(one.outcome(0)));
        return together;
    }

    /** Stages writes until the batch is full, or two of them meet. */
    private List<WritePlanner.Staged> stageSome(
            PendingCommit draft, List<WriteRequest> requests, int from, boolean ordered) {
        List<WritePlanner.Staged> staged = new ArrayList<>();
        int until = Math.min(requests.size(), from + BATCH_WRITES);
        for (int index = from; index < until && draft.weight() < BATCH_BYTES; index++) {
            WriteRequest request = requests.get(index);
            WritePlanner.Staged one = planner.stage(draft, request.key(), request.decider());
            if (one instanceof WritePlanner.Staged.Collision) {
                break;
            }
            staged.add(one);
            if (ordered && one instanceof WritePlanner.Staged.Duplicate) {
                break;
            }
        }
        return staged;
    }
}
