package dev.mayfly.engine.forecast;

import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.Schema;
import java.util.List;

/** Counts the properties of a document that one state of a collection's policy hides and another does not. A hot path. */
public final class PropertyDifference {
    private final PropertyJudges before;
    private final PropertyJudges after;

    /**
     * The difference in all documents.
     *
     * @param hidden how many are hidden after, and not before
     * @param broughtBack how many are hidden before, and not after
     */
    public record Amount(long hidden, long broughtBack) {
        static final Amount NOTHING = new Amount(0, 0);
    }

    PropertyDifference(Schema before, Schema after, long now) {
        List<PropertyJudges> judges = PropertyJudges.ofEach(List.of(before, after), now);
        this.before = judges.getFirst();
        this.after = judges.getLast();
    }

    /** Returns true if there are no rules about properties. */
    boolean isNone() {
        return before.count() == 0;
    }

    /** Returns the latest instant in the queue at which an entry may be due, or the least instant if none can. */
    long latestDue(int queue) {
        return Math.max(before.latestDue(queue), after.latestDue(queue));
    }

    /** Returns how many properties are due after and not before; in a lazy collection those are due that the monitor will hide. */
    int dying(QueueHead head) {
        int dying = 0;
        for (int property = 0; property < before.count(); property++) {
            dying += !before.at(property).isDue(head) && after.at(property).isDue(head) ? 1 : 0;
        }
        return dying;
    }

    /** Returns how many properties are hidden after and not before. */
    int hiding(QueueHead head) {
        return hiddenInOne(head, before, after);
    }

    /** Returns how many properties are hidden before and not after. */
    int showing(QueueHead head) {
        return hiddenInOne(head, after, before);
    }

    private static int hiddenInOne(QueueHead head, PropertyJudges showing, PropertyJudges hiding) {
        int hidden = 0;
        for (int property = 0; property < showing.count(); property++) {
            BatchJudge shown = showing.at(property);
            BatchJudge gone = hiding.at(property);
            boolean isDifferent =
                    gone.isHidden(head, gone.deadline(head)) && !shown.isHidden(head, shown.deadline(head));
            hidden += isDifferent ? 1 : 0;
        }
        return hidden;
    }
}
