package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** A statement that has been compiled and can be run any number of times. Safe for concurrent use. */
public interface ExecutableStatement {
    /** Returns the shape of the rows for the answer; MISSING for none. */
    N1qlValue signature();

    /** Returns whether it changes nothing, so that a read-only request may run it. */
    boolean isReadOnly();

    /** Returns the role of the statement in a transaction. */
    default StatementRole role() {
        return StatementRole.OTHER;
    }

    /** Returns the name of its kind in errors. */
    default String type() {
        return "EXPLAIN";
    }

    /** Returns the operators of its plan with their times, an object as EXPLAIN shows it; MISSING where none are measured. */
    default N1qlValue timings(StatementProfile profile) {
        return N1qlValues.MISSING;
    }

    /**
     * Runs it and gives its rows to the sink, in their order.
     *
     * @throws dev.mayfly.face.couchbase.language.value.N1qlException when it ends with an error
     */
    void run(StatementExecution execution, RowSink rows);
}
