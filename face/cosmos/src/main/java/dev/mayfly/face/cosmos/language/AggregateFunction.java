package dev.mayfly.face.cosmos.language;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A function of all rows of a group. */
public enum AggregateFunction {
    AVG,
    COUNT,
    COUNTIF,
    MAKELIST,
    MAKESET,
    MAX,
    MIN,
    SUM;

    /** The function of this name, in whatever case, or null. */
    static @Nullable AggregateFunction named(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        for (AggregateFunction function : values()) {
            if (function.name().equals(upper)) {
                return function;
            }
        }
        return null;
    }
}
