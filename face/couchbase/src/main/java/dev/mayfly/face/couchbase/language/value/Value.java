package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonValue;

/**
 * A JSON value, or MISSING, or the bytes of a document that is no JSON. Two are equal to Java when they collate alike
 * ({@link Ordering}), which is what DISTINCT and GROUP BY ask; {@link Comparison} has the operators of the language.
 * {@link Values} makes them.
 *
 * <p>Immutable and safe for concurrent use. Hot: compares stored strings and numbers without building them.
 */
public sealed interface Value extends JsonValue
        permits MissingValue, NullValue, BooleanValue, NumberValue, StringValue, ArrayValue, ObjectValue, BinaryValue {
    Kind kind();

    default boolean isMissing() {
        return false;
    }

    default boolean isNull() {
        return false;
    }

    /** Whether this is MISSING or NULL, of which nothing is known. */
    default boolean isUnknown() {
        return false;
    }

    /** What a filter takes this for: false, 0, NaN, and what is empty or unknown, are false. */
    boolean truth();

    /** The field of this name; NULL of NULL, and MISSING when there is none or this is no object. */
    default Value field(String name) {
        return MissingValue.MISSING;
    }

    /**
     * The element at this index from 0, or from the end when it is negative; NULL of NULL, and MISSING when there is
     * none or this is no array.
     */
    default Value element(long index) {
        return MissingValue.MISSING;
    }
}
