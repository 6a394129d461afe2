package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.error.EngineError.TooManyWouldExpire;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionShards;
import java.util.Optional;

/** Looks ahead in one collection: with its policy as it is, or as a change would leave it. */
public final class DryRuns {
    private final CollectionShards shards;
    private final HourlyHistogram hours;

    public DryRuns(CollectionShards shards, CountedScan counting) {
        this.shards = shards;
        this.hours = new HourlyHistogram(counting, shards);
    }

    /** Counts what a change would hide at once, up to a limit. */
    private static final class GuardCount {
        private final long limit;
        private long documents;
        private long properties;

        GuardCount(long limit) {
            this.limit = limit;
        }

        void add(int goneDocuments, int goneProperties) {
            documents += goneDocuments;
            properties += goneProperties;
        }

        boolean isExceeded() {
            return documents + properties > limit;
        }

        Optional<TooManyWouldExpire.Subject> excess() {
            if (!isExceeded()) {
                return Optional.empty();
            }
            if (documents == 0) {
                return Optional.of(TooManyWouldExpire.Subject.PROPERTIES);
            }
            return Optional.of(
                    properties == 0 ? TooManyWouldExpire.Subject.DOCUMENTS : TooManyWouldExpire.Subject.BOTH);
        }
    }

    /** A record that a change would leave, with the collection as it is at that moment. */
    private record Proposal(ReadView reading, CollectionRecord record, FrozenQueues frozen) {}

    /** The hourly counts that answer for a large collection. */
    public HourlyHistogram hours() {
        return hours;
    }

    public Forecast forecast(ReadView reading, ForecastRange range) {
        BatchJudge judge = new BatchJudge(reading.record(), reading.now());
        PropertyJudges judges = PropertyJudges.of(reading.schema(), reading.now());
        ForecastCount count = new ForecastCount(range, reading.now());
        ForecastCount properties = new ForecastCount(range, reading.now());
        HourlyHistogram.Counted counted = hours.now();
        if (counted != null) {
            for (ExpiryHistogram.Cell cell : counted.cells()) {
                long deadline = judge.deadline(cell);
                count.spread(deadline, cell.spanMillis(), cell.documents(), cell.bytes());
                judges.count(cell, deadline, properties);
            }
            return count.forecast(counted.totals(), basis(counted), properties.ofProperties());
        }
        try (FrozenQueues frozen = FrozenQueues.of(shards)) {
            QueueScan.Extent extent = queue -> Math.max(judge.latest(queue), judges.latest(queue));
            new QueueScan(frozen, reading.schema(), extent, ScanProgress.NONE).run((head, _) -> {
                long deadline = judge.deadline(head);
                boolean isHidden = judge.isHidden(head, deadline);
                count.add(deadline, isHidden, head.bytes());
                if (!isHidden) {
                    judges.count(head, deadline, properties);
                }
                return true;
            });
            return count.forecast(frozen.totals(), ForecastCount.Basis.DOCUMENTS, properties.ofProperties());
        }
    }

    private static ForecastCount.Basis basis(HourlyHistogram.Counted counted) {
        return counted.whole() ? ForecastCount.Basis.HOURS : ForecastCount.Basis.SOME_HOURS;
    }

    /** Does what a change does, but for the write. */
    public DryRun dryRun(PolicyChange.Step change, ForecastRange range, ScanProgress progress) {
        Proposal proposal = propose(change);
        ReadView reading = proposal.reading;
        try (FrozenQueues frozen = proposal.frozen) {
            Schema proposed = shards.currentSchema().schemaOf(proposal.record);
            DryRunCount count = new DryRunCount(reading.schema(), proposed, range, reading.now());
            if (!hasQueues(reading.record(), proposal.record)) {
                new QueueScan(frozen, reading.schema(), _ -> Long.MIN_VALUE, progress)
                        .scan(proposed, (head, cursor) -> {
                            if (count.add(head)) {
                                count.sample(head, new DocumentKey(cursor.key()));
                            }
                            return true;
                        });
                return count.result(frozen.totals(), ForecastCount.Basis.DOCUMENTS);
            }
            HourlyHistogram.Counted counted = hours.now();
            if (counted != null) {
                counted.cells().forEach(count::add);
                if (count.wantsSamples()) {
                    sample(frozen, reading, count);
                }
                return count.result(counted.totals(), basis(counted));
            }
            new QueueScan(frozen, reading.schema(), count::latest, progress).run((head, cursor) -> {
                if (count.add(head)) {
                    count.sample(head, Layout.queueDocument(cursor.key()));
                }
                return true;
            });
            return count.result(frozen.totals(), ForecastCount.Basis.DOCUMENTS);
        }
    }

