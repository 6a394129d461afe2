package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;

/** Copies of values that may be kept: a stored value would keep its whole item. */
final class ValueCopies {
    /** About what a small value costs. */
    private static final int VALUE_BYTES = 48;

    private ValueCopies() {}

    static SqlValue of(SqlValue value) {
        return switch (value.kind()) {
            case UNDEFINED, NULL, BOOLEAN -> value;
            case STRING -> SqlValues.of(((SqlString) value).stringValue());
            // A number that is not finite has no JSON of its own; it was computed, so it keeps nothing else.
            case NUMBER -> Double.isFinite(((SqlNumber) value).doubleValue()) ? of(SqlValues.jsonBytes(value)) : value;
            case ARRAY, OBJECT -> of(SqlValues.jsonBytes(value));
        };
    }

    /** The value of a JSON text that was written here. */
    static SqlValue of(byte[] json) {
        return SqlValues.stored(JsonView.of(json));
    }

    /** Returns the approximate bytes of memory of a detached value. */
    static int bytesOf(SqlValue value) {
        if (value instanceof SqlNumber) {
            return VALUE_BYTES;
        }
        if (value instanceof SqlString text) {
            return VALUE_BYTES + 2 * text.stringValue().length();
        }
        return value.kind().compareTo(SqlKind.NUMBER) < 0 ? 0 : VALUE_BYTES + SqlValues.jsonBytes(value).length;
    }
}
