package dev.mayfly.face.mongo.language.regex;

import org.jspecify.annotations.Nullable;

/** Parses an escape that stands for a character or a set of them, in and outside of brackets. */
final class EscapeParser {
    private static final String NOT_SPACE = "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{10ffff}";

    private final PatternText in;

    EscapeParser(PatternText in) {
        this.in = in;
    }

    /**
     * A set by its letter.
     *
     * @param linear as it stands between brackets for the linear engine, or null if it cannot
     */
    record Shorthand(CodePoints set, @Nullable String linear) {}

    /** Returns the set named by the letter after a backslash; null if it names none. */
    @Nullable
    Shorthand shorthand(int letter) {
        boolean unicode = in.isUnicode;
        return switch (letter) {
            case 'd' -> ascii(unicode ? CodePoints.UNICODE_DIGIT : CodePoints.DIGIT, "0-9");
            case 'D' -> ascii(CodePoints.not(unicode ? CodePoints.UNICODE_DIGIT : CodePoints.DIGIT), "\\D");
            case 's' -> ascii(unicode ? CodePoints.UNICODE_SPACE : CodePoints.SPACE, "\\x{9}-\\x{d}\\x{20}");
            case 'S' -> ascii(CodePoints.not(unicode ? CodePoints.UNICODE_SPACE : CodePoints.SPACE), NOT_SPACE);
            case 'w' -> ascii(unicode ? CodePoints.UNICODE_WORD : CodePoints.WORD, "0-9A-Z_a-z");
            case 'W' -> ascii(CodePoints.not(unicode ? CodePoints.UNICODE_WORD : CodePoints.WORD), "\\W");
            case 'h' -> new Shorthand(CodePoints.HORIZONTAL, null);
            case 'H' -> new Shorthand(CodePoints.not(CodePoints.HORIZONTAL), null);
            case 'v' -> new Shorthand(CodePoints.VERTICAL, "\\x{a}-\\x{d}\\x{85}\\x{2028}\\x{2029}");
            case 'V' -> new Shorthand(CodePoints.not(CodePoints.VERTICAL), null);
            case 'p' -> property(false);
            case 'P' -> property(true);
            default -> null;
        };
    }

    private Shorthand ascii(CodePoints set, String linear) {
        return new Shorthand(set, in.isUnicode ? null : linear);
    }

    private Shorthand property(boolean isNegative) {
        String name = in.accept('{')
                ? in.until('}', "malformed \\P or \\p sequence").replace(" ", "")
                : Character.toString(in.next());
        boolean isInverted = name.startsWith("^");
        CodePoints set = UnicodeProperty.of(isInverted ? name.substring(1) : name);
        if (set == null) {
            throw in.fault("unknown property name after \\P or \\p");
        }
        return new Shorthand(isNegative != isInverted ? CodePoints.not(set) : set, null);
    }

    /** Returns the character that a letter after a backslash stands for. */
    int character(int letter) {
        return switch (letter) {
            case 'a' -> 7;
            case 'e' -> 27;
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'x' -> hexadecimal();
            case 'o' -> octalInBraces();
            case '0' -> Math.max(0, in.number(8, 2));
            case 'c' -> control(in.next());
            default -> plain(letter);
        };
    }

    private int plain(int letter) {
        if (letter < 0x80 && Character.isLetterOrDigit(letter)) {
            throw in.fault("unrecognized character follows \\");
        }
        return letter;
    }

    private int hexadecimal() {
        if (in.accept('{')) {
            int point = in.number(16, 8);
            if (point == PatternText.NONE || !in.accept('}')) {
                throw in.fault("non-hex character in \\x{} (closing brace missing?)");
            }
            return valid(point);
        }
        return Math.max(0, in.number(16, 2));
    }

    private int octalInBraces() {
        int point = in.accept('{') ? in.number(8, 11) : PatternText.NONE;
        if (point == PatternText.NONE || !in.accept('}')) {
            throw in.fault("non-octal character in \\o{} (closing brace missing?)");
        }
        return valid(point);
    }

    int valid(int point) {
        if (point > Character.MAX_CODE_POINT || (point >= 0xd800 && point <= 0xdfff)) {
            throw in.fault("character code point value in \\x{} or \\o{} is too large");
        }
        return point;
    }

    private int control(int letter) {
        if (letter < ' ' || letter > '~') {
            throw in.fault("\\c must be followed by a printable ASCII character");
        }
        return Character.toUpperCase(letter) ^ 0x40;
    }
}
