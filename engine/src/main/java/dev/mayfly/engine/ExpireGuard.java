package dev.mayfly.engine;

import dev.mayfly.engine.catalog.ExpireLimit;

/** Refuses changes of policy that would hide too many documents at once. */
final class ExpireGuard {
    private final EngineContext context;
    private final Committer committer;
    private final DryRuns dryRuns;

    ExpireGuard(EngineContext context, Committer committer, DryRuns dryRuns) {
        this.context = context;
        this.committer = committer;
        this.dryRuns = dryRuns;
    }

    /** How many documents a change may hide. */
    ExpireLimit limit(ExpireLimit allowed) {
        return allowed.or(committer.record().maxExpire()).or(context.settings().maxExpire());
    }

    /**
     * To be called before a change is made, outside the latch.
     *
     * @param change what would be done
     * @param allowed what was allowed for this very change, or inherited
     */
    void require(Rehearsal.Step change, ExpireLimit allowed) {
        ExpireLimit limit = limit(allowed);
        if (!limit.isNone() && dryRuns.hidesMoreThan(limit.documents(), change)) {
            throw new EngineException(
                    new EngineError.TooManyWouldExpire(committer.record().name(), limit.documents()));
        }
    }
}
