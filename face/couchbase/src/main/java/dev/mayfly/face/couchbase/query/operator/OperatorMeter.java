package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.query.StatementProfile;
import org.jspecify.annotations.Nullable;

/**
 * Puts the operators of one plan under measurement, where the request asks for it, and else leaves them as they are.
 *
 * @param profile of the request, or null
 * @param plan under whose identity the times are kept
 */
record OperatorMeter(@Nullable StatementProfile profile, Object plan) {
    JoinStep step(String part, JoinStep step) {
        StatementProfile to = profile;
        if (to == null) {
            return step;
        }
        StatementProfile.OperatorTimes times = to.of(plan, part);
        return frame -> to.row(times, () -> step.row(frame));
    }

    RowConsumer consumer(String part, RowConsumer consumer) {
        StatementProfile to = profile;
        if (to == null) {
            return consumer;
        }
        StatementProfile.OperatorTimes times = to.of(plan, part);
        return row -> to.row(times, () -> consumer.take(row));
    }

    /** One more row for an operator. */
    boolean row(String part, StatementProfile.Work work) {
        return profile == null ? work.run() : profile.row(profile.of(plan, part), work);
    }

    /** Work of an operator when all its rows are there. */
    void during(String part, Runnable work) {
        if (profile == null) {
            work.run();
        } else {
            profile.during(profile.of(plan, part), () -> {
                work.run();
                return true;
            });
        }
    }
}
