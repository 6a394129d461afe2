package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** Takes the rows of a result as they come. */
@FunctionalInterface
public interface RowSink {
    /** One row; never MISSING. */
    void row(N1qlValue row);
}
