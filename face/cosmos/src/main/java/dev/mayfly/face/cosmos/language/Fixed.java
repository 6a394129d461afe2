package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.Value;

/** A value that is the same for every row. */
record Fixed(Value value) implements Scalar {
    @Override
    public Value of(Value[] inputs) {
        return value;
    }
}
