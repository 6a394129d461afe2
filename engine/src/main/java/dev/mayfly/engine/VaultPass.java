package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Destroys, batch by batch, what lies aside and is not held any more. Used by one thread at a time. */
final class VaultPass implements SweepStep {
    private final EngineContext context;
    private final Committer committer;
    private byte @Nullable [] position;
    private boolean ended;

    VaultPass(EngineContext context, Committer committer) {
        this.context = context;
        this.committer = committer;
        this.ended =
                !committer.vault().isPossible() || committer.schema().holds().coversAll();
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
        Reading reading = committer.reading();
        if (context.clock().isSuspect()) {
            return 0;
        }
        List<Vault.Laid> some = read(context.sweepBatch());
        if (some.isEmpty()) {
            ended = true;
            committer.latched(() -> {
                committer.vault().forget(committer.store());
                return true;
            });
            return 0;
        }
        Draft draft = new Draft(reading).by(Destroyer.SWEEP);
        for (Vault.Laid laid : some) {
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
        return draft.destroyed();
    }

    private List<Vault.Laid> read(int limit) {
        List<Vault.Laid> some = new ArrayList<>();
        try (Cursor cursor = committer.vault().walk(committer.store(), position)) {
            while (some.size() < limit && cursor.next()) {
                some.add(Vault.read(cursor));
            }
        }
        return some;
    }
}
