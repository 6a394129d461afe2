package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finished rows of a query in an order, and how many of them.
 *
 * @param slots how many places a frame needs, of which the first is for the row
 */
record OrderedPlan(
        RowSource rows,
        int slots,
        List<Sorted.Key> sorts,
        Window window,
        @Nullable SpillSpace space) implements RowSource {
    OrderedPlan {
        sorts = List.copyOf(sorts);
    }

    @Override
    public void run(@Nullable Frame outer, Execution execution, RowTaker taker) {
        Frame frame = new Frame(slots, outer, execution);
        RowTaker out = window.onto(frame, taker);
        if (window.most(frame) == 0) {
            return;
        }
        if (sorts.isEmpty()) {
            rows.run(outer, execution, out);
            return;
        }
        try (Sorted sorted = new Sorted(sorts, window.needed(frame), space)) {
            rows.run(outer, execution, row -> {
                frame.set(0, row);
                sorted.add(frame, row);
                return true;
            });
            sorted.finish(frame, out);
        }
    }

    @Override
    public List<Value> explained() {
        List<Value> operators = new ArrayList<>(rows.explained());
        if (!sorts.isEmpty()) {
            operators.add(Explained.operator("Order").value());
        }
        return operators;
    }

    @Override
    public Value signature() {
        return rows.signature();
    }
}
