package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** Takes rows of a result one by one. */
@FunctionalInterface
public interface RowConsumer {
    /** Takes a row, which is never MISSING. Returns whether further rows are wanted. */
    boolean take(N1qlValue row);
}
