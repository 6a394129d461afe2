package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** True or false. */
public enum BooleanValue implements Value {
    FALSE,
    TRUE;

    @Override
    public Kind kind() {
        return Kind.BOOLEAN;
    }

    @Override
    public boolean truth() {
        return this == TRUE;
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
