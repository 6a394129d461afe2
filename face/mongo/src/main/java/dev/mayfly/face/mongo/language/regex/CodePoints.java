package dev.mayfly.face.mongo.language.regex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A set of characters. */
@FunctionalInterface
interface CodePoints {
    boolean contains(int point);

    static CodePoints range(int from, int until) {
        return point -> point >= from && point <= until;
    }

    static CodePoints of(String characters) {
        return point -> characters.indexOf(point) >= 0;
    }

    static CodePoints not(CodePoints set) {
        return point -> !set.contains(point);
    }

    /** Any of the sets. */
    static CodePoints any(List<CodePoints> sets) {
        CodePoints[] all = sets.toArray(CodePoints[]::new);
        return point -> {
            for (CodePoints set : all) {
                if (set.contains(point)) {
                    return true;
                }
            }
            return false;
        };
    }

    /** The set with the other cases of its letters. */
    static CodePoints folded(CodePoints set) {
        return point -> {
            if (set.contains(point)
                    || set.contains(Character.toLowerCase(point))
                    || set.contains(Character.toUpperCase(point))) {
                return true;
            }
            for (int other : Orbits.of(point)) {
                if (set.contains(other)) {
                    return true;
                }
            }
            return false;
        };
    }

    /** The one letter that stands for all its cases. */
    static int fold(int point) {
        return point < 0x80
                ? point >= 'A' && point <= 'Z' ? point + 32 : point
                : Character.toLowerCase(Character.toUpperCase(point));
    }

    /** The letters that have more cases than two, such as k and the sign of the kelvin. Made when it is first needed. */
    final class Orbits {
        private static final int[] NONE = {};
        private static final Map<Integer, int[]> BY_FOLDED = byFolded();

        private Orbits() {}

        static int[] of(int point) {
            int[] orbit = BY_FOLDED.get(fold(point));
            return orbit == null ? NONE : orbit;
        }

        private static Map<Integer, int[]> byFolded() {
            Map<Integer, List<Integer>> members = new HashMap<>();
            for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
                int folded = fold(point);
                if (folded != point) {
                    members.computeIfAbsent(folded, _ -> new ArrayList<>()).add(point);
                }
            }
            Map<Integer, int[]> orbits = new HashMap<>();
            members.forEach((folded, others) -> {
                if (others.size() > 1) {
                    others.add(folded);
                    orbits.put(
                            folded, others.stream().mapToInt(Integer::intValue).toArray());
                }
            });
            return orbits;
        }
    }

    /** Horizontal white space, as {@code \h} means it. */
    CodePoints HORIZONTAL =
            point -> point == '\t' || Character.getType(point) == Character.SPACE_SEPARATOR || point == 0x180e;

    /** Ends of lines, as {@code \v} means it. */
    CodePoints VERTICAL = of("\n\u000b\f\r\u0085\u2028\u2029");

    CodePoints DIGIT = range('0', '9');
    CodePoints SPACE = of("\t\n\u000b\f\r ");
    CodePoints WORD = point -> point < 0x80 && (Character.isLetterOrDigit(point) || point == '_');
    CodePoints UNICODE_DIGIT = point -> Character.getType(point) == Character.DECIMAL_DIGIT_NUMBER;
    CodePoints UNICODE_SPACE = point -> SPACE.contains(point) || point == 0x85 || Character.isSpaceChar(point);
    CodePoints UNICODE_WORD = point -> point == '_' || Character.isLetter(point) || isNumber(point);

    private static boolean isNumber(int point) {
        return switch (Character.getType(point)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> false;
        };
    }

    /** A class of POSIX by its name; null for a name that there is not. */
    static @Nullable CodePoints posix(String name, boolean unicode) {
        if (unicode) {
            switch (name) {
                case "alpha" -> {
                    return Character::isLetter;
                }
                case "lower" -> {
                    return point -> Character.getType(point) == Character.LOWERCASE_LETTER;
                }
                case "upper" -> {
                    return point -> Character.getType(point) == Character.UPPERCASE_LETTER;
                }
                case "alnum" -> {
                    return point -> point != '_' && UNICODE_WORD.contains(point);
                }
                case "digit" -> {
                    return UNICODE_DIGIT;
                }
                case "space" -> {
                    return UNICODE_SPACE;
                }
                case "blank" -> {
                    return HORIZONTAL;
                }
                case "word" -> {
                    return UNICODE_WORD;
                }
                default -> {}
            }
        }
        return switch (name) {
            case "alpha" -> point -> point < 0x80 && Character.isLetter(point);
            case "lower" -> range('a', 'z');
            case "upper" -> range('A', 'Z');
            case "alnum" -> point -> point < 0x80 && Character.isLetterOrDigit(point);
            case "ascii" -> range(0, 0x7f);
            case "blank" -> of(" \t");
            case "cntrl" -> point -> point < 0x20 || point == 0x7f;
            case "digit" -> DIGIT;
            case "graph" -> range(0x21, 0x7e);
            case "print" -> range(0x20, 0x7e);
            case "punct" -> point -> point > 0x20 && point < 0x7f && !Character.isLetterOrDigit(point);
            case "space" -> SPACE;
            case "word" -> WORD;
            case "xdigit" -> point -> point < 0x80 && Character.digit(point, 16) >= 0;
            default -> null;
        };
    }
}
