package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** True or false. */
public enum BooleanValue implements Value {
    FALSE,
    TRUE;

    public boolean booleanValue() {
        return this == TRUE;
    }

    @Override
    public Kind kind() {
        return Kind.BOOLEAN;
    }

    @Override
    public boolean isTrue() {
        return this == TRUE;
    }

    @Override
    public boolean isFalse() {
        return this == FALSE;
    }

    @Override
    public void write(JsonSink out) {
        out.ascii(toString());
    }

    @Override
    public String toString() {
        return this == TRUE ? "true" : "false";
    }
}
