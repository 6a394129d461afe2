package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.CharacterSet;
import dev.mayfly.base.query.value.Text;
import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Functions of strings, NULL of all else. */
public final class StringFunctions {
    /** The longest text that a function makes longer. */
    static final int TEXT_MAX = 20 << 20;

    private static final String SPACES = " \t\n\f\r";

    private StringFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.two("CONTAINS", (text, part) -> texts(text, part, (a, b) -> N1qlValues.of(Text.indexOf(a, b, 0) >= 0)));
        table.string("INITCAP", text -> N1qlValues.of(title(text)));
        table.alias("TITLE", "INITCAP");
        table.string("LOWER", text -> N1qlValues.of(text.toLowerCase(Locale.ROOT)));
        table.string("UPPER", text -> N1qlValues.of(text.toUpperCase(Locale.ROOT)));
        table.add("TRIM", 1, 2, arguments -> trimmed(arguments, true, true));
        table.add("LTRIM", 1, 2, arguments -> trimmed(arguments, true, false));
        table.add("RTRIM", 1, 2, arguments -> trimmed(arguments, false, true));
        table.add("REPEAT", 2, 2, StringFunctions::repeated);
        table.add("REPLACE", 3, 4, StringFunctions::replaced);
        table.string("REVERSE", text -> N1qlValues.of(reversed(text)));
        table.add("SPLIT", 1, 2, StringFunctions::split);
        table.string("SUFFIXES", StringFunctions::suffixes);
        table.any("CONCAT", 2, FunctionTable.ANY, StringFunctions::concatenated);
        table.any("CONCAT2", 2, FunctionTable.ANY, StringFunctions::joined);
        table.add("ARRAY_TO_STRING", 2, 2, arguments -> joined(new N1qlValue[] {arguments[1], arguments[0]}));
        table.string("URLENCODE", text -> N1qlValues.of(urlEncoded(text)));
        table.string("URLDECODE", StringFunctions::urlDecoded);
    }

    @FunctionalInterface
    interface OfTexts {
        N1qlValue of(String a, String b);
    }

    static N1qlValue texts(N1qlValue a, N1qlValue b, OfTexts function) {
        return a instanceof N1qlString left && b instanceof N1qlString right
                ? function.of(left.stringValue(), right.stringValue())
                : N1qlValues.NULL;
    }

    private static String title(String text) {
        StringBuilder out = new StringBuilder(text.toLowerCase(Locale.ROOT));
        boolean begins = true;
        for (int i = 0; i < out.length(); i++) {
            char c = out.charAt(i);
            if (begins) {
                out.setCharAt(i, Character.toTitleCase(c));
            }
            begins = c < 128 ? !Character.isLetterOrDigit(c) && c != '_' : Character.isWhitespace(c);
        }
        return out.toString();
    }

    private static N1qlValue trimmed(N1qlValue[] arguments, boolean left, boolean right) {
        N1qlValue cut = arguments.length == 2 ? arguments[1] : N1qlValues.of(SPACES);
        return texts(arguments[0], cut, (text, named) -> {
            RequestGuard.current().stepsOf(text.length());
            CharacterSet characters = new CharacterSet(named);
            int from = 0;
            int until = text.length();
            while (left && from < until && characters.contains(text.charAt(from))) {
                from++;
            }
            while (right && until > from && characters.contains(text.charAt(until - 1))) {
                until--;
            }
            return N1qlValues.of(text.substring(from, until));
        });
    }

    /** The operator ||, of two strings. */
    public static N1qlValue concatenated(N1qlString left, N1qlString right) {
        String a = left.stringValue();
        String b = right.stringValue();
        requireShort((long) a.length() + b.length());
        RequestGuard.current().require((long) a.length() + b.length());
        return N1qlValues.of(a + b);
    }

    /** @throws N1qlException when a text would become too long */
    static void requireShort(long length) {
        if (length > TEXT_MAX) {
            throw new N1qlException(
                    N1qlException.MEMORY, "An expression makes a string of more than " + TEXT_MAX + " characters.");
        }
    }

    private static N1qlValue repeated(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlString text) || !N1qlFunctionTable.isLong(arguments[1])) {
            return N1qlValues.NULL;
        }
        long times = N1qlFunctionTable.longOf(arguments[1]);
        if (times < 0) {
            return N1qlValues.NULL;
        }
        String repeated = text.stringValue();
        if (times > Integer.MAX_VALUE) {
            throw N1qlException.outOfRange("REPEAT");
        }
        long bytes = times * text.utf8().length;
        if (bytes > TEXT_MAX) {
            throw N1qlException.tooLarge("REPEAT", bytes, TEXT_MAX);
        }
        RequestGuard.current().require(2 * bytes);
        return N1qlValues.of(repeated.isEmpty() ? "" : repeated.repeat((int) times));
    }

    private static N1qlValue replaced(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlString text)
                || !(arguments[1] instanceof N1qlString from)
                || !(arguments[2] instanceof N1qlString by)
                || (arguments.length == 4 && !N1qlFunctionTable.isLong(arguments[3]))) {
            return N1qlValues.NULL;
        }
        long most = arguments.length == 4 ? N1qlFunctionTable.longOf(arguments[3]) : -1;
        return N1qlValues.of(replace(text.stringValue(), from.stringValue(), by.stringValue(), most));
    }

    /** Replaces the first {@code most} occurrences, all if that is negative. */
    private static String replace(String text, String from, String by, long most) {
        StringBuilder out = new StringBuilder();
        RequestGuard guard = RequestGuard.current();
        int at = 0;
        long left = most < 0 ? Long.MAX_VALUE : most;
        while (left > 0) {
            int found = Text.indexOf(text, from, at);
            boolean endless = from.isEmpty() && at >= text.length();
            if (found < 0 || endless) {
                break;
            }
            out.append(text, at, found).append(by);
            if (from.isEmpty()) {
                out.append(text.charAt(found));
                at = found + 1;
            } else {
                at = found + from.length();
            }
            requireShort(out.length());
            guard.charge(by.length() + 1L);
            left--;
        }
        String rest = text.substring(at);
        return out.append(rest).append(from.isEmpty() && left > 0 ? by : "").toString();
    }

    private static N1qlValue split(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlString text)) {
            return N1qlValues.NULL;
        }
        List<N1qlValue> parts = new ArrayList<>();
        if (arguments.length == 1) {
            for (String part : text.stringValue().strip().split("\\s+", -1)) {
                parts.add(N1qlValues.of(part));
            }
            return text.stringValue().isBlank() ? N1qlValues.EMPTY_ARRAY : N1qlValues.array(parts);
        }
        if (!(arguments[1] instanceof N1qlString separator)) {
            return N1qlValues.NULL;
        }
        split(text.stringValue(), separator.stringValue(), parts);
        return N1qlValues.array(parts);
    }

    private static void split(String text, String separator, List<N1qlValue> parts) {
        if (separator.isEmpty()) {
            text.codePoints().forEach(code -> parts.add(N1qlValues.of(Character.toString(code))));
            return;
        }
        int from = 0;
        int found = Text.indexOf(text, separator, 0);
        while (found >= 0) {
            parts.add(N1qlValues.of(text.substring(from, found)));
            from = found + separator.length();
            found = Text.indexOf(text, separator, from);
        }
        parts.add(N1qlValues.of(text.substring(from)));
    }

    private static N1qlValue suffixes(String text) {
        requireShort((long) text.length() * text.length() / 2);
        List<N1qlValue> suffixes = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            suffixes.add(N1qlValues.of(text.substring(at)));
            at += Character.charCount(text.codePointAt(at));
        }
        return N1qlValues.array(suffixes);
    }

    /** MISSING if one is that, else NULL if one is no string. */
    private static N1qlValue concatenated(N1qlValue[] arguments) {
        StringBuilder out = new StringBuilder();
        boolean isText = true;
        for (N1qlValue argument : arguments) {
            if (argument.isMissing()) {
                return argument;
            }
            if (argument instanceof N1qlString text) {
                requireShort((long) out.length() + text.stringValue().length());
                RequestGuard.current()
                        .require(3L * (out.length() + text.stringValue().length()));
                out.append(text.stringValue());
            } else {
                isText = false;
            }
        }
        return isText ? N1qlValues.of(out.toString()) : N1qlValues.NULL;
    }

    /** The strings behind the first argument, those in arrays too, with the first between them; NULL of all else. */
    private static N1qlValue joined(N1qlValue[] arguments) {
        if (N1qlFunctionTable.firstUnknown(arguments).isMissing()) {
            return N1qlValues.MISSING;
        }
        if (!(arguments[0] instanceof N1qlString separator)) {
            return N1qlValues.NULL;
        }
        List<String> parts = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            Iterable<N1qlValue> inside = arguments[i] instanceof N1qlArray array ? array : List.of(arguments[i]);
            for (N1qlValue part : inside) {
                if (part instanceof N1qlString text) {
                    parts.add(text.stringValue());
                } else {
                    return N1qlValues.NULL;
                }
            }
        }
        long length = 0;
        for (String part : parts) {
            length += part.length() + separator.stringValue().length();
        }
        requireShort(length);
        RequestGuard.current().require(2 * length);
        return N1qlValues.of(String.join(separator.stringValue(), parts));
    }

    /** Marks stay behind the character they belong to. */
    private static String reversed(String text) {
        StringBuilder out = new StringBuilder();
        int end = text.length();
        while (end > 0) {
            int from = text.offsetByCodePoints(end, -1);
            while (from > 0 && isMark(text.codePointAt(from))) {
                from = text.offsetByCodePoints(from, -1);
            }
            out.append(text, from, end);
            end = from;
        }
        return out.toString();
    }

    private static boolean isMark(int code) {
        int type = Character.getType(code);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }

    /** Java spares the asterisk and not the tilde, unlike RFC 3986 and the service. */
    private static String urlEncoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static N1qlValue urlDecoded(String text) {
        try {
            return N1qlValues.of(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            return N1qlValues.NULL;
        }
    }
}
