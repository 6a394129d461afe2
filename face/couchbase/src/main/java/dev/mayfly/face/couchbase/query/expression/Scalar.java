package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.Value;

/** An expression that has been compiled. Safe for concurrent use; each frame is used by one thread. */
@FunctionalInterface
public interface Scalar {
    Value of(Frame frame);
}
