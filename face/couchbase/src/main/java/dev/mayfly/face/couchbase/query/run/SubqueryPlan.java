package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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
record SubqueryPlan(RowSource rows, Set<String> correlation) implements Subquery {
    SubqueryPlan {
        correlation = Set.copyOf(correlation);
    }

    @Override
    public Value rows(Frame outer, long most) {
        return !correlation.isEmpty() || most > 0
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
