package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares what two states of a collection's policy say about the properties of its documents. A hot path; for one dry run.
 */
final class PropertyRunCount {
    private final long now;
    private final long[] horizons;
    private final PropertyJudges before;
    private final PropertyJudges after;
    private final ForecastCount forecastBefore;
    private final ForecastCount forecastAfter;
    private final PropertyLossCount[] losses;

    PropertyRunCount(Schema before, Schema after, ForecastRange range, long[] horizons, long now) {
        List<PropertyJudges> judges = PropertyJudges.ofEach(List.of(before, after), now);
        this.now = now;
        this.horizons = horizons;
        this.before = judges.getFirst();
        this.after = judges.getLast();
        this.forecastBefore = new ForecastCount(range, now);
        this.forecastAfter = new ForecastCount(range, now);
        this.losses = new PropertyLossCount[this.before.count()];
        for (int property = 0; property < losses.length; property++) {
            losses[property] = new PropertyLossCount(
                    this.before.path(property), this.before.at(property), this.after.at(property), horizons, now);
        }
    }

    PropertyJudges before() {
        return before;
    }

    PropertyJudges after() {
        return after;
    }

    /**
     * Counts the properties of one document; answers whether the document is wanted as a sample for one of them.
     *
     * @param endBefore the deadline of the document without the change; the least instant if it is hidden
     * @param endAfter the same with the change
     */
    boolean add(QueueHead head, long endBefore, long endAfter) {
        if (losses.length == 0) {
            return false;
        }
        boolean livesBefore = endBefore != Long.MIN_VALUE;
        boolean livesAfter = endAfter != Long.MIN_VALUE;
        if (livesBefore) {
            before.count(head, endBefore, forecastBefore);
        }
        if (livesAfter) {
            after.count(head, endAfter, forecastAfter);
        }
        boolean isWanted = false;
        if (livesBefore && livesAfter) {
            for (PropertyLossCount loss : losses) {
                isWanted |= loss.add(head, endBefore, endAfter);
            }
        }
        return isWanted;
    }

    /**
     * Counts the properties of documents of which is only known about when they go.
     *
     * @param endBefore about when the documents go without the change
     */
    void add(ExpiryHistogram.Cell cell, long endBefore, long endAfter) {
        if (losses.length == 0) {
            return;
        }
        before.count(cell, endBefore, forecastBefore);
        after.count(cell, endAfter, forecastAfter);
        long living = Math.min(endBefore, endAfter);
        if (Deadlines.plus(living, cell.spanMillis()) <= now) {
            return;
        }
        for (PropertyLossCount loss : losses) {
            loss.add(cell, endBefore, endAfter);
        }
    }

    /** Returns true if a sample is missing of any property that the change hides at once. */
    boolean wantsSamples() {
        for (PropertyLossCount loss : losses) {
            if (loss.wantsSamples()) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a document that stays is wanted as a sample for one of its properties. */
    boolean wantsSample(QueueHead head) {
        for (PropertyLossCount loss : losses) {
            if (loss.wantsSample(head)) {
                return true;
            }
        }
        return false;
    }

    /** Takes a document that stays as a sample for each of its properties that wants it. */
    void sample(QueueHead head, DocumentKey key) {
        for (PropertyLossCount loss : losses) {
            if (loss.wantsSample(head)) {
                loss.sample(head, key);
            }
        }
    }

    /** Returns the latest instant in the queue at which an entry matters for a sample, or the least instant if none can. */
    long latestDue(int queue) {
        long latest = Long.MIN_VALUE;
        for (PropertyLossCount loss : losses) {
            latest = loss.wantsSamples() ? Math.max(latest, loss.latestDue(queue)) : latest;
        }
        return latest;
    }

    PropertyEffect effect() {
        List<PropertyEffect.Reach> reaches = new ArrayList<>(horizons.length);
        for (int index = 0; index < horizons.length; index++) {
            long unchanged = 0;
            long changed = 0;
            for (PropertyLossCount loss : losses) {
                unchanged += loss.unchanged(index);
                changed += loss.changed(index);
            }
            reaches.add(new PropertyEffect.Reach(horizons[index], unchanged, changed));
        }
        return new PropertyEffect(
                reaches,
                Arrays.stream(losses).mapToLong(PropertyLossCount::broughtBack).sum(),
                Arrays.stream(losses).map(PropertyLossCount::loss).toList());
    }

    PropertyForecast forecastBefore() {
        return forecastBefore.ofProperties();
    }

    PropertyForecast forecastAfter() {
        return forecastAfter.ofProperties();
    }
}
