package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.ScanProgress;

/** Looks ahead in one collection: with its policy as it is, or as a change would leave it. */
final class DryRuns {
    private final EngineContext context;
    private final Committer committer;

    DryRuns(EngineContext context, Committer committer) {
        this.context = context;
        this.committer = committer;
    }

    /** A record that a change would leave, with the collection as it is at that moment. */
    private record Proposal(Reading reading, CollectionRecord record, FrozenQueues frozen) {}

    Forecast forecast(Reading reading, ForecastRange range) {
        try (FrozenQueues frozen = FrozenQueues.of(committer)) {
            Verdicts verdicts = new Verdicts(reading.record(), reading.now());
            ForecastCount count = new ForecastCount(range, reading.now());
            new StandingWalk(frozen, reading.schema(), verdicts::latest, ScanProgress.NONE).run((head, _) -> {
                long deadline = verdicts.deadline(head);
                count.add(deadline, verdicts.isHidden(head, deadline), head.bytes());
                return true;
            });
            return count.forecast(frozen.totals(), true);
        }
    }

    /**
     * Does what a change does, but for the write.
     *
     * @param change what would be done
     */
    DryRun dryRun(Rehearsal.Step change, ForecastRange range, ScanProgress progress) {
        Proposal proposal = propose(change);
        Reading reading = proposal.reading;
        try (FrozenQueues frozen = proposal.frozen) {
            DryRunCount count = new DryRunCount(reading.record(), proposal.record, range, reading.now());
            StandingWalk.Extent extent =
                    queue -> Math.max(count.before().latest(queue), count.after().latest(queue));
            StandingWalk walk = new StandingWalk(frozen, reading.schema(), extent, progress);
            if (hasQueues(reading.record(), proposal.record)) {
                walk.run((head, cursor) -> {
                    if (count.add(head)) {
                        count.sample(head, Layout.queueDocument(cursor.key()));
                    }
                    return true;
                });
            } else {
                walk.scan(committer.schemaOf(proposal.record), (head, cursor) -> {
                    if (count.add(head)) {
                        count.sample(head, new DocumentKey(cursor.key()));
                    }
                    return true;
                });
            }
            return count.result(frozen.totals());
        }
    }

    private Proposal propose(Rehearsal.Step change) {
        return committer.latched(() -> {
            CollectionRecord proposed = change.apply(committer.record(), context.versions().last() + 1);
            return new Proposal(committer.reading(), proposed, FrozenQueues.of(committer));
        });
    }

    /** Whether a change would hide more than so many documents at once; it stops counting behind them. */
    boolean hidesMoreThan(long limit, Rehearsal.Step change) {
        Proposal proposal = propose(change);
        Reading reading = proposal.reading;
        try (FrozenQueues frozen = proposal.frozen) {
            Verdicts before = new Verdicts(reading.record(), reading.now());
            Verdicts after = new Verdicts(proposal.record, reading.now());
            ForecastCount.Tally hidden = new ForecastCount.Tally();
            StandingWalk.Visitor count = (head, _) -> {
                if (!before.isDue(head) && after.isDue(head)) {
                    hidden.add(1, head.bytes());
                }
                return hidden.documents() <= limit;
            };
            StandingWalk.Extent extent = queue -> Math.max(before.latestDue(queue), after.latestDue(queue));
            StandingWalk walk = new StandingWalk(frozen, reading.schema(), extent, ScanProgress.NONE);
            if (hasQueues(reading.record(), proposal.record)) {
                walk.run(count);
            } else {
                walk.scan(committer.schemaOf(proposal.record), count);
            }
            return hidden.documents() > limit;
        }
    }

    /** Whether everything that the proposed policy counts stands in a queue already. */
    private static boolean hasQueues(CollectionRecord present, CollectionRecord proposed) {
        for (QueueDefinition queue : proposed.queues()) {
            boolean counts = proposed.policy().current().restsOn(queue.id());
            boolean ready = present.queue(queue.id())
                    .map(one -> one.state() == QueueDefinition.State.READY)
                    .orElse(false);
            if (counts && !ready) {
                return false;
            }
        }
        return true;
    }
}
