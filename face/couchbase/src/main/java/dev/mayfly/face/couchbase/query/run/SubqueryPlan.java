package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import java.util.ArrayList;
import java.util.List;

/**
 * A query inside an expression. One that asks nothing of the row around it is carried out once.
 *
 * @param correlated whether it asks
 */
record SubqueryPlan(RowSource rows, boolean correlated) implements Subquery {
    @Override
    public Value rows(Frame outer, long most) {
        return correlated || most > 0
                ? gather(outer, most)
                : outer.once(this, ArrayValue.class, () -> gather(outer, 0));
    }

    private ArrayValue gather(Frame outer, long most) {
        List<Value> found = new ArrayList<>();
        Budget budget = new Budget(Budget.BYTES_MAX);
        rows.run(outer, outer.execution(), row -> {
            found.add(budget.keep(row));
            return found.size() != most;
        });
        return Values.array(found);
    }
}
