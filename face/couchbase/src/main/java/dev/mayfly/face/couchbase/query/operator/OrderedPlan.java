package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementProfile;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finished rows of a query in an order, and how many of them.
 *
 * @param slots how many places a frame needs, of which the first is for the row
 */
public record OrderedPlan(
        RowSource rows,
        int slots,
        List<RowSorter.Key> sorts,
        PageClause window,
        @Nullable SpillSpace space) implements RowSource {
    public OrderedPlan {
        sorts = List.copyOf(sorts);
    }

    @Override
    public void run(@Nullable Frame outer, StatementExecution execution, RowConsumer taker) {
        Frame frame = new Frame(slots, outer, execution);
        RowConsumer out = window.onto(frame, taker);
        if (window.most(frame) == 0) {
            return;
        }
        if (sorts.isEmpty()) {
            rows.run(outer, execution, out);
            return;
        }
        try (RowSorter sorted = new RowSorter(sorts, window.needed(frame), space)) {
            rows.run(outer, execution, row -> {
                frame.set(0, row);
                sorted.add(frame, row);
                return true;
            });
            sorted.finish(frame, out);
        }
    }

    @Override
    public List<N1qlValue> explained() {
        List<N1qlValue> operators = new ArrayList<>(rows.explained());
        if (!sorts.isEmpty()) {
            operators.add(ExplainNode.operator("Order").value());
        }
        return operators;
    }

    @Override
    public List<N1qlValue> timed(StatementProfile profile) {
        List<N1qlValue> operators = new ArrayList<>(rows.timed(profile));
        operators.addAll(explained().subList(operators.size(), explained().size()));
        return operators;
    }

    @Override
    public N1qlValue signature() {
        return rows.signature();
    }
}
