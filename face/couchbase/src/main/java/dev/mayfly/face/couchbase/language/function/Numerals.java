package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** Numbers of their text. */
final class Numerals {
    private static final int DIGITS_MAX = 400;

    private Numerals() {}

    /** The number that a text says, a long where it can be, or NULL. */
    static N1qlValue parse(String text) {
        if (text.isEmpty() || text.length() > DIGITS_MAX || !isPlain(text)) {
            return N1qlValues.NULL;
        }
        try {
            return N1qlValues.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return parseDouble(text);
        }
    }

    private static N1qlValue parseDouble(String text) {
        try {
            return N1qlValues.of(Double.parseDouble(text));
        } catch (NumberFormatException _) {
            return N1qlValues.NULL;
        }
    }

    /** Java reads more than JSON has: suffixes, hexadecimal digits, names. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return false;
            }
        }
        return true;
    }
}