    /** Finds some documents that the change hides at once, or of which it hides properties, from the heads of the queues. */
    private static void sample(FrozenQueues frozen, ReadView reading, DryRunCount count) {
        new QueueScan(frozen, reading.schema(), count::latestDue, ScanProgress.NONE).run((head, cursor) -> {
            if (count.wantsSample(head)) {
                count.sample(head, Layout.queueDocument(cursor.key()));
            }
            return count.wantsSamples();
        });
    }

    private Proposal propose(PolicyChange.Step change) {
        return shards.latched(() -> {
            CollectionRecord proposed =
                    change.apply(shards.record(), shards.engine().versions().last() + 1);
            return new Proposal(shards.reading(), proposed, FrozenQueues.of(shards));
        });
    }

    /**
     * Returns what a change would hide at once if that is more than {@code limit} documents, and properties of documents that
     * stay, or nothing; stops counting beyond it.
     */
    public Optional<TooManyWouldExpire.Subject> excess(long limit, PolicyChange.Step change) {
        Proposal proposal = propose(change);
        ReadView reading = proposal.reading;
        try (FrozenQueues frozen = proposal.frozen) {
            BatchJudge before = new BatchJudge(reading.record(), reading.now());
            BatchJudge after = new BatchJudge(proposal.record, reading.now());
            Schema proposed = shards.currentSchema().schemaOf(proposal.record);
            PropertyDifference properties = new PropertyDifference(reading.schema(), proposed, reading.now());
            GuardCount hidden = new GuardCount(limit);
            QueueScan.Visitor count = (head, _) -> {
                if (!before.isDue(head)) {
                    boolean isGone = after.isDue(head);
                    hidden.add(isGone ? 1 : 0, isGone ? 0 : properties.dying(head));
                }
                return !hidden.isExceeded();
            };
            QueueScan.Extent extent = queue ->
                    Math.max(Math.max(before.latestDue(queue), after.latestDue(queue)), properties.latestDue(queue));
            QueueScan walk = new QueueScan(frozen, reading.schema(), extent, ScanProgress.NONE);
            if (hasQueues(reading.record(), proposal.record)) {
                walk.run(count);
            } else {
                walk.scan(proposed, count);
            }
            return hidden.excess();
        }
    }

    /** Compares what is shown of the properties of living documents by two schemas that have the same queues. */
    public PropertyDifference.Amount difference(Schema before, Schema after, long now) {
        PropertyDifference difference = new PropertyDifference(before, after, now);
        if (difference.isNone()) {
            return PropertyDifference.Amount.NOTHING;
        }
        BatchJudge judgeBefore = new BatchJudge(before.record(), now);
        BatchJudge judgeAfter = new BatchJudge(after.record(), now);
        long[] hidden = {0};
        long[] broughtBack = {0};
        try (FrozenQueues frozen = FrozenQueues.of(shards)) {
            new QueueScan(frozen, before, difference::latestDue, ScanProgress.NONE).run((head, _) -> {
                boolean lives = !judgeBefore.isHidden(head, judgeBefore.deadline(head))
                        && !judgeAfter.isHidden(head, judgeAfter.deadline(head));
                if (lives) {
                    hidden[0] += difference.hiding(head);
                    broughtBack[0] += difference.showing(head);
                }
                return true;
            });
        }
        return new PropertyDifference.Amount(hidden[0], broughtBack[0]);
    }

    /** Returns true if every queue that the proposed policy needs exists already. */
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
