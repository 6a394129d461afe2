package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** The value null. */
public enum N1qlNull implements N1qlValue {
    NULL;

    @Override
    public N1qlKind kind() {
        return N1qlKind.NULL;
    }

    @Override
    public boolean isNull() {
        return true;
    }

    @Override
    public boolean isUnknown() {
        return true;
    }

    @Override
    public boolean truth() {
        return false;
    }

    @Override
    public N1qlValue field(String name) {
        return NULL;
    }

    @Override
    public N1qlValue element(long index) {
        return NULL;
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
