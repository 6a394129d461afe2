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
    private final HourCounts hours;

    DryRuns(EngineContext context, Committer committer) {
        this.context = context;
        this.committer = committer;
        this.hours = new HourCounts(context.counting(), committer);
    }

    /** A record that a change would leave, with the collection as it is at that moment. */
    private record Proposal(Reading reading, CollectionRecord record, FrozenQueues frozen) {}

    /** What answers of a large collection come from. */
    HourCounts hours() {
        return hours;
    }

    Forecast forecast(Reading reading, ForecastRange range) {
        Verdicts verdicts = new Verdicts(reading.record(), reading.now());
        ForecastCount count = new ForecastCount(range, reading.now());
        HourCounts.Counted counted = hours.now();
        if (counted != null) {
            for (DeadlineCells.Cell cell : counted.cells()) {
                count.spread(verdicts.deadline(cell), cell.spanMillis(), cell.documents(), cell.bytes());
            }
            return count.forecast(counted.totals(), basis(counted));
        }
        try (FrozenQueues frozen = FrozenQueues.of(committer)) {
            new StandingWalk(frozen, reading.schema(), verdicts::latest, ScanProgress.NONE).run((head, _) -> {
                long deadline = verdicts.deadline(head);
                count.add(deadline, verdicts.isHidden(head, deadline), head.bytes());
                return true;
            });
            return count.forecast(frozen.totals(), ForecastCount.Basis.DOCUMENTS);
        }
    }

    private static ForecastCount.Basis basis(HourCounts.Counted counted) {
        return counted.whole() ? ForecastCount.Basis.HOURS : ForecastCount.Basis.SOME_HOURS;
    }

    /** Does what a change does, but for the write. */
    DryRun dryRun(Rehearsal.Step change, ForecastRange range, ScanProgress progress) {
        Proposal proposal = propose(change);
        Reading reading = proposal.reading;
        try (FrozenQueues frozen = proposal.frozen) {
            DryRunCount count = new DryRunCount(reading.record(), proposal.record, range, reading.now());
            if (!hasQueues(reading.record(), proposal.record)) {
                new StandingWalk(frozen, reading.schema(), _ -> Long.MIN_VALUE, progress)
                        .scan(committer.inForce().schemaOf(proposal.record), (head, cursor) -> {
                            if (count.add(head)) {
                                count.sample(head, new DocumentKey(cursor.key()));
                            }
                            return true;
                        });
                return count.result(frozen.totals(), ForecastCount.Basis.DOCUMENTS);
            }
            HourCounts.Counted counted = hours.now();
            if (counted != null) {
                counted.cells().forEach(count::add);
                if (count.hidesAny()) {
                    sample(frozen, reading, count);
                }
                return count.result(counted.totals(), basis(counted));
            }
            StandingWalk.Extent extent = queue ->
                    Math.max(count.before().latest(queue), count.after().latest(queue));
            new StandingWalk(frozen, reading.schema(), extent, progress).run((head, cursor) -> {
                if (count.add(head)) {
                    count.sample(head, Layout.queueDocument(cursor.key()));
                }
                return true;
            });
            return count.result(frozen.totals(), ForecastCount.Basis.DOCUMENTS);
        }
    }

    /** Finds some documents that the change hides at once, from the heads of the queues. */
    private static void sample(FrozenQueues frozen, Reading reading, DryRunCount count) {
        StandingWalk.Extent due =
                queue -> Math.max(count.before().latestDue(queue), count.after().latestDue(queue));
        new StandingWalk(frozen, reading.schema(), due, ScanProgress.NONE).run((head, cursor) -> {
            if (count.wantsSample(head)) {
                count.sample(head, Layout.queueDocument(cursor.key()));
            }
            return !count.hasSamples();
        });
    }

    private Proposal propose(Rehearsal.Step change) {
        return committer.latched(() -> {
            CollectionRecord proposed =
                    change.apply(committer.record(), context.versions().last() + 1);
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
                walk.scan(committer.inForce().schemaOf(proposal.record), count);
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
