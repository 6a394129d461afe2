package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A value while it is changed, opened part by part where something in it is. Used by one thread. */
final class PlanDraft {
    private N1qlValue value;
    private @Nullable SequencedMap<String, PlanDraft> fields;
    private @Nullable List<PlanDraft> elements;

    PlanDraft(N1qlValue value) {
        this.value = value;
    }

    /** Returns the current value. */
    N1qlValue value() {
        if (fields != null) {
            SequencedMap<String, N1qlValue> now = new LinkedHashMap<>();
            for (Map.Entry<String, PlanDraft> field : fields.entrySet()) {
                now.put(field.getKey(), field.getValue().value());
            }
            return N1qlValues.object(now);
        }
        if (elements != null) {
            List<N1qlValue> now = new ArrayList<>();
            for (PlanDraft element : elements) {
                now.add(element.value());
            }
            return N1qlValues.array(now);
        }
        return value;
    }

    /** The fields of an object, or null of all else. */
    @Nullable
    SequencedMap<String, PlanDraft> fields() {
        if (fields == null && value instanceof N1qlObject object) {
            SequencedMap<String, PlanDraft> opened = new LinkedHashMap<>();
            object.toMap().forEach((name, field) -> opened.put(name, new PlanDraft(field)));
            fields = opened;
        }
        return fields;
    }

    /** The elements of an array, or null of all else. */
    @Nullable
    List<PlanDraft> elements() {
        if (elements == null && value instanceof N1qlArray array) {
            List<PlanDraft> opened = new ArrayList<>();
            for (N1qlValue element : array) {
                opened.add(new PlanDraft(element));
            }
            elements = opened;
        }
        return elements;
    }

    /** Takes another value as a whole. */
    void become(N1qlValue other) {
        value = other;
        fields = null;
        elements = null;
    }

    /** The field of this name, or null. */
    @Nullable
    PlanDraft field(String name) {
        SequencedMap<String, PlanDraft> open = fields();
        return open == null ? null : open.get(name);
    }

    /** The element at this index, from the end when it is negative, or null. */
    @Nullable
    PlanDraft element(long index) {
        List<PlanDraft> open = elements();
        if (open == null) {
            return null;
        }
        long at = index < 0 ? open.size() + index : index;
        return at < 0 || at >= open.size() ? null : open.get((int) at);
    }
}
