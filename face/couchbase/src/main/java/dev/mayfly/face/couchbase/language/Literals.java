package dev.mayfly.face.couchbase.language;

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
        char quote = quoted.charAt(0);
        int end = quoted.length() - 1;
        StringBuilder text = new StringBuilder(end);
        int at = 1;
        while (at < end) {
            char c = quoted.charAt(at++);
            if (c == '\\') {
                at = unescape(quoted, at, text);
            } else {
                text.append(c);
                // The grammar lets a quote stand here only as the first of two.
                at += c == quote ? 1 : 0;
            }
        }
        return text.toString();
    }

    /** The name between grave accents with an {@code i} behind them. */
    static String anyCase(String written) {
        return unquoted(written.substring(0, written.length() - 1));
    }

    private static int unescape(String quoted, int at, StringBuilder text) {
        char c = quoted.charAt(at);
        switch (c) {
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case '/', '\\', '"', '\'', '`' -> text.append(c);
            case 'u' -> {
                text.append(codeUnit(quoted, at + 1));
                return at + 5;
            }
            default -> throw invalidEscape();
        }
        return at + 1;
    }

    private static char codeUnit(String quoted, int from) {
        int unit = 0;
        for (int at = from; at < from + 4; at++) {
            int digit = at < quoted.length() ? Character.digit(quoted.charAt(at), 16) : -1;
            if (digit < 0 || quoted.charAt(at) > 'f') {
                throw invalidEscape();
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    private static N1qlException invalidEscape() {
        return new N1qlException(N1qlException.PARSE, "syntax error: invalid quoted string - invalid escape sequence");
    }
}
