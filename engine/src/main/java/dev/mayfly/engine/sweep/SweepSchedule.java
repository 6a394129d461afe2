package dev.mayfly.engine.sweep;

import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of the sweeper's looks into a collection that has a pace of its own. Changed by one sweep at a time,
 * read by any thread.
 */
public final class SweepSchedule {
    /*
     * Looks are taken at their own times, one pace behind the other. A look that would find nothing is only counted: what
     * the last one foresaw holds as long as nothing was written since, and neither the collection's record nor its holds
     * nor the trust in the clock have changed. So a clock may be wound by a month of looks at the price of none. What
     * falls due between two looks waits for the second, as if the first had been taken.
     */
    private volatile long last;
    private @Nullable Foreseen foreseen;

    /** The forecast of a look. */
    private record Foreseen(State state, long due) {}

    /** The state that must not change for the forecast to hold. */
    record State(Schema schema, long epoch, long version) {
        @SuppressWarnings("ReferenceEquality") // A schema is what a look was taken by, not what it is equal to.
        boolean isStill(State other) {
            return schema == other.schema && epoch == other.epoch && version == other.version;
        }
    }

    public SweepSchedule(long opened) {
        last = opened;
    }

    /** Notes a look that is taken now; what it foresees is not known before its end. */
    void take(long now) {
        last = now;
        foreseen = null;
    }

    /**
     * Notes what a look has foreseen.
     *
     * @param before how it was when the look began
     * @param due when something will be due if nothing changes
     */
    void foresee(State before, long due) {
        foreseen = new Foreseen(before, due);
    }

    /** Counts the looks up to now that need not be taken; answers how many. */
    long pass(SweepPace pace, State state, long now) {
        long until = Math.min(now, next(pace, state) - 1);
        long since = last;
        long passed = until < since ? 0 : (until - since) / pace.millis();
        last = since + passed * pace.millis();
        return passed;
    }

    /** Returns the time of the next look, or no deadline. */
    long next(SweepPace pace, State state) {
        Foreseen known = foreseen;
        long due = known != null && known.state.isStill(state) ? known.due : Long.MIN_VALUE;
        return due == Deadlines.NO_DEADLINE ? due : at(pace, due);
    }

    /** The time of the first look, taken or not, at this instant or later. */
    long at(SweepPace pace, long instant) {
        long since = last;
        if (instant <= since) {
            return Deadlines.plus(since, pace.millis());
        }
        long paces = Math.ceilDiv(instant - since, pace.millis());
        return Deadlines.plus(since, Math.multiplyExact(paces, pace.millis()));
    }
}
