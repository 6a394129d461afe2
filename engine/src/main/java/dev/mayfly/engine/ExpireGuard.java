package dev.mayfly.engine;

import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.schema.PolicyChange;

/** Refuses changes of policy that would hide too many documents at once. */
final class ExpireGuard {
    private final EngineContext context;
    private final CollectionCommitter committer;
    private final DryRuns dryRuns;

    ExpireGuard(EngineContext context, CollectionCommitter committer, DryRuns dryRuns) {
        this.context = context;
        this.committer = committer;
        this.dryRuns = dryRuns;
    }

    /** Returns the number of documents that a change may hide. */
    ExpireLimit limit(ExpireLimit allowed) {
        return allowed.or(committer.record().maxExpire()).or(context.settings().maxExpire());
    }

    /**
     * Checks a change before it is made. Call outside the latch.
     *
     * @param change the proposed change
     * @param allowed the limit for this very change, or inherited
     */
    void require(PolicyChange.Step change, ExpireLimit allowed) {
        ExpireLimit limit = limit(allowed);
        if (!limit.isNone() && dryRuns.hidesMoreThan(limit.documents(), change)) {
            throw new EngineException(
                    new EngineError.TooManyWouldExpire(committer.record().name(), limit.documents()));
        }
    }
}
