package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One SELECT, compiled: sources, LET, WHERE, GROUP BY, windows, the row, DISTINCT, ORDER BY, and how much of it all.
 *
 * @param slots how many places a frame needs
 * @param where what is left of WHERE to be asked behind all sources
 * @param condition the whole of WHERE, as it is shown
 * @param ordered whether rows come in that order by themselves, but for those that a transaction has changed
 */
record SelectPlan(
        int slots,
        List<Linked> sources,
        List<Grouped.Placed> let,
        @Nullable Scalar where,
        @Nullable Grouped grouped,
        @Nullable WindowPlan windows,
        Projected projected,
        boolean distinct,
        List<Sorted.Key> sorts,
        boolean ordered,
        Window window,
        @Nullable SpillSpace space,
        @Nullable String condition,
        Value signature)
        implements RowSource {
    SelectPlan {
        sources = List.copyOf(sources);
        let = List.copyOf(let);
        sorts = List.copyOf(sorts);
    }

    @Override
    public void run(@Nullable Frame outer, Execution execution, RowTaker rows) {
        Frame frame = new Frame(slots, outer, execution);
        RowTaker out = window.onto(frame, rows);
        if (window.most(frame) == 0) {
            return;
        }
        if (sorts.isEmpty() || (ordered && execution.transaction() == null)) {
            project(frame, (_, row) -> out.take(row));
            return;
        }
        try (Sorted sorted = new Sorted(sorts, window.needed(frame), space)) {
            project(frame, (at, row) -> {
                sorted.add(at, row);
                return true;
            });
            sorted.finish(frame, out);
        }
    }

    /** Takes a finished row, with the frame it was made of. */
    @FunctionalInterface
    private interface Finished {
        boolean take(Frame frame, Value row);
    }

    private void project(Frame frame, Finished finished) {
        Set<Value> seen = new HashSet<>();
        Budget budget = new Budget(Budget.BYTES_MAX);
        overWindows(frame, at -> {
            Value row = projected.of(at);
            if (distinct && (seen.contains(row) || !seen.add(budget.keep(row)))) {
                return true;
            }
            return finished.take(at, row);
        });
    }

    private void overWindows(Frame frame, Step next) {
        if (windows == null) {
            gather(frame, next);
            return;
        }
        try (WindowPlan.Rows rows = windows.new Rows(frame, next)) {
            gather(frame, rows);
            rows.finish();
        }
    }

    private void gather(Frame frame, Step next) {
        if (grouped == null) {
            scan(frame, next);
            return;
        }
        Grouped.Groups groups = grouped.new Groups();
        scan(frame, groups);
        groups.finish(frame, next);
    }

    private void scan(Frame frame, Step next) {
        Step step = at -> {
            for (Grouped.Placed each : let) {
                each.set(at);
            }
            return (where != null && !where.of(at).truth()) || next.row(at);
        };
        for (Linked source : sources.reversed()) {
            step = source.before(step);
        }
        step.row(frame);
    }

    @Override
    public List<Value> explained() {
        List<Value> operators = new ArrayList<>();
        if (sources.isEmpty()) {
            operators.add(Explained.operator("DummyScan").value());
        }
        for (Linked source : sources) {
            operators.addAll(source.explained());
        }
        if (!let.isEmpty()) {
            operators.add(Explained.operator("Let").value());
        }
        if (condition != null) {
            operators.add(
                    Explained.operator("Filter").with("condition", condition).value());
        }
        if (grouped != null) {
            operators.add(Explained.operator("InitialGroup").value());
            operators.add(Explained.operator("FinalGroup").value());
        }
        if (windows != null) {
            operators.addAll(windows.explained());
        }
        operators.add(Explained.operator("InitialProject").value());
        if (distinct) {
            operators.add(Explained.operator("Distinct").value());
        }
        if (!sorts.isEmpty() && !ordered) {
            operators.add(Explained.operator("Order").value());
        }
        if (window.offset() != null) {
            operators.add(Explained.operator("Offset").value());
        }
        if (window.limit() != null) {
            operators.add(Explained.operator("Limit").value());
        }
        return List.of(Explained.operator("Sequence")
                .with("~children", Values.array(operators))
                .value());
    }
}
