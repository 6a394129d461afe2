package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.ExpiryHistogram;
import java.util.ArrayList;
import java.util.List;

/** Compares what two states of a collection's policy say about one property of its documents. A hot path; for one dry run. */
final class PropertyLossCount {
    private final FieldPath path;
    private final BatchJudge before;
    private final BatchJudge after;
    private final long[] horizons;
    private final long now;
    private final long[] unchanged;
    private final long[] changed;
    private final List<PropertyLoss.Sample> samples = new ArrayList<>();
    private long broughtBack;

    PropertyLossCount(FieldPath path, BatchJudge before, BatchJudge after, long[] horizons, long now) {
        this.path = path;
        this.before = before;
        this.after = after;
        this.horizons = horizons;
        this.now = now;
        this.unchanged = new long[horizons.length];
        this.changed = new long[horizons.length];
    }

    /**
     * Counts the property in a document that lives before the change and after it; answers whether the document is wanted as a
     * sample.
     */
    boolean add(QueueHead head, long endBefore, long endAfter) {
        long deadlineBefore = before.deadline(head);
        long deadlineAfter = after.deadline(head);
        boolean hiddenAfter = after.isHidden(head, deadlineAfter);
        if (before.isHidden(head, deadlineBefore)) {
            broughtBack += hiddenAfter ? 0 : 1;
            return false;
        }
        if (deadlineBefore <= now) {
            return false;
        }
        long goneAfter = hiddenAfter ? Math.min(deadlineAfter, now) : deadlineAfter;
        for (int index = 0; index < horizons.length; index++) {
            long horizon = Deadlines.plus(now, horizons[index]);
            unchanged[index] += deadlineBefore <= horizon && deadlineBefore < endBefore ? 1 : 0;
            changed[index] += goneAfter <= horizon && goneAfter < endAfter ? 1 : 0;
        }
        return goneAfter <= now && hasRoom();
    }

    /**
     * Counts the property in documents of which is only known about when they go.
     *
     * @param endBefore about when the documents go without the change
     */
    void add(ExpiryHistogram.Cell cell, long endBefore, long endAfter) {
        long deadlineBefore = before.deadline(cell);
        long deadlineAfter = after.deadline(cell);
        double goneBefore = share(cell, deadlineBefore, endBefore, now);
        broughtBack += part(cell, goneBefore - share(cell, deadlineAfter, endAfter, now));
        for (int index = 0; index < horizons.length; index++) {
            long horizon = Deadlines.plus(now, horizons[index]);
            unchanged[index] += part(cell, share(cell, deadlineBefore, endBefore, horizon) - goneBefore);
            changed[index] += part(cell, share(cell, deadlineAfter, endAfter, horizon) - goneBefore);
        }
    }

    private static double share(ExpiryHistogram.Cell cell, long deadline, long end, long until) {
        return deadline < end ? DryRunCount.share(deadline, cell.spanMillis(), until) : 0;
    }

    private static long part(ExpiryHistogram.Cell cell, double share) {
        return share > 0 ? Math.round(cell.documents() * share) : 0;
    }

    private boolean hasRoom() {
        return samples.size() < DryRun.SAMPLES_MAX;
    }

    /** Returns true if the change hides the property in any document at once, and fewer of these are known than may be named. */
    boolean wantsSamples() {
        return changed[0] > 0 && hasRoom();
    }

    /** Returns true if the document, which stays, loses the property by the change and is wanted as a sample. */
    boolean wantsSample(QueueHead head) {
        return hasRoom() && !before.isDue(head) && after.isDue(head);
    }

    void sample(QueueHead head, DocumentKey key) {
        samples.add(new PropertyLoss.Sample(key, after.deadline(head)));
    }

    /** Returns the latest instant in the queue at which an entry's property may be due, or the least instant. */
    long latestDue(int queue) {
        return Math.max(before.latestDue(queue), after.latestDue(queue));
    }

    long unchanged(int horizon) {
        return unchanged[horizon];
    }

    long changed(int horizon) {
        return changed[horizon];
    }

    long broughtBack() {
        return broughtBack;
    }

    PropertyLoss loss() {
        List<PropertyEffect.Reach> reaches = new ArrayList<>(horizons.length);
        for (int index = 0; index < horizons.length; index++) {
            reaches.add(new PropertyEffect.Reach(horizons[index], unchanged[index], changed[index]));
        }
        return new PropertyLoss(path, reaches, broughtBack, samples);
    }
}
