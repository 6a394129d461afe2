package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** The value null. */
public enum NullValue implements Value {
    NULL;

    @Override
    public Kind kind() {
        return Kind.NULL;
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
    public Value field(String name) {
        return NULL;
    }

    @Override
    public Value element(long index) {
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
