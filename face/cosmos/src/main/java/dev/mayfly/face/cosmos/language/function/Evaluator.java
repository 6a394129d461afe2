package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.Value;

/** One call of a function in a query. Safe for concurrent use. */
@FunctionalInterface
public interface Evaluator {
    /** The value for these arguments, as many as the call was resolved with; they may be undefined. */
    Value evaluate(Moment moment, Value[] arguments);
}
