package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;

/** What the words of a statement say that are values, or names between grave accents. */
final class Literals {
    private Literals() {}

    /** A whole number, or one that is too large for that. */
    static Value integer(String digits) {
        try {
            return Values.of(Long.parseLong(digits));
        } catch (NumberFormatException _) {
            return Values.of(Double.parseDouble(digits));
        }
    }

    static Value number(String text) {
        return Values.of(Double.parseDouble(text));
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

    private static QueryException invalidEscape() {
        return new QueryException(
                QueryException.PARSE, "syntax error: invalid quoted string - invalid escape sequence");
    }
}
