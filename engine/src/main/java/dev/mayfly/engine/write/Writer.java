package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.FetchedDocuments;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Reader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs writes of single documents until a draft of them is committed. */
public final class Writer {
    /** The number of times a request is run before it gives up; each time another writer has won. */
    public static final int ATTEMPTS_MAX = 1000;

    private final CollectionCommitter committer;
    private final WritePlanner planner;
    private final SweepControl control;
    private final IdempotencyRecords receipts;

    public Writer(CollectionCommitter committer, WritePlanner planner, SweepControl control) {
        this.committer = committer;
        this.planner = planner;
        this.control = control;
        this.receipts = new IdempotencyRecords(committer);
    }

    public WriteOutcome write(
            DocumentKey key, Durability durability, Decider decider, @Nullable IdempotencyRecord receipt) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            committer.requireExisting();
            PendingCommit draft = committer.draft().allowFollowing();
            Reader reader = readAhead(draft, key, receipt);
            WritePlanner.Staged staged = planner.through(reader).stage(draft, key, decider);
            if (draft.isEmpty()) {
                return staged.outcome(0);
            }
            if (staged instanceof WritePlanner.Staged.Duplicate && draft.batch().isEmpty() && !draft.isRaced()) {
                return staged.outcome(0);
            }
            if (receipt != null && staged.isWrite()) {
                receipts.put(draft, receipt, reader, List.of(staged.outcome(0)), _ -> true);
            }
            long version = committer.commit(draft, durability);
            if (version != 0) {
                return staged.outcome(version);
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    /** Where each read is a round trip, all that a write looks for first is read in one, and the head of the shard with it. */
    private Reader readAhead(PendingCommit draft, DocumentKey key, @Nullable IdempotencyRecord receipt) {
        if (!committer.state().engine().isShared()) {
            return committer.store();
        }
        FetchedDocuments fetched = new FetchedDocuments(committer.store(), true);
        committer.fetch(fetched, List.of(key), receipt);
        draft.saw(fetched.head(committer.partition()));
        return fetched;
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
}
