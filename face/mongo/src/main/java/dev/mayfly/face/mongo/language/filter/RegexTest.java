package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.regex.Regex;
import dev.mayfly.face.mongo.language.regex.RegexFault;
import org.bson.BsonRegularExpression;
import org.jspecify.annotations.Nullable;

/** Text in which a pattern is found, or a value that is this very pattern. */
public final class RegexTest implements ValueTest {
    private static final int INVALID_REGEX = 51091;
    private static final int INVALID_FLAG = 51108;
    private static final String OPTIONS = "imsxu";
    private static final String META = "\\^$.|?*+()[]{}";

    private final BsonRegularExpression source;
    private final Regex pattern;

    private RegexTest(BsonRegularExpression source, Regex pattern) {
        this.source = source;
        this.pattern = pattern;
    }

    /**
     * Compiles a pattern with the options i, m, s, x and u.
     *
     * @throws QueryException if it is no pattern, or one that is not supported
     */
    public static RegexTest of(String pattern, String options) {
        for (int i = 0; i < options.length(); i++) {
            if (OPTIONS.indexOf(options.charAt(i)) < 0) {
                throw new QueryException(
                        INVALID_FLAG, "Location51108", "invalid flag in regex options: " + options.charAt(i));
            }
        }
        try {
            return new RegexTest(new BsonRegularExpression(pattern, options), Regex.compile(pattern, options));
        } catch (RegexFault fault) {
            throw new QueryException(
                    INVALID_REGEX, "Location51091", "Regular expression is invalid: " + fault.getMessage());
        }
    }

    @Override
    public boolean passes(@Nullable View value) {
        if (value == null) {
            return false;
        }
        return switch (value.type()) {
            case STRING, SYMBOL -> pattern.isFoundIn(value.stringValue());
            case REGEX -> value.toBsonValue().equals(source);
            default -> false;
        };
    }

    public BsonRegularExpression source() {
        return source;
    }

    /** Returns a prefix of every matching text; empty if none is known. */
    String prefix() {
        String text = source.getPattern();
        if (!source.getOptions().replaceAll("[su]", "").isEmpty() || text.indexOf('|') >= 0) {
            return "";
        }
        int from = text.startsWith("^") ? 1 : text.startsWith("\\A") ? 2 : 0;
        return from == 0 ? "" : literalFrom(text, from);
    }

    private static String literalFrom(String text, int from) {
        StringBuilder literal = new StringBuilder();
        int at = from;
        int lastLength = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean escaped = c == '\\' && at + 1 < text.length() && isPlainEscape(text.charAt(at + 1));
            if (META.indexOf(c) >= 0 && !escaped) {
                // The following quantifier may make the last character optional.
                boolean optional = c == '?' || c == '*' || c == '{';
                literal.setLength(literal.length() - (optional ? lastLength : 0));
                break;
            }
            int code = text.codePointAt(escaped ? at + 1 : at);
            literal.appendCodePoint(code);
            lastLength = Character.charCount(code);
            at += lastLength + (escaped ? 1 : 0);
        }
        return literal.toString();
    }

    private static boolean isPlainEscape(char c) {
        return c < 0x80 && !Character.isLetterOrDigit(c);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RegexTest test && source.equals(test.source);
    }

    @Override
    public int hashCode() {
        return source.hashCode();
    }
}
