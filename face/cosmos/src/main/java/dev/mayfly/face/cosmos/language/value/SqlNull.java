package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** Null. */
public enum SqlNull implements SqlValue {
    NULL;

    @Override
    public SqlKind kind() {
        return SqlKind.NULL;
    }

    @Override
    public void write(JsonSink out) {
        out.ascii("null");
    }

    @Override
    public String toString() {
        return "null";
    }
}
