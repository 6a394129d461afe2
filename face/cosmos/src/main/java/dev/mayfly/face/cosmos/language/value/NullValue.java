package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** Null. */
public enum NullValue implements Value {
    NULL;

    @Override
    public Kind kind() {
        return Kind.NULL;
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
