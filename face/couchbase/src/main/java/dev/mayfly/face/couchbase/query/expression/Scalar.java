package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** An expression that has been compiled. Safe for concurrent use; each frame is used by one thread. */
@FunctionalInterface
public interface Scalar {
    N1qlValue of(Frame frame);
}
