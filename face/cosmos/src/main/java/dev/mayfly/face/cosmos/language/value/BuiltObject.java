package dev.mayfly.face.cosmos.language.value;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** An object that an expression made. */
final class BuiltObject extends ObjectValue {
    private final SequencedMap<String, Value> properties;
    private final int weight;

    private BuiltObject(SequencedMap<String, Value> properties) {
        this.properties = properties;
        this.weight = Weight.ofAll(properties.values());
    }

    /** A copy of the map without what is undefined. */
    static BuiltObject of(SequencedMap<String, Value> properties) {
        SequencedMap<String, Value> defined = new LinkedHashMap<>(properties);
        defined.values().removeIf(Value::isUndefined);
        return new BuiltObject(defined);
    }

    @Override
    int weight() {
        return weight;
    }

    @Override
    public Value field(String name) {
        return properties.getOrDefault(name, UndefinedValue.UNDEFINED);
    }

    @Override
    public Fields fields() {
        var entries = properties.entrySet().iterator();
        return new Fields() {
            private Map.Entry<String, Value> entry = Map.entry("", UndefinedValue.UNDEFINED);

            @Override
            public boolean next() {
                if (!entries.hasNext()) {
                    return false;
                }
                entry = entries.next();
                return true;
            }

            @Override
            public String name() {
                return entry.getKey();
            }

            @Override
            public Value value() {
                return entry.getValue();
            }
        };
    }

    @Override
    public void write(JsonSink out) {
        char before = '{';
        for (Map.Entry<String, Value> property : properties.entrySet()) {
            out.put(before);
            out.string(property.getKey());
            out.put(':');
            property.getValue().write(out);
            before = ',';
        }
        if (before == '{') {
            out.put('{');
        }
        out.put('}');
    }
}
