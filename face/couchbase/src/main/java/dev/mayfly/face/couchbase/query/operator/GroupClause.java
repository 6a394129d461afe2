package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.sql.RowGroups;
import dev.mayfly.face.couchbase.language.aggregate.Aggregate;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The compiled GROUP BY clause.
 *
 * @param keys whose values form the groups, with their slots
 * @param aggregates with the slots of their results
 * @param letting the values computed of a group, with slots
 * @param having the condition on a group, or null
 */
public record GroupClause(
        List<Placed> keys,
        List<GroupAggregate> aggregates,
        List<Placed> letting,
        @Nullable Scalar having) {
    public GroupClause {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
        letting = List.copyOf(letting);
    }

    /** A value and its place in the frame. */
    public record Placed(Scalar value, int slot) {
        public void set(Frame frame) {
            frame.set(slot, value.of(frame));
        }
    }

    /**
     * An aggregate and the place of its result.
     *
     * @param argument null where rows are counted
     * @param filter what a row must pass, or null
     */
    public record GroupAggregate(
            Supplier<Aggregate> aggregate,
            @Nullable Scalar argument,
            @Nullable Scalar filter,
            int slot) {
        private long add(Frame frame, Aggregate to) {
            if (filter != null && !filter.of(frame).truth()) {
                return 0;
            }
            long before = to.bytes();
            to.add(argument == null ? N1qlValues.TRUE : argument.of(frame));
            return to.bytes() - before;
        }
    }

    /** The groups of one run. Used by one thread. */
    final class Groups implements JoinStep {
        private final OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        private final RowGroups<N1qlValue, List<Aggregate>> groups =
                new RowGroups<>(keys.size(), GroupClause.this::begin, budget);

        @Override
        public boolean row(Frame frame) {
            List<N1qlValue> key = new ArrayList<>(keys.size());
            for (Placed each : keys) {
                key.add(each.value.of(frame));
            }
            List<Aggregate> group = groups.of(key);
            for (int i = 0; i < group.size(); i++) {
                budget.take(aggregates.get(i).add(frame, group.get(i)));
            }
            return true;
        }

        /** Continues with each group in turn. */
        void finish(Frame frame, JoinStep next) {
            groups.each((key, group) -> {
                frame.execution().check();
                fill(frame, key, group);
                return (having != null && !having.of(frame).truth()) || next.row(frame);
            });
        }

        private void fill(Frame frame, List<N1qlValue> key, List<Aggregate> group) {
            for (int i = 0; i < key.size(); i++) {
                frame.set(keys.get(i).slot, key.get(i));
            }
            for (int i = 0; i < group.size(); i++) {
                frame.set(aggregates.get(i).slot, group.get(i).result());
            }
            for (Placed each : letting) {
                each.set(frame);
            }
        }
    }

    private List<Aggregate> begin() {
        List<Aggregate> group = new ArrayList<>(aggregates.size());
        for (GroupAggregate each : aggregates) {
            group.add(each.aggregate.get());
        }
        return group;
    }
}
