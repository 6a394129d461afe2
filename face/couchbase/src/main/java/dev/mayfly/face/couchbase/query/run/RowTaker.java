package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;

/** Takes rows of a result one by one. */
@FunctionalInterface
interface RowTaker {
    /** Whether further rows are wanted. The row is never MISSING. */
    boolean take(Value row);
}
