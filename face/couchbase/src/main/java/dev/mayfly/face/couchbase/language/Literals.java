package dev.mayfly.face.couchbase.language;

import dev.mayfly.base.sql.QuotedText;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** The values and names in a statement's tokens, such as literals and names between grave accents. */
final class Literals {
    private Literals() {}

    /** A whole number, or one that is too large for that. */
    static N1qlValue integer(String digits) {
        try {
            return N1qlValues.of(Long.parseLong(digits));
        } catch (NumberFormatException _) {
            return N1qlValues.of(Double.parseDouble(digits));
        }
    }

    static N1qlValue number(String text) {
        return N1qlValues.of(Double.parseDouble(text));
    }

    /** The text between quotes of any kind, whose own kind stands for itself when it is doubled. */
    static String unquoted(String quoted) {
        try {
            return QuotedText.of(quoted);
        } catch (IllegalArgumentException _) {
            throw new N1qlException(
                    N1qlException.PARSE, "syntax error: invalid quoted string - invalid escape sequence");
        }
    }

    /** The name between grave accents with an {@code i} behind them. */
    static String anyCase(String written) {
        return unquoted(written.substring(0, written.length() - 1));
    }
}
