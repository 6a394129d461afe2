package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonSink;

/** The value MISSING. */
public enum N1qlMissing implements N1qlValue {
    MISSING;

    @Override
    public N1qlKind kind() {
        return N1qlKind.MISSING;
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

    /** Writes null, which stands for MISSING in the text of an array. */
    @Override
    public void write(JsonSink out) {
        out.ascii("null");
    }
}
