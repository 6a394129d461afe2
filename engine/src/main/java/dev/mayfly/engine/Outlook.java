package dev.mayfly.engine;

import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.Past;
import dev.mayfly.engine.forecast.ScanProgress;
import java.util.function.UnaryOperator;

/**
 * What becomes of the documents of a collection in time, as its policy is or as it might be. Every method may throw
 * {@link EngineException}. Safe for concurrent use.
 */
public final class Outlook {
    private final Committer committer;
    private final Border border;
    private final DryRuns dryRuns;
    private final PolicyChanges policyChanges;

    Outlook(Committer committer, DryRuns dryRuns, PolicyChanges policyChanges) {
        this.committer = committer;
        this.border = new Border(committer);
        this.dryRuns = dryRuns;
        this.policyChanges = policyChanges;
    }

    /**
     * When the documents will be hidden if nothing changes. Costs as much as there are that can expire; where these are
     * millions they are walked once, then counted by the hour, and the answer says that it is not exact.
     */
    public Forecast forecast(Reading reading, ForecastRange range) {
        return border.cross(() -> dryRuns.forecast(reading, range));
    }

    /** What has expired and was destroyed, by five minutes, for as long as that is kept. */
    public Past past(ForecastRange range) {
        return border.cross(() -> committer.past().past(committer, range));
    }

    /** What a change of the policy would do; nothing is written. Costs as much as there are that can expire. */
    public DryRun dryRun(UnaryOperator<Policy> change, ForecastRange range) {
        return border.cross(() -> dryRuns.dryRun(
                (record, version) -> policyChanges.proposed(record, change, version), range, ScanProgress.NONE));
    }

    /**
     * What changes that were made through a view that rehearses them would do. Where something has no queue yet all
     * documents are read.
     */
    public DryRun dryRun(Rehearsal rehearsal, ForecastRange range, ScanProgress progress) {
        return border.cross(() -> dryRuns.dryRun(rehearsal::applied, range, progress));
    }
}
