package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.HeldDocuments;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Destroys, batch by batch, what lies aside and is not held any more. Used by one thread at a time. */
final class HeldDocumentsPass implements SweepStep {
    private final SweepContext context;
    private final CollectionCommitter committer;
    private byte @Nullable [] position;
    private boolean ended;

    HeldDocumentsPass(SweepContext context, CollectionCommitter committer) {
        this.context = context;
        this.committer = committer;
        this.ended = !committer.heldDocuments().isPossible()
                || committer.schema().holds().coversAll();
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    /** Only a release of a hold makes something due, and wakes the sweeper itself. */
    @Override
    public long nextDue() {
        return Deadlines.NO_DEADLINE;
    }

    @Override
    public int step() {
        ReadView reading = committer.reading();
        if (context.clock().isSuspect()) {
            return 0;
        }
        List<HeldDocuments.Laid> some = read(context.sweepBatch());
        if (some.isEmpty()) {
            ended = true;
            committer.latched(() -> {
                committer.heldDocuments().forget(committer.store());
                return true;
            });
            return 0;
        }
        PendingCommit draft = new PendingCommit(reading).by(DeletionCause.SWEEP);
        for (HeldDocuments.Laid laid : some) {
            DocumentKey key = laid.document().key();
            if (!reading.schema().holds().covers(key)) {
                draft.expect(new Expectation.Version(Space.META, laid.storeKey(), laid.recordVersion()));
                draft.batch().delete(Space.META, laid.storeKey());
                long bytes = laid.document().bytes().length;
                committer.countDestroyed(draft, key, bytes, laid.queue(), laid.deadline());
            }
        }
        if (!draft.isEmpty() && committer.commit(draft, Durability.LOGGED) == 0) {
            return 0;
        }
        position = some.getLast().storeKey();
        return draft.expiry().destroyed();
    }

    private List<HeldDocuments.Laid> read(int limit) {
        List<HeldDocuments.Laid> some = new ArrayList<>();
        try (Cursor cursor = committer.heldDocuments().walk(committer.store(), position)) {
            while (some.size() < limit && cursor.next()) {
                some.add(HeldDocuments.read(cursor));
            }
        }
        return some;
    }
}
