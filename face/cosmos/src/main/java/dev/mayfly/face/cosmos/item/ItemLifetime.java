package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.face.cosmos.partition.ItemErrors;
import org.jspecify.annotations.Nullable;

/** The lifetime that the root property {@code ttl} of an item asks for. */
final class ItemLifetime {
    private static final int SHOWN_MAX = 100;

    private ItemLifetime() {}

    /**
     * Reads the property.
     *
     * @param ttl null where the item has none
     * @param isChecked whether the container has a default time to live; without one any value may stand there, and a
     *     sensible one counts from the moment the container gets one
     */
    static Lifetime of(@Nullable JsonView ttl, boolean isChecked) {
        if (ttl == null) {
            return Lifetime.INHERIT;
        }
        double seconds = ttl.type().isNumber() ? ttl.doubleValue() : 0;
        if (seconds == -1) {
            return Lifetime.FOREVER;
        }
        if (seconds >= 1 && seconds <= Integer.MAX_VALUE && seconds == (int) seconds) {
            return new Lifetime.For((int) seconds);
        }
        if (isChecked) {
            throw ItemErrors.invalid("The input ttl '" + shown(ttl)
                    + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to '2147483647', or"
                    + " '-1' which means never expire.");
        }
        return Lifetime.INHERIT;
    }

    private static String shown(JsonView ttl) {
        String text = ttl.type() == ValueType.STRING ? ttl.stringValue() : ttl.toString();
        return text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "..." : text;
    }
}
