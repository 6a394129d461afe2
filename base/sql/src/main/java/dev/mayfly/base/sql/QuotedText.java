package dev.mayfly.base.sql;

/** The text of a literal between quotes. */
public final class QuotedText {
    private QuotedText() {}

    /**
     * Returns the text between the quotes, its escapes resolved: those of JSON, quotes of any kind behind a backslash,
     * and the own quote doubled. The grammar of the language decides where a quote ends the literal.
     *
     * @throws IllegalArgumentException if an escape has no meaning
     */
    public static String of(String quoted) {
        char quote = quoted.charAt(0);
        int end = quoted.length() - 1;
        if (quoted.indexOf('\\') < 0 && quoted.indexOf(quote, 1) == end) {
            return quoted.substring(1, end);
        }
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

    private static IllegalArgumentException invalidEscape() {
        return new IllegalArgumentException("an escape without a meaning");
    }
}
