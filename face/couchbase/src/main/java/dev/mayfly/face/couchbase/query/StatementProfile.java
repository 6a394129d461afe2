package dev.mayfly.face.couchbase.query;

import dev.mayfly.base.clock.Clock;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long the operators of a running statement work, each without those it passes its rows on to, and how many rows they
 * take. Used by one thread.
 */
public final class StatementProfile {
    private final Clock clock;
    private final IdentityHashMap<Object, Map<String, OperatorTimes>> byPlan = new IdentityHashMap<>();
    private @Nullable OperatorTimes current;
    private long since;

    StatementProfile(Clock clock) {
        this.clock = clock;
    }

    /** The work of one operator so far. */
    public static final class OperatorTimes {
        private long rows;
        private long nanos;

        /** Returns the number of rows that it was given. */
        public long rows() {
            return rows;
        }

        public long nanos() {
            return nanos;
        }
    }

    /** Work of an operator on one row. */
    @FunctionalInterface
    public interface Work {
        /** Returns whether more rows are wanted. */
        boolean run();
    }

    /**
     * The times of a part of a plan.
     *
     * @param plan known by its identity
     */
    public OperatorTimes of(Object plan, String part) {
        return byPlan.computeIfAbsent(plan, _ -> new LinkedHashMap<>()).computeIfAbsent(part, _ -> new OperatorTimes());
    }

    /** Works on one more row. Time counts for the operator that was entered last. */
    public boolean row(OperatorTimes operator, Work work) {
        operator.rows++;
        return during(operator, work);
    }

    /** Works on the rows that were given before. */
    public boolean during(OperatorTimes operator, Work work) {
        OperatorTimes before = turn(operator);
        try {
            return work.run();
        } finally {
            turn(before);
        }
    }

    private @Nullable OperatorTimes turn(@Nullable OperatorTimes next) {
        long now = clock.tickNanos();
        OperatorTimes before = current;
        if (before != null) {
            before.nanos += now - since;
        }
        current = next;
        since = now;
        return before;
    }
}
