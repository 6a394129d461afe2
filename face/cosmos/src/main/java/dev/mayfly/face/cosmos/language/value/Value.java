package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonValue;

/**
 * A JSON value, or undefined. Two are equal when they are of one type and say the same: numbers as doubles, objects
 * without regard to the order of their properties; the hash agrees with that. {@link Values} makes them.
 *
 * <p>Immutable and safe for concurrent use. Hot: compares stored strings and numbers without building them.
 */
public sealed interface Value extends JsonValue
        permits UndefinedValue, NullValue, BooleanValue, NumberValue, StringValue, ArrayValue, ObjectValue {
    Kind kind();

    default boolean isUndefined() {
        return false;
    }

    /** Whether this is the boolean true; of nothing else a filter says yes to. */
    default boolean isTrue() {
        return false;
    }

    /** Whether this is the boolean false. */
    default boolean isFalse() {
        return false;
    }

    /** The property of this name; undefined when there is none, or this is no object. */
    default Value field(String name) {
        return UndefinedValue.UNDEFINED;
    }

    /** The element at this index from 0; undefined when there is none, or this is no array. */
    default Value element(int index) {
        return UndefinedValue.UNDEFINED;
    }
}
