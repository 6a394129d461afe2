package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.value.Value;

/** A statement that has been compiled and can be run any number of times. Safe for concurrent use. */
public interface Statement {
    /** What the answer says of the shape of its rows; MISSING for nothing. */
    Value signature();

    /** Whether it changes nothing, so that a request which must not change anything may run it. */
    boolean isReadOnly();

    /** What it is to a transaction. */
    default StatementRole role() {
        return StatementRole.OTHER;
    }

    /** What errors call its kind. */
    default String type() {
        return "EXPLAIN";
    }

    /**
     * Runs it and gives its rows to the sink, in their order.
     *
     * @throws dev.mayfly.face.couchbase.language.QueryException when it ends with an error
     */
    void run(Execution execution, RowSink rows);
}
