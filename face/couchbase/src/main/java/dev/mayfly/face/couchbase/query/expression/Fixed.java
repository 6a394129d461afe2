package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.Value;

/** What depends on nothing. */
record Fixed(Value value) implements Scalar {
    @Override
    public Value of(Frame frame) {
        return value;
    }
}
