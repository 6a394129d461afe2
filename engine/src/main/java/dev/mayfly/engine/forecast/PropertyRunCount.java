package dev.mayfly.engine.forecast;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.schema.Schema;
import java.util.ArrayList;
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
    private final long[] unchanged;
    private final long[] changed;
    private long broughtBack;

    PropertyRunCount(Schema before, Schema after, ForecastRange range, long[] horizons, long now) {
        List<PropertyJudges> judges = PropertyJudges.ofEach(List.of(before, after), now);
        this.now = now;
        this.horizons = horizons;
        this.before = judges.getFirst();
        this.after = judges.getLast();
        this.forecastBefore = new ForecastCount(range, now);
        this.forecastAfter = new ForecastCount(range, now);
        this.unchanged = new long[horizons.length];
        this.changed = new long[horizons.length];
    }

    PropertyJudges before() {
        return before;
    }

    PropertyJudges after() {
        return after;
    }

    /**
     * Counts the properties of one document.
     *
     * @param endBefore the deadline of the document without the change; the least instant if it is hidden
     * @param endAfter the same with the change
     */
    void add(QueueHead head, long endBefore, long endAfter) {
        if (before.count() == 0) {
            return;
        }
        boolean livesBefore = endBefore != Long.MIN_VALUE;
        boolean livesAfter = endAfter != Long.MIN_VALUE;
        if (livesBefore) {
            before.count(head, endBefore, forecastBefore);
        }
        if (livesAfter) {
            after.count(head, endAfter, forecastAfter);
        }
        if (livesBefore && livesAfter) {
            for (int property = 0; property < before.count(); property++) {
                compare(head, before.at(property), after.at(property), endBefore, endAfter);
            }
        }
    }

    private void compare(QueueHead head, BatchJudge one, BatchJudge other, long endBefore, long endAfter) {
        long deadlineBefore = one.deadline(head);
        long deadlineAfter = other.deadline(head);
        boolean hiddenAfter = other.isHidden(head, deadlineAfter);
        if (one.isHidden(head, deadlineBefore)) {
            broughtBack += hiddenAfter ? 0 : 1;
            return;
        }
        if (deadlineBefore <= now) {
            return;
        }
        long goneAfter = hiddenAfter ? Math.min(deadlineAfter, now) : deadlineAfter;
        for (int index = 0; index < horizons.length; index++) {
            long horizon = Deadlines.plus(now, horizons[index]);
            unchanged[index] += deadlineBefore <= horizon && deadlineBefore < endBefore ? 1 : 0;
            changed[index] += goneAfter <= horizon && goneAfter < endAfter ? 1 : 0;
        }
    }

    /**
     * Counts the properties of documents of which is only known about when they go.
     *
     * @param endBefore about when the documents go without the change
     */
    void add(ExpiryHistogram.Cell cell, long endBefore, long endAfter) {
        if (before.count() == 0) {
            return;
        }
        before.count(cell, endBefore, forecastBefore);
        after.count(cell, endAfter, forecastAfter);
        long living = Math.min(endBefore, endAfter);
        if (Deadlines.plus(living, cell.spanMillis()) <= now) {
            return;
        }
        for (int property = 0; property < before.count(); property++) {
            long deadlineBefore = before.at(property).deadline(cell);
            long deadlineAfter = after.at(property).deadline(cell);
            double goneBefore = share(cell, deadlineBefore, endBefore, now);
            broughtBack += part(cell, goneBefore - share(cell, deadlineAfter, endAfter, now));
            for (int index = 0; index < horizons.length; index++) {
                long horizon = Deadlines.plus(now, horizons[index]);
                unchanged[index] += part(cell, share(cell, deadlineBefore, endBefore, horizon) - goneBefore);
                changed[index] += part(cell, share(cell, deadlineAfter, endAfter, horizon) - goneBefore);
            }
        }
    }

    private static double share(ExpiryHistogram.Cell cell, long deadline, long end, long until) {
        return deadline < end ? DryRunCount.share(deadline, cell.spanMillis(), until) : 0;
    }

    private static long part(ExpiryHistogram.Cell cell, double share) {
        return share > 0 ? Math.round(cell.documents() * share) : 0;
    }

    PropertyEffect effect() {
        List<PropertyEffect.Reach> reaches = new ArrayList<>(horizons.length);
        for (int index = 0; index < horizons.length; index++) {
            reaches.add(new PropertyEffect.Reach(horizons[index], unchanged[index], changed[index]));
        }
        return new PropertyEffect(reaches, broughtBack);
    }

    PropertyForecast forecastBefore() {
        return forecastBefore.ofProperties();
    }

    PropertyForecast forecastAfter() {
        return forecastAfter.ofProperties();
    }
}
