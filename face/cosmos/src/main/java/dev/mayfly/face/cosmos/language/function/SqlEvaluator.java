package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.SqlValue;

/** One call of a function in a query. Safe for concurrent use. */
@FunctionalInterface
public interface SqlEvaluator {
    /** The value for these arguments, as many as the call was resolved with; they may be undefined. */
    SqlValue evaluate(QueryInstant moment, SqlValue[] arguments);
}
