package dev.mayfly.face.couchbase.language.value;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** An object that an expression made. */
final class BuiltObject extends ObjectValue {
    private final SequencedMap<String, Value> fields;
    private final int weight;

    private BuiltObject(SequencedMap<String, Value> fields) {
        this.fields = fields;
        this.weight = Weight.ofAll(fields.values());
    }

    /** A copy of the map without what is MISSING. */
    static BuiltObject of(SequencedMap<String, Value> fields) {
        SequencedMap<String, Value> present = new LinkedHashMap<>(fields);
        present.values().removeIf(Value::isMissing);
        return new BuiltObject(present);
    }

    @Override
    int weight() {
        return weight;
    }

    @Override
    public Value field(String name) {
        return fields.getOrDefault(name, MissingValue.MISSING);
    }

    @Override
    public Fields fields() {
        var entries = fields.entrySet().iterator();
        return new Fields() {
            private Map.Entry<String, Value> entry = Map.entry("", MissingValue.MISSING);

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
        for (Map.Entry<String, Value> field : fields.entrySet()) {
            out.put(before);
            out.string(field.getKey());
            out.put(':');
            field.getValue().write(out);
            before = ',';
        }
        if (before == '{') {
            out.put('{');
        }
        out.put('}');
    }
}
