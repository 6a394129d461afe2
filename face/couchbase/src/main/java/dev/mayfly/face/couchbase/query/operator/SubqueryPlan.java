package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A query inside an expression. One that asks nothing of the row around it is carried out once.
 *
 * @param correlation what it asks for there
 */
public record SubqueryPlan(RowSource rows, Set<String> correlation) implements Subquery {
    public SubqueryPlan {
        correlation = Set.copyOf(correlation);
    }

    @Override
    public N1qlValue rows(Frame outer, long most) {
        return !correlation.isEmpty() || most > 0
                ? gather(outer, most)
                : outer.once(this, N1qlArray.class, () -> kept(gather(outer, 0)));
    }

    /**
     * Counts the rows as held: they are a value of the row around the query, whereas its operators release what they
     * hold.
     */
    private static N1qlArray kept(N1qlArray rows) {
        RequestGuard.current().hold(rows.memoryBytes());
        return rows;
    }

    private N1qlArray gather(Frame outer, long most) {
        RequestGuard guard = RequestGuard.current();
        long held = guard.held();
        List<N1qlValue> found = new ArrayList<>();
        OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        rows.run(outer, outer.execution(), row -> {
            found.add(budget.keep(row));
            return found.size() != most;
        });
        long rows = budget.taken();
        guard.letGoUntil(held);
        guard.charge(rows);
        return N1qlValues.array(found);
    }
}
