package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;

/** An object inside JSON text. */
final class StoredObject extends ObjectValue {
    private final JsonView view;

    StoredObject(JsonView view) {
        this.view = view;
    }

    @Override
    public Value field(String name) {
        JsonView value = view.field(name);
        return value == null ? MissingValue.MISSING : Values.stored(value);
    }

    @Override
    public Fields fields() {
        View.Fields stored = view.fields();
        return new Fields() {
            @Override
            public boolean next() {
                return stored.next();
            }

            @Override
            public String name() {
                return stored.name();
            }

            @Override
            public Value value() {
                return Values.stored((JsonView) stored.value());
            }
        };
    }

    @Override
    public void write(JsonSink out) {
        out.stored(view);
    }
}
