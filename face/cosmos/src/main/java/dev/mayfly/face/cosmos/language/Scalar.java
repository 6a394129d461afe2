package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.Value;

/**
 * A compiled expression.
 *
 * <p>Hot. What it sees are the inputs of one row: a value for each source of the query, and of those around it, at the
 * place that {@link Slots} has given it.
 */
@FunctionalInterface
interface Scalar {
    Value of(Value[] inputs);
}
