package dev.mayfly.engine.definition;

import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.forecast.DryRuns;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.engine.write.CurrentSchema;

/** Refuses changes of policy that would hide too many documents at once. */
public final class ExpireGuard {
    private final CurrentSchema schema;
    private final DryRuns dryRuns;
    private final ExpireLimit maxExpire;

    /** @param maxExpire the limit where the collection has none of its own */
    public ExpireGuard(CurrentSchema schema, DryRuns dryRuns, ExpireLimit maxExpire) {
        this.schema = schema;
        this.dryRuns = dryRuns;
        this.maxExpire = maxExpire;
    }

    /** Returns the number of documents that a change may hide. */
    ExpireLimit limit(ExpireLimit allowed) {
        return allowed.or(schema.record().maxExpire()).or(maxExpire);
    }

    /**
     * Checks a change before it is made. Call outside the latch.
     *
     * @param change the proposed change
     * @param allowed the limit for this very change, or inherited
     */
    void require(PolicyChange.Step change, ExpireLimit allowed) {
        ExpireLimit limit = limit(allowed);
        if (limit.isNone()) {
            return;
        }
        dryRuns.excess(limit.documents(), change).ifPresent(subject -> {
            throw new EngineException(
                    new EngineError.TooManyWouldExpire(schema.record().name(), limit.documents(), subject));
        });
    }
}
