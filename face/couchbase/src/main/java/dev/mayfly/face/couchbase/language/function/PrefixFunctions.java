package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.LikePattern;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.nio.charset.StandardCharsets;

/** The range of strings in which those lie that match a pattern: where it begins, and where it stops. */
final class PrefixFunctions {
    private static final String SYNTAX = "\\.+*?()|[]{}^$";

    private PrefixFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        like(table, "LIKE_PREFIX", pattern -> N1qlValues.of(pattern.prefix()));
        like(table, "LIKE_STOP", pattern -> stop(pattern.prefix(), pattern.isLiteral()));
        table.add("LIKE_SUFFIX", 1, 2, arguments -> suffix(arguments, true));
        table.string("REGEXP_PREFIX", source -> N1qlValues.of(prefix(source)));
        table.string("REGEXP_STOP", source -> {
            String prefix = prefix(source);
            return stop(prefix, prefix.length() == source.length());
        });
        table.add("REGEXP_SUFFIX", 1, 1, arguments -> suffix(arguments, false));
    }

    @FunctionalInterface
    private interface OfLike {
        N1qlValue of(LikePattern pattern);
    }

    private static void like(N1qlFunctionTable table, String name, OfLike function) {
        table.add(name, 1, 2, arguments -> {
            N1qlValue escape = arguments.length == 2 ? arguments[1] : N1qlValues.of("\\");
            return StringFunctions.texts(
                    arguments[0], escape, (text, escaping) -> function.of(N1qlLike.pattern(text, escaping)));
        });
    }

    /** Returns the least value greater than all that begin so; an array is greater than all strings. */
    private static N1qlValue stop(String prefix, boolean isAll) {
        if (isAll) {
            return N1qlValues.of(prefix + '\0');
        }
        byte[] bytes = prefix.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes[bytes.length - 1] == -1) {
            return N1qlValues.EMPTY_ARRAY;
        }
        bytes[bytes.length - 1]++;
        return N1qlValues.of(new String(bytes, StandardCharsets.UTF_8));
    }

    /** The pattern from where it begins with a text. */
    private static N1qlValue suffix(N1qlValue[] arguments, boolean like) {
        N1qlValue escape = arguments.length == 2 ? arguments[1] : N1qlValues.of("\\");
        return StringFunctions.texts(arguments[0], escape, (text, escaping) -> {
            for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
                boolean begins = like
                        ? !N1qlLike.pattern(text.substring(at, firstUnit(text, at)), escaping)
                                .prefix()
                                .isEmpty()
                        : !prefix(text.substring(at)).isEmpty();
                if (begins) {
                    return N1qlValues.of(text.substring(at));
                }
            }
            return N1qlValues.EMPTY_STRING;
        });
    }

    /** Behind the character there and the one that it may escape. */
    private static int firstUnit(String text, int at) {
        return Math.min(text.length(), at + 2);
    }

    /** The text that all begins with what a regular expression matches; of alternatives it is not looked for. */
    private static String prefix(String source) {
        CompiledPattern.compile(source);
        if (source.indexOf('|') >= 0) {
            return "";
        }
        int end = 0;
        while (end < source.length() && SYNTAX.indexOf(source.charAt(end)) < 0) {
            end++;
        }
        boolean optional = end < source.length() && "*?{".indexOf(source.charAt(end)) >= 0;
        return source.substring(0, optional && end > 0 ? source.offsetByCodePoints(end, -1) : end);
    }
}
