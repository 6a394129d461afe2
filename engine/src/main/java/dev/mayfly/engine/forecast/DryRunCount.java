package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.SizeCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Compares what two states of a collection's policy say about its documents. A hot path; for one dry run. */
final class DryRunCount {
    /*
     * In a lazy collection a change hides nothing before the monitor looks. Its effect is reported as if that were
     * now, since a report that the change is harmless would mislead.
     */
    private static final long[] HORIZONS = {
        0,
        Duration.ofHours(1).toMillis(),
        Duration.ofDays(1).toMillis(),
        Duration.ofDays(7).toMillis()
    };

    private final long now;
    private final CollectionRecord recordBefore;
    private final CollectionRecord recordAfter;
    private final BatchJudge before;
    private final BatchJudge after;
    private final PropertyRunCount properties;
    private final ForecastCount forecastBefore;
    private final ForecastCount forecastAfter;
    private final ForecastCount.Tally[] unchanged = tallies();
    private final ForecastCount.Tally[] changed = tallies();
    private final ForecastCount.Tally broughtBack = new ForecastCount.Tally();
    private final List<DryRun.Sample> samples = new ArrayList<>();
    private long oldest = Deadlines.NO_DEADLINE;
    private long newest = Long.MIN_VALUE;

    DryRunCount(Schema schemaBefore, Schema schemaAfter, ForecastRange range, long now) {
        this.now = now;
        this.recordBefore = schemaBefore.record();
        this.recordAfter = schemaAfter.record();
        this.properties = new PropertyRunCount(schemaBefore, schemaAfter, range, HORIZONS, now);
        this.before = new BatchJudge(recordBefore, now);
        this.after = new BatchJudge(recordAfter, now);
        this.forecastBefore = new ForecastCount(range, now);
        this.forecastAfter = new ForecastCount(range, now);
    }

    private static ForecastCount.Tally[] tallies() {
        ForecastCount.Tally[] made = new ForecastCount.Tally[HORIZONS.length];
        for (int index = 0; index < made.length; index++) {
            made[index] = new ForecastCount.Tally();
        }
        return made;
    }

    /** Returns the latest instant in the queue at which an entry can matter, or the least instant if none can. */
    long latest(int queue) {
        long ofDocuments = Math.max(before.latest(queue), after.latest(queue));
        long ofProperties =
                Math.max(properties.before().latest(queue), properties.after().latest(queue));
        return Math.max(ofDocuments, ofProperties);
    }

    /** Returns the latest instant in the queue at which an entry matters for a sample, or the least instant if none can. */
    long latestDue(int queue) {
        long ofProperties = properties.latestDue(queue);
        return hidesDocuments()
                ? Math.max(ofProperties, Math.max(before.latestDue(queue), after.latestDue(queue)))
                : ofProperties;
    }

    /** Counts a document; answers whether it wants to be told its key as a sample, too. */
    boolean add(QueueHead head) {
        long deadlineBefore = before.deadline(head);
        long deadlineAfter = after.deadline(head);
        boolean hiddenBefore = before.isHidden(head, deadlineBefore);
        boolean hiddenAfter = after.isHidden(head, deadlineAfter);
        forecastBefore.add(deadlineBefore, hiddenBefore, head.bytes());
        forecastAfter.add(deadlineAfter, hiddenAfter, head.bytes());
        boolean losesProperty = properties.add(
                head, hiddenBefore ? Long.MIN_VALUE : deadlineBefore, hiddenAfter ? Long.MIN_VALUE : deadlineAfter);
        if (hiddenBefore) {
            if (!hiddenAfter) {
                broughtBack.add(1, head.bytes());
            }
            return false;
        }
        boolean isWanted = deadlineBefore > now
                && addLive(head, deadlineBefore, hiddenAfter ? Math.min(deadlineAfter, now) : deadlineAfter);
        return isWanted || losesProperty;
    }

    /** Takes a document as a sample for itself, or for those of its properties that want it. */
    void sample(QueueHead head, DocumentKey key) {
        if (wantsDocument(head)) {
            samples.add(new DryRun.Sample(key, after.deadline(head), head.bytes()));
        } else if (stays(head)) {
            properties.sample(head, key);
        }
    }

