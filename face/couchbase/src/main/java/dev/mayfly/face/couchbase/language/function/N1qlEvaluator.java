package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** One call of a function in a statement. Safe for concurrent use. */
@FunctionalInterface
public interface N1qlEvaluator {
    /** The value for these arguments, as many as the call was resolved with; they may be MISSING. */
    N1qlValue evaluate(StatementInstant moment, N1qlValue[] arguments);
}
