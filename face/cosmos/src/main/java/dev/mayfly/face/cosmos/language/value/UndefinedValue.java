package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** What there is not: a property that an item lacks, the outcome of an operation on wrong types. */
public enum UndefinedValue implements Value {
    UNDEFINED;

    @Override
    public Kind kind() {
        return Kind.UNDEFINED;
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
