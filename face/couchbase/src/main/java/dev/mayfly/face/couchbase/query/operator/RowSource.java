package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementProfile;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query that has been compiled. Safe for concurrent use. */
public interface RowSource {
    /**
     * Gives its rows in their order, until no more are wanted.
     *
     * @param outer the row around it, or null
     */
    void run(@Nullable Frame outer, StatementExecution execution, RowConsumer rows);

    /** The operators of its plan, first to last. */
    List<N1qlValue> explained();

    /** {@link #explained} with what was measured of each operator. */
    default List<N1qlValue> timed(StatementProfile profile) {
        return explained();
    }

    /** Returns the shape of the rows for the answer. */
    N1qlValue signature();
}
