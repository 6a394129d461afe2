package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.SqlValue;

/** A value that is the same for every row. */
record SqlConstant(SqlValue value) implements Scalar {
    @Override
    public SqlValue of(SqlValue[] inputs) {
        return value;
    }
}
