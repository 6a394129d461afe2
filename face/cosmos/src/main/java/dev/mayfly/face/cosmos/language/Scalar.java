package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.SqlValue;

/**
 * A compiled expression.
 *
 * <p>Hot. It evaluates the inputs of one row: a value for each source of the query, and of those around it, at the
 * place that {@link SlotTable} has given it.
 */
@FunctionalInterface
interface Scalar {
    SqlValue of(SqlValue[] inputs);
}
