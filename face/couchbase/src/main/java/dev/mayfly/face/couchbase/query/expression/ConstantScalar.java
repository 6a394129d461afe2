package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** A scalar that depends on nothing. */
record ConstantScalar(N1qlValue value) implements Scalar {
    @Override
    public N1qlValue of(Frame frame) {
        return value;
    }
}
