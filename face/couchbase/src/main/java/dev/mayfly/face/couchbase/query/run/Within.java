package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a query below a frame without names of its own. */
record Within(RowSource rows) implements RowSource {
    @Override
    public void run(@Nullable Frame outer, Execution execution, RowTaker taker) {
        rows.run(new Frame(0, outer, execution), execution, taker);
    }

    @Override
    public List<Value> explained() {
        return rows.explained();
    }

    @Override
    public Value signature() {
        return rows.signature();
    }
}
