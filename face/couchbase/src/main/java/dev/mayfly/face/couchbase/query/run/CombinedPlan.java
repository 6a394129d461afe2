package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** UNION, INTERSECT and EXCEPT of two queries. */
record CombinedPlan(RowSource left, RowSource right, Query.SetOperator operator, boolean all) implements RowSource {
    @Override
    public void run(@Nullable Frame outer, Execution execution, RowTaker rows) {
        switch (operator) {
            case UNION -> union(outer, execution, all ? rows : distinct(rows));
            case INTERSECT -> filter(outer, execution, all ? rows : distinct(rows), true);
            case EXCEPT -> filter(outer, execution, all ? rows : distinct(rows), false);
        }
    }

    private static RowTaker distinct(RowTaker rows) {
        Set<Value> seen = new HashSet<>();
        Budget budget = new Budget(Budget.BYTES_MAX);
        return row -> seen.contains(row) || !seen.add(budget.keep(row)) || rows.take(row);
    }

    private void union(@Nullable Frame outer, Execution execution, RowTaker rows) {
        boolean[] more = {true};
        left.run(outer, execution, row -> {
            more[0] = rows.take(row);
            return more[0];
        });
        if (more[0]) {
            right.run(outer, execution, rows);
        }
    }

    /** With ALL, each row on the right answers for one on the left. */
    private void filter(@Nullable Frame outer, Execution execution, RowTaker rows, boolean wanted) {
        Map<Value, Integer> others = new HashMap<>();
        Budget budget = new Budget(Budget.BYTES_MAX);
        right.run(outer, execution, row -> {
            Integer times = others.get(row);
            others.put(times == null ? budget.keep(row) : row, times == null ? 1 : times + 1);
            return true;
        });
        left.run(outer, execution, row -> {
            int times = others.getOrDefault(row, 0);
            if (all && times > 0) {
                others.put(row, times - 1);
            }
            return times > 0 != wanted || rows.take(row);
        });
    }

    @Override
    public List<Value> explained() {
        String name = operator.name().charAt(0) + operator.name().substring(1).toLowerCase(Locale.ROOT);
        List<Value> children = new ArrayList<>(left.explained());
        children.addAll(right.explained());
        return List.of(Explained.operator(name + (all ? "All" : ""))
                .with("~children", Values.array(children))
                .value());
    }

    @Override
    public Value signature() {
        return left.signature();
    }
}
