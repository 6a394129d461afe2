package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.List;

/** Carries out the queries that functions in JavaScript make while they run. */
@FunctionalInterface
public interface ScriptQueries {
    /**
     * Returns the rows of a query.
     *
     * @param asking the function
     * @param parameters an array of them or an object by their names; anything else for none
     * @throws dev.mayfly.face.couchbase.language.value.N1qlException if it is no query, or fails
     */
    List<N1qlValue> rows(FunctionName asking, String statement, N1qlValue parameters);
}
