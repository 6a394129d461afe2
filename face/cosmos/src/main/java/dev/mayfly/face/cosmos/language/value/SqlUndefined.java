package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** The undefined value: a missing property, or the result of an operation on wrong types. */
public enum SqlUndefined implements SqlValue {
    UNDEFINED;

    @Override
    public SqlKind kind() {
        return SqlKind.UNDEFINED;
    }

    @Override
    public boolean isUndefined() {
        return true;
    }

    @Override
    public void write(JsonSink out) {
        throw new IllegalStateException("undefined has no JSON");
    }

    @Override
    public String toString() {
        return "undefined";
    }
}
