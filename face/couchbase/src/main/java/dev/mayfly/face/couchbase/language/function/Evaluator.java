package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Value;

/** One call of a function in a statement. Safe for concurrent use. */
@FunctionalInterface
public interface Evaluator {
    /** The value for these arguments, as many as the call was resolved with; they may be MISSING. */
    Value evaluate(Moment moment, Value[] arguments);
}
