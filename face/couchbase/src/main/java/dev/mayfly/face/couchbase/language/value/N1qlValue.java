package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonValue;

/**
 * A JSON value, or MISSING, or the bytes of a document that is no JSON. Two are equal to Java when they collate alike
 * ({@link N1qlOrdering}), which is what DISTINCT and GROUP BY ask; {@link N1qlComparison} has the operators of the language.
 * {@link N1qlValues} makes them.
 *
 * <p>Immutable and safe for concurrent use. Hot: compares stored strings and numbers without building them.
 */
public sealed interface N1qlValue extends JsonValue
        permits N1qlMissing, N1qlNull, N1qlBoolean, N1qlNumber, N1qlString, N1qlArray, N1qlObject, N1qlBinary {
    N1qlKind kind();

    default boolean isMissing() {
        return false;
    }

    default boolean isNull() {
        return false;
    }

    /** Returns whether this is MISSING or NULL. */
    default boolean isUnknown() {
        return false;
    }

    /** Returns whether an array in it, or it itself, has elements that are MISSING, which JSON text would make NULL. */
    default boolean holdsMissing() {
        return false;
    }

    /** Returns the value as a filter takes it: false, 0, NaN, and empty or unknown values are false. */
    boolean truth();

    /** The field of this name; NULL of NULL, and MISSING when there is none or this is no object. */
    default N1qlValue field(String name) {
        return N1qlMissing.MISSING;
    }

    /**
     * The element at this index from 0, or from the end when it is negative; NULL of NULL, and MISSING when there is
     * none or this is no array.
     */
    default N1qlValue element(long index) {
        return N1qlMissing.MISSING;
    }
}