    private boolean addLive(QueueHead head, long deadlineBefore, long deadlineAfter) {
        for (int index = 0; index < HORIZONS.length; index++) {
            long horizon = Deadlines.plus(now, HORIZONS[index]);
            if (deadlineBefore <= horizon) {
                unchanged[index].add(1, head.bytes());
            }
            if (deadlineAfter <= horizon) {
                changed[index].add(1, head.bytes());
            }
        }
        if (deadlineAfter > now) {
            return false;
        }
        oldest = Math.min(oldest, deadlineAfter);
        newest = Math.max(newest, deadlineAfter);
        return hasRoom();
    }

    /** Counts documents of which is only known about when they die. */
    void add(ExpiryHistogram.Cell cell) {
        long deadlineBefore = before.deadline(cell);
        long deadlineAfter = after.deadline(cell);
        long span = cell.spanMillis();
        forecastBefore.spread(deadlineBefore, span, cell.documents(), cell.bytes());
        forecastAfter.spread(deadlineAfter, span, cell.documents(), cell.bytes());
        properties.add(cell, deadlineBefore, deadlineAfter);
        double goneBefore = share(deadlineBefore, span, now);
        double goneAfter = share(deadlineAfter, span, now);
        addShare(broughtBack, cell, goneBefore - goneAfter);
        for (int index = 0; index < HORIZONS.length; index++) {
            long horizon = Deadlines.plus(now, HORIZONS[index]);
            addShare(unchanged[index], cell, share(deadlineBefore, span, horizon) - goneBefore);
            addShare(changed[index], cell, share(deadlineAfter, span, horizon) - goneBefore);
        }
        if (goneAfter > goneBefore) {
            oldest = Math.min(oldest, deadlineAfter);
            newest = Math.max(newest, Math.min(Deadlines.plus(deadlineAfter, span), now));
        }
    }

    /** Returns the fraction of a span that lies before an instant. */
    static double share(long begin, long span, long until) {
        if (begin > until) {
            return 0;
        }
        return Math.min(1, ((double) until - begin) / span);
    }

    private static void addShare(ForecastCount.Tally tally, ExpiryHistogram.Cell cell, double share) {
        if (share > 0) {
            tally.add(Math.round(cell.documents() * share), Math.round(cell.bytes() * share));
        }
    }

    /** Returns true if a document that the change hides at once, or of which it hides a property, is wanted as a sample. */
    boolean wantsSample(QueueHead head) {
        return wantsDocument(head) || (stays(head) && properties.wantsSample(head));
    }

    private boolean wantsDocument(QueueHead head) {
        return hasRoom() && !before.isDue(head) && after.isDue(head);
    }

    private boolean stays(QueueHead head) {
        return !before.isDue(head) && !after.isDue(head);
    }

    private boolean hasRoom() {
        return samples.size() < DryRun.SAMPLES_MAX;
    }

    private boolean hidesDocuments() {
        return changed[0].documents() > 0;
    }

    /** Returns true if a sample is missing of what the change hides at once. */
    boolean wantsSamples() {
        return (hidesDocuments() && hasRoom()) || properties.wantsSamples();
    }

    DryRun result(SizeCounters.Change totals, ForecastCount.Basis basis) {
        List<DryRun.Reach> reaches = new ArrayList<>(HORIZONS.length);
        for (int index = 0; index < HORIZONS.length; index++) {
            reaches.add(new DryRun.Reach(HORIZONS[index], unchanged[index].amount(), changed[index].amount()));
        }
        return new DryRun(
                now,
                recordBefore.policy().current(),
                recordAfter.policy().current(),
                reaches,
                broughtBack.amount(),
                oldest,
                newest == Long.MIN_VALUE ? Deadlines.NO_DEADLINE : newest,
                samples,
                forecastBefore.forecast(totals, basis, properties.forecastBefore()),
                forecastAfter.forecast(totals, basis, properties.forecastAfter()),
                properties.effect());
    }
}
