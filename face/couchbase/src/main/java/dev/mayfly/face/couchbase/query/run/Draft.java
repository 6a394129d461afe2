package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A value while it is changed, opened part by part where something in it is. Used by one thread. */
final class Draft {
    private Value value;
    private @Nullable SequencedMap<String, Draft> fields;
    private @Nullable List<Draft> elements;

    Draft(Value value) {
        this.value = value;
    }

    /** What it is now. */
    Value value() {
        if (fields != null) {
            SequencedMap<String, Value> now = new LinkedHashMap<>();
            for (Map.Entry<String, Draft> field : fields.entrySet()) {
                now.put(field.getKey(), field.getValue().value());
            }
            return Values.object(now);
        }
        if (elements != null) {
            List<Value> now = new ArrayList<>();
            for (Draft element : elements) {
                now.add(element.value());
            }
            return Values.array(now);
        }
        return value;
    }

    /** The fields of an object, or null of all else. */
    @Nullable
    SequencedMap<String, Draft> fields() {
        if (fields == null && value instanceof ObjectValue object) {
            SequencedMap<String, Draft> opened = new LinkedHashMap<>();
            object.toMap().forEach((name, field) -> opened.put(name, new Draft(field)));
            fields = opened;
        }
        return fields;
    }

    /** The elements of an array, or null of all else. */
    @Nullable
    List<Draft> elements() {
        if (elements == null && value instanceof ArrayValue array) {
            List<Draft> opened = new ArrayList<>();
            for (Value element : array) {
                opened.add(new Draft(element));
            }
            elements = opened;
        }
        return elements;
    }

    /** Takes another value as a whole. */
    void become(Value other) {
        value = other;
        fields = null;
        elements = null;
    }

    /** The field of this name, or null. */
    @Nullable
    Draft field(String name) {
        SequencedMap<String, Draft> open = fields();
        return open == null ? null : open.get(name);
    }

    /** The element at this index, from the end when it is negative, or null. */
    @Nullable
    Draft element(long index) {
        List<Draft> open = elements();
        if (open == null) {
            return null;
        }
        long at = index < 0 ? open.size() + index : index;
        return at < 0 || at >= open.size() ? null : open.get((int) at);
    }
}
