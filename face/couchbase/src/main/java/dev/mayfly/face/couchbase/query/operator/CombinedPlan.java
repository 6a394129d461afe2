package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementProfile;
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
public record CombinedPlan(RowSource left, RowSource right, N1qlQuery.SetOperator operator, boolean all)
        implements RowSource {
    @Override
    public void run(@Nullable Frame outer, StatementExecution execution, RowConsumer rows) {
        switch (operator) {
            case UNION -> union(outer, execution, all ? rows : distinct(rows));
            case INTERSECT -> filter(outer, execution, all ? rows : distinct(rows), true);
            case EXCEPT -> filter(outer, execution, all ? rows : distinct(rows), false);
        }
    }

    private static RowConsumer distinct(RowConsumer rows) {
        Set<N1qlValue> seen = new HashSet<>();
        OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        return row -> seen.contains(row) || !seen.add(budget.keep(row)) || rows.take(row);
    }

    private void union(@Nullable Frame outer, StatementExecution execution, RowConsumer rows) {
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
    private void filter(@Nullable Frame outer, StatementExecution execution, RowConsumer rows, boolean wanted) {
        Map<N1qlValue, Integer> others = new HashMap<>();
        OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
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
    public List<N1qlValue> explained() {
        return combined(left.explained(), right.explained());
    }

    @Override
    public List<N1qlValue> timed(StatementProfile profile) {
        return combined(left.timed(profile), right.timed(profile));
    }

    private List<N1qlValue> combined(List<N1qlValue> first, List<N1qlValue> second) {
        String name = operator.name().charAt(0) + operator.name().substring(1).toLowerCase(Locale.ROOT);
        List<N1qlValue> children = new ArrayList<>(first);
        children.addAll(second);
        return List.of(ExplainNode.operator(name + (all ? "All" : ""))
                .with("~children", N1qlValues.array(children))
                .value());
    }

    @Override
    public N1qlValue signature() {
        return left.signature();
    }
}
