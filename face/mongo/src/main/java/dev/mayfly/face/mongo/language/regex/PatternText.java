package dev.mayfly.face.mongo.language.regex;

/** A pattern being read, and the modes that its options and verbs have switched on so far. Used once. */
final class PatternText {
    static final int NONE = -1;

    private final String pattern;
    private int at;

    boolean ignoresCase;
    boolean isMultiline;
    boolean isDotAll;
    boolean isExtended;
    boolean isUngreedy;
    boolean isNamedOnly;

    /** True if letters and digits are those of Unicode and not of ASCII: the verb UCP. */
    boolean isUnicode;

    /** The characters that end a line. */
    String newlines = "\n";

    PatternText(String pattern, String options) {
        this.pattern = pattern;
        for (int i = 0; i < options.length(); i++) {
            set(options.charAt(i), true);
        }
    }

    /** Switches a mode by its letter; false if there is none. */
    boolean set(char letter, boolean on) {
        switch (letter) {
            case 'i' -> ignoresCase = on;
            case 'm' -> isMultiline = on;
            case 's' -> isDotAll = on;
            case 'x' -> isExtended = on;
            case 'n' -> isNamedOnly = on;
            case 'U' -> isUngreedy = on;
            case 'J', 'u' -> {}
            default -> {
                return false;
            }
        }
        return true;
    }

    boolean isAtEnd() {
        return at >= pattern.length();
    }

    /** The next character, or {@link #NONE} at the end. */
    int peek() {
        return isAtEnd() ? NONE : pattern.codePointAt(at);
    }

    int next() {
        if (isAtEnd()) {
            throw fault("unexpected end of pattern");
        }
        int point = pattern.codePointAt(at);
        at += Character.charCount(point);
        return point;
    }

    boolean accept(char expected) {
        if (peek() == expected) {
            at++;
            return true;
        }
        return false;
    }

    boolean accept(String expected) {
        if (pattern.startsWith(expected, at)) {
            at += expected.length();
            return true;
        }
        return false;
    }

    boolean looksAt(String expected) {
        return pattern.startsWith(expected, at);
    }

    /** Reads the text before an end mark, and the mark itself. */
    String until(char end, String missing) {
        int close = pattern.indexOf(end, at);
        if (close < 0) {
            at = pattern.length();
            throw fault(missing);
        }
        String text = pattern.substring(at, close);
        at = close + 1;
        return text;
    }

    int position() {
        return at;
    }

    void back(int position) {
        at = position;
    }

    /** Passes over white space and comments, where the option x is on. */
    void skipSpace() {
        while (isExtended && !isAtEnd()) {
            char c = pattern.charAt(at);
            if (c == '#') {
                int end = pattern.indexOf('\n', at);
                at = end < 0 ? pattern.length() : end + 1;
            } else if (CodePoints.SPACE.contains(c)) {
                at++;
            } else {
                return;
            }
        }
    }

    /** Reads a number with a limited count of digits; {@link #NONE} where there is no digit. */
    int number(int radix, int digitsMax) {
        long number = 0;
        int from = at;
        while (!isAtEnd() && at - from < digitsMax && Character.digit(pattern.charAt(at), radix) >= 0) {
            number = Math.min(Integer.MAX_VALUE, number * radix + Character.digit(pattern.charAt(at), radix));
            at++;
        }
        return at == from ? NONE : (int) number;
    }

    /** Returns the apparent number of groups in the whole pattern, which tells a reference from an octal number. */
    int groupsAhead() {
        int groups = 0;
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (inClass) {
                inClass = c != ']';
            } else if (c == '[') {
                inClass = true;
            } else if (c == '(' && !pattern.startsWith("(?", i) && !pattern.startsWith("(*", i)) {
                groups++;
            } else if (c == '(' && isNamed(i)) {
                groups++;
            }
        }
        return groups;
    }

    private boolean isNamed(int open) {
        boolean isLookBehind = pattern.startsWith("(?<=", open) || pattern.startsWith("(?<!", open);
        return pattern.startsWith("(?P<", open)
                || pattern.startsWith("(?'", open)
                || (pattern.startsWith("(?<", open) && !isLookBehind);
    }

    RegexFault fault(String message) {
        return new RegexFault(message, at);
    }
}
