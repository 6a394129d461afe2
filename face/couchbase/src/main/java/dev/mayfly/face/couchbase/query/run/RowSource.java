package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query that has been compiled. Safe for concurrent use. */
interface RowSource {
    /**
     * Gives its rows in their order, until no more are wanted.
     *
     * @param outer the row around it, or null
     */
    void run(@Nullable Frame outer, Execution execution, RowTaker rows);

    /** The operators of its plan, first to last. */
    List<Value> explained();

    /** What the answer says of the shape of the rows. */
    Value signature();
}
