package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query below a frame without names of its own.
 *
 * @param correlated whether they depend on the row around the query
 */
public record CorrelatedRows(RowSource rows, boolean correlated) implements RowSource {
    @Override
    public void run(@Nullable Frame outer, StatementExecution execution, RowConsumer taker) {
        rows.run(new Frame(0, outer, execution, correlated), execution, taker);
    }

    @Override
    public List<N1qlValue> explained() {
        return rows.explained();
    }

    @Override
    public N1qlValue signature() {
        return rows.signature();
    }
}
