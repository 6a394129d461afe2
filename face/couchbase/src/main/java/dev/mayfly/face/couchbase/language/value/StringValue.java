package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonString;

/** A string. */
public final class StringValue extends JsonString implements Value {
    private StringValue(String string) {
        super(string);
    }

    private StringValue(JsonView view) {
        super(view);
    }

    static StringValue of(String string) {
        return new StringValue(string);
    }

    static StringValue stored(JsonView view) {
        return new StringValue(view);
    }

    @Override
    public Kind kind() {
        return Kind.STRING;
    }

    @Override
    public boolean truth() {
        return !isEmpty();
    }
}
