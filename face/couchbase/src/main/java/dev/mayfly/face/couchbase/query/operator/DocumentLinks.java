package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
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
public record DocumentLinks(
        Producer producer,
        int slot,
        boolean outerJoin,
        boolean nest,
        @Nullable Scalar condition,
        List<Scalar> filters) {
    public DocumentLinks {
        filters = List.copyOf(filters);
    }

    /** Returns the step that adds this source to a row and continues with the next step. */
    public JoinStep before(JoinStep next) {
        JoinStep filtered = filters.isEmpty() ? next : frame -> !passes(frame) || next.row(frame);
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

    private JoinStep matching(JoinStep next) {
        Scalar on = condition;
        return on == null ? next : frame -> !on.of(frame).truth() || next.row(frame);
    }

    private boolean joined(Frame frame, JoinStep next) {
        boolean[] met = {false};
        boolean more = producer.each(frame, matching(row -> {
            met[0] = true;
            return next.row(row);
        }));
        if (!more || met[0]) {
            return more;
        }
        frame.set(slot, N1qlValues.MISSING);
        return next.row(frame);
    }

    private boolean nested(Frame frame, JoinStep next) {
        List<N1qlValue> met = new ArrayList<>();
        OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        producer.each(frame, matching(row -> {
            met.add(budget.keep(row.get(slot)));
            return true;
        }));
        if (met.isEmpty() && !outerJoin) {
            return true;
        }
        frame.set(slot, N1qlValues.array(met));
        boolean more = next.row(frame);
        budget.letGo();
        return more;
    }

    /** The operators of the plan that stand for it. */
    public List<N1qlValue> explained() {
        List<N1qlValue> operators = new ArrayList<>();
        operators.add(producer.explained());
        if (producer.fetches()) {
            operators.add(ExplainNode.operator("Fetch").value());
        }
        if (nest) {
            operators.add(ExplainNode.operator("NestedLoopNest").value());
        } else if (condition != null) {
            operators.add(ExplainNode.operator("NestedLoopJoin").value());
        }
        return operators;
    }
}
