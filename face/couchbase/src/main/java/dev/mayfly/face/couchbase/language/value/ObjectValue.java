package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonObject;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** An object; no field of it is MISSING. */
public final class ObjectValue extends JsonObject<Value> implements Value {
    private ObjectValue(SequencedMap<String, Value> fields) {
        super(fields, N1qlDialect.DIALECT);
    }

    private ObjectValue(JsonView view) {
        super(view);
    }

    /** A copy of the map without what is MISSING. */
    static ObjectValue of(SequencedMap<String, Value> fields) {
        SequencedMap<String, Value> present = new LinkedHashMap<>(fields);
        present.values().removeIf(Value::isMissing);
        return new ObjectValue(present);
    }

    static ObjectValue stored(JsonView view) {
        return new ObjectValue(view);
    }

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    public boolean truth() {
        return fields().next();
    }

    @Override
    protected Value read(JsonView field) {
        return Values.stored(field);
    }

    @Override
    public Value field(String name) {
        Value value = find(name);
        return value == null ? MissingValue.MISSING : value;
    }

    @Override
    public String toString() {
        return Values.json(this);
    }
}
