package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The projection, which turns a frame into a result row. */
public final class ProjectionClause {
    private final List<Part> parts;
    private final @Nullable Exclusion exclusion;

    /** @param exclusion what is taken out of the row, or null */
    public ProjectionClause(List<Part> parts, @Nullable Exclusion exclusion) {
        this.parts = List.copyOf(parts);
        this.exclusion = exclusion;
    }

    /** A part of a result row. */
    public sealed interface Part {}

    /** The value itself. */
    public record Raw(Scalar value) implements Part {}

    /** A field. */
    public record Named(String name, Scalar value) implements Part {}

    /** The fields of a value that is an object. */
    public record FieldsOf(Scalar value) implements Part {}

    /** The row; what is MISSING by itself is NULL. */
    N1qlValue of(Frame frame) {
        if (parts.size() == 1 && parts.getFirst() instanceof Raw(Scalar scalar)) {
            N1qlValue value = scalar.of(frame);
            return value.isMissing() ? N1qlValues.NULL : value;
        }
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        for (Part part : parts) {
            switch (part) {
                case Raw(Scalar value) -> fields.put("", value.of(frame));
                case Named(String name, Scalar value) -> fields.put(name, value.of(frame));
                case FieldsOf(Scalar value) -> {
                    if (value.of(frame) instanceof N1qlObject object) {
                        fields.putAll(object.toMap());
                    }
                }
            }
        }
        N1qlValue row = N1qlValues.object(fields);
        return exclusion == null ? row : exclusion.of(frame, row);
    }
}
