package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Makes of a frame the row that goes out. */
final class Projected {
    private final List<Part> parts;
    private final @Nullable Exclusion exclusion;

    /** @param exclusion what is taken out of the row, or null */
    Projected(List<Part> parts, @Nullable Exclusion exclusion) {
        this.parts = List.copyOf(parts);
        this.exclusion = exclusion;
    }

    /** What a row is made of. */
    sealed interface Part {}

    /** The value itself. */
    record Raw(Scalar value) implements Part {}

    /** A field. */
    record Named(String name, Scalar value) implements Part {}

    /** The fields of a value that is an object. */
    record FieldsOf(Scalar value) implements Part {}

    /** The row; what is MISSING by itself is NULL. */
    Value of(Frame frame) {
        if (parts.size() == 1 && parts.getFirst() instanceof Raw(Scalar scalar)) {
            Value value = scalar.of(frame);
            return value.isMissing() ? Values.NULL : value;
        }
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        for (Part part : parts) {
            switch (part) {
                case Raw(Scalar value) -> fields.put("", value.of(frame));
                case Named(String name, Scalar value) -> fields.put(name, value.of(frame));
                case FieldsOf(Scalar value) -> {
                    if (value.of(frame) instanceof ObjectValue object) {
                        fields.putAll(object.toMap());
                    }
                }
            }
        }
        Value row = Values.object(fields);
        return exclusion == null ? row : exclusion.of(frame, row);
    }
}
