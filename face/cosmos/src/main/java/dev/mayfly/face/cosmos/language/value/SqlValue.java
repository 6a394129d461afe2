package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonValue;

/**
 * A JSON value, or undefined. Two are equal when they are of one type and say the same: numbers as doubles, objects
 * without regard to the order of their properties; the hash agrees with that. {@link SqlValues} makes them.
 *
 * <p>Immutable and safe for concurrent use. Hot: compares stored strings and numbers without building them.
 */
public sealed interface SqlValue extends JsonValue
        permits SqlUndefined, SqlNull, SqlBoolean, SqlNumber, SqlString, SqlArray, SqlObject {
    SqlKind kind();

    default boolean isUndefined() {
        return false;
    }

    /** Returns true if this is the boolean true; a filter accepts nothing else. */
    default boolean isTrue() {
        return false;
    }

    /** Returns true if this is the boolean false. */
    default boolean isFalse() {
        return false;
    }

    /** The property of this name; undefined when there is none, or this is no object. */
    default SqlValue field(String name) {
        return SqlUndefined.UNDEFINED;
    }

    /** The element at this index from 0; undefined when there is none, or this is no array. */
    default SqlValue element(int index) {
        return SqlUndefined.UNDEFINED;
    }
}
