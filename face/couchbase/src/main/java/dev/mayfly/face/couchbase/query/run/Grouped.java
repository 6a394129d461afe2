package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.function.Aggregate;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How rows are grouped, compiled.
 *
 * @param keys by whose values rows fall together, with the places where those go
 * @param aggregates with the places where their results go
 * @param letting what is computed of a group, with places
 * @param having what a group must pass, or null
 */
record Grouped(
        List<Placed> keys,
        List<Gathered> aggregates,
        List<Placed> letting,
        @Nullable Scalar having) {
    private static final int GROUP_BYTES = 200;

    Grouped {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
        letting = List.copyOf(letting);
    }

    /** A value and its place in the frame. */
    record Placed(Scalar value, int slot) {
        void set(Frame frame) {
            frame.set(slot, value.of(frame));
        }
    }

    /**
     * An aggregate and the place of its result.
     *
     * @param argument null where rows are counted
     * @param filter what a row must pass, or null
     */
    record Gathered(
            Supplier<Aggregate> aggregate,
            @Nullable Scalar argument,
            @Nullable Scalar filter,
            int slot) {
        private long add(Frame frame, Aggregate to) {
            if (filter != null && !filter.of(frame).truth()) {
                return 0;
            }
            long before = to.bytes();
            to.add(argument == null ? Values.TRUE : argument.of(frame));
            return to.bytes() - before;
        }
    }

    /** The groups of one run. Used by one thread. */
    final class Groups implements Step {
        private final Map<List<Value>, List<Aggregate>> groups = new LinkedHashMap<>();
        private final Budget budget = new Budget(Budget.BYTES_MAX);

        @Override
        public boolean row(Frame frame) {
            List<Value> key = new ArrayList<>(keys.size());
            for (Placed each : keys) {
                key.add(each.value.of(frame));
            }
            List<Aggregate> group = groups.get(key);
            if (group == null) {
                group = begin();
                groups.put(kept(key), group);
            }
            for (int i = 0; i < group.size(); i++) {
                budget.take(aggregates.get(i).add(frame, group.get(i)));
            }
            return true;
        }

        private List<Value> kept(List<Value> key) {
            List<Value> kept = new ArrayList<>(key.size());
            for (Value each : key) {
                kept.add(budget.keep(each));
            }
            budget.take(GROUP_BYTES);
            return kept;
        }

        private List<Aggregate> begin() {
            List<Aggregate> group = new ArrayList<>(aggregates.size());
            for (Gathered each : aggregates) {
                group.add(each.aggregate.get());
            }
            return group;
        }

        /** Goes on with each group in turn; without keys there is one, though it be empty. */
        void finish(Frame frame, Step next) {
            if (groups.isEmpty() && keys.isEmpty()) {
                groups.put(List.of(), begin());
            }
            for (Map.Entry<List<Value>, List<Aggregate>> group : groups.entrySet()) {
                fill(frame, group.getKey(), group.getValue());
                if ((having == null || having.of(frame).truth()) && !next.row(frame)) {
                    return;
                }
            }
        }

        private void fill(Frame frame, List<Value> key, List<Aggregate> group) {
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
}
