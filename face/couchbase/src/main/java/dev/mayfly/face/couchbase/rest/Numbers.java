package dev.mayfly.face.couchbase.rest;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as forms have them. */
final class Numbers {
    /** Longer than any number that means something here. */
    private static final int DIGITS_MAX = 40;

    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?");

    private Numbers() {}

    /** A whole number, or null. */
    static @Nullable BigDecimal whole(@Nullable String text) {
        return read(text, WHOLE);
    }

    /** A number, or null. */
    static @Nullable BigDecimal decimal(@Nullable String text) {
        return read(text, DECIMAL);
    }

    private static @Nullable BigDecimal read(@Nullable String text, Pattern form) {
        return text == null || text.length() > DIGITS_MAX || !form.matcher(text).matches()
                ? null
                : new BigDecimal(text);
    }

    static boolean isBetween(@Nullable String text, long from, long to) {
        BigDecimal number = whole(text);
        return number != null
                && number.compareTo(BigDecimal.valueOf(from)) >= 0
                && number.compareTo(BigDecimal.valueOf(to)) <= 0;
    }
}
