package dev.mayfly.face.mongo.language;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.FreeSpacing;
import dev.mayfly.base.query.PatternBounds;
import org.bson.BsonRegularExpression;
import org.jspecify.annotations.Nullable;

/** Text in which a pattern is found, or a value that is this very pattern. Time grows with the text alone (RE2). */
public final class RegexTest implements ValueTest {
    private static final int INVALID_REGEX = 51091;
    private static final int INVALID_FLAG = 51108;
    private static final String META = "\\^$.|?*+()[]{}";

    private final BsonRegularExpression source;
    private final Pattern pattern;

    private RegexTest(BsonRegularExpression source, Pattern pattern) {
        this.source = source;
        this.pattern = pattern;
    }

    /**
     * Compiles a pattern with the options i, m, s, x and u.
     *
     * @throws QueryException when RE2 cannot run it, which is so for back references and for looking around
     */
    public static RegexTest of(String pattern, String options) {
        String fault = PatternBounds.faultOf(pattern);
        if (!fault.isEmpty()) {
            throw invalid(fault);
        }
        String text = options.indexOf('x') >= 0 ? FreeSpacing.removed(pattern) : pattern;
        try {
            return new RegexTest(new BsonRegularExpression(pattern, options), Pattern.compile(text, flags(options)));
        } catch (PatternSyntaxException e) {
            throw invalid(e.getDescription());
        }
    }

    private static QueryException invalid(String fault) {
        return new QueryException(INVALID_REGEX, "Location51091", "Regular expression is invalid: " + fault);
    }

    private static int flags(String options) {
        int flags = 0;
        for (int i = 0; i < options.length(); i++) {
            flags |= switch (options.charAt(i)) {
                case 'i' -> Pattern.CASE_INSENSITIVE;
                case 'm' -> Pattern.MULTILINE;
                case 's' -> Pattern.DOTALL;
                case 'x', 'u' -> 0;
                default ->
                    throw new QueryException(
                            INVALID_FLAG, "Location51108", "invalid flag in regex options: " + options.charAt(i));
            };
        }
        return flags;
    }

    @Override
    public boolean passes(@Nullable View value) {
        if (value == null) {
            return false;
        }
        return switch (value.type()) {
            case STRING, SYMBOL -> pattern.matcher(value.stringValue()).find();
            case REGEX -> value.toBsonValue().equals(source);
            default -> false;
        };
    }

    public BsonRegularExpression source() {
        return source;
    }

    /** What every text that matches begins with; empty when nothing can be said. */
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
                // What follows may allow the last character to be left out.
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
