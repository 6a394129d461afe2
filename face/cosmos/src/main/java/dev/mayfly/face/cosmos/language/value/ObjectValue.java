package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonObject;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * An object; no property of it is undefined. Open to further shapes, such as an item, whose system properties are not
 * part of what was stored.
 */
public non-sealed class ObjectValue extends JsonObject<Value> implements Value {
    private ObjectValue(SequencedMap<String, Value> properties) {
        super(properties, CosmosDialect.DIALECT);
    }

    protected ObjectValue(JsonView view) {
        super(view);
    }

    /** A copy of the map without what is undefined. */
    static ObjectValue of(SequencedMap<String, Value> properties) {
        SequencedMap<String, Value> defined = new LinkedHashMap<>(properties);
        defined.values().removeIf(Value::isUndefined);
        return new ObjectValue(defined);
    }

    static ObjectValue stored(JsonView view) {
        return new ObjectValue(view);
    }

    @Override
    public final Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    protected final Value read(JsonView property) {
        return Values.stored(property);
    }

    @Override
    public Value field(String name) {
        Value value = find(name);
        return value == null ? UndefinedValue.UNDEFINED : value;
    }

    @Override
    public final String toString() {
        return Values.json(this);
    }
}
