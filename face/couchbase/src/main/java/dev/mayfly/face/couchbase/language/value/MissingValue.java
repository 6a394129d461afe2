package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** What is not there. */
public enum MissingValue implements Value {
    MISSING;

    @Override
    public Kind kind() {
        return Kind.MISSING;
    }

    @Override
    public boolean isMissing() {
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
    public void write(JsonSink out) {
        throw new IllegalStateException("MISSING has no JSON");
    }
}
