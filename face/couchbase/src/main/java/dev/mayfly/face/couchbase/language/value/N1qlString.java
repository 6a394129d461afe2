package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonString;

/** A string. */
public final class N1qlString extends JsonString implements N1qlValue {
    private N1qlString(String string) {
        super(string);
    }

    private N1qlString(JsonView view) {
        super(view);
    }

    static N1qlString of(String string) {
        return new N1qlString(string);
    }

    static N1qlString stored(JsonView view) {
        return new N1qlString(view);
    }

    @Override
    public N1qlKind kind() {
        return N1qlKind.STRING;
    }

    @Override
    public boolean truth() {
        return !isEmpty();
    }
}
