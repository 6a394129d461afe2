package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source with the way it is linked to the rows before.
 *
 * @param slot where its things go
 * @param outerJoin whether a row is kept although it meets nothing
 * @param nest whether all that a row meets becomes one array
 * @param condition what must be true of a row and what it meets, or null
 * @param filters what of WHERE can be asked as soon as this source is there
 */
record Linked(
        Producer producer,
        int slot,
        boolean outerJoin,
        boolean nest,
        @Nullable Scalar condition,
        List<Scalar> filters) {
    Linked {
        filters = List.copyOf(filters);
    }

    /** The step that adds this source to a row and goes on with the next step. */
    Step before(Step next) {
        Step filtered = filters.isEmpty() ? next : frame -> !passes(frame) || next.row(frame);
        if (nest) {
            return frame -> nested(frame, filtered);
        }
        return outerJoin ? frame -> joined(frame, filtered) : frame -> producer.each(frame, matching(filtered));
    }

    private boolean passes(Frame frame) {
        for (Scalar filter : filters) {
            if (!filter.of(frame).truth()) {
                return false;
            }
        }
        return true;
    }

    private Step matching(Step next) {
        Scalar on = condition;
        return on == null ? next : frame -> !on.of(frame).truth() || next.row(frame);
    }

    private boolean joined(Frame frame, Step next) {
        boolean[] met = {false};
        boolean more = producer.each(frame, matching(row -> {
            met[0] = true;
            return next.row(row);
        }));
        if (!more || met[0]) {
            return more;
        }
        frame.set(slot, Values.MISSING);
        return next.row(frame);
    }

    private boolean nested(Frame frame, Step next) {
        List<Value> met = new ArrayList<>();
        Budget budget = new Budget(Budget.BYTES_MAX);
        producer.each(frame, matching(row -> {
            met.add(budget.keep(row.get(slot)));
            return true;
        }));
        if (met.isEmpty() && !outerJoin) {
            return true;
        }
        frame.set(slot, Values.array(met));
        return next.row(frame);
    }

    /** The operators of the plan that stand for it. */
    List<Value> explained() {
        List<Value> operators = new ArrayList<>();
        operators.add(producer.explained());
        if (producer.fetches()) {
            operators.add(Explained.operator("Fetch").value());
        }
        if (nest) {
            operators.add(Explained.operator("NestedLoopNest").value());
        } else if (condition != null) {
            operators.add(Explained.operator("NestedLoopJoin").value());
        }
        return operators;
    }
}
