package dev.mayfly.engine;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRuns;
import dev.mayfly.engine.forecast.ExpiryHistory;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.engine.write.StoreErrors;
import java.util.function.UnaryOperator;

/**
 * Forecasts of a collection's expiry, under its policy or a proposed one. Every method may throw {@link
 * EngineException}. Safe for concurrent use.
 */
public final class ExpiryForecasts {
    private final CollectionParts parts;
    private final StoreErrors storeErrors;
    private final DryRuns dryRuns;

    ExpiryForecasts(CollectionParts parts) {
        this.parts = parts;
        this.storeErrors = parts.storeErrors();
        this.dryRuns = parts.dryRuns();
    }

    /**
     * Returns when the documents will be hidden if nothing changes. The cost is proportional to the number that can expire;
     * millions of them are walked once and then counted by the hour, and the forecast says that it is not exact.
     */
    public Forecast forecast(ReadView reading, ForecastRange range) {
        return storeErrors.translate(() -> dryRuns.forecast(reading, range));
    }

    /** Returns the documents that expired and were destroyed, by five minutes, for as long as that is kept. */
    public ExpiryHistory past(ForecastRange range) {
        return storeErrors.translate(() -> parts.past().past(parts.shards(), range));
    }

    /**
     * Returns the effect of a change of the policy; nothing is written. The cost is proportional to the number of
     * documents that can expire.
     */
    public DryRun dryRun(UnaryOperator<Policy> change, ForecastRange range) {
        return storeErrors.translate(() -> dryRuns.dryRun(
                (record, version) -> parts.policyChanges().proposed(record, change, version),
                range,
                ScanProgress.NONE));
    }

    /** Returns the whole effect of a change. If it needs a queue that does not exist yet, all documents are read. */
    public DryRun dryRun(PolicyChange change, ForecastRange range, ScanProgress progress) {
        return storeErrors.translate(() -> dryRuns.dryRun(parts.changeMaker().stepOf(change), range, progress));
    }
}
