package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** True or false. */
public enum SqlBoolean implements SqlValue {
    FALSE,
    TRUE;

    public boolean booleanValue() {
        return this == TRUE;
    }

    @Override
    public SqlKind kind() {
        return SqlKind.BOOLEAN;
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
