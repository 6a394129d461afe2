package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** True or false. */
public enum N1qlBoolean implements N1qlValue {
    FALSE,
    TRUE;

    @Override
    public N1qlKind kind() {
        return N1qlKind.BOOLEAN;
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
