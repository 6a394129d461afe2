package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Functions of strings, NULL of all else. */
final class StringFunctions {
    /** The longest text that a function makes longer. */
    static final int TEXT_MAX = 20 << 20;

    private static final String SPACES = " \t\n\f\r";

    private StringFunctions() {}

    static void addTo(FunctionTable table) {
        table.two("CONTAINS", (text, part) -> texts(text, part, (a, b) -> Values.of(a.contains(b))));
        table.string("INITCAP", text -> Values.of(title(text)));
        table.alias("TITLE", "INITCAP");
        table.string("LOWER", text -> Values.of(text.toLowerCase(Locale.ROOT)));
        table.string("UPPER", text -> Values.of(text.toUpperCase(Locale.ROOT)));
        table.add("TRIM", 1, 2, arguments -> trimmed(arguments, true, true));
        table.add("LTRIM", 1, 2, arguments -> trimmed(arguments, true, false));
        table.add("RTRIM", 1, 2, arguments -> trimmed(arguments, false, true));
        table.add("REPEAT", 2, 2, StringFunctions::repeated);
        table.add("REPLACE", 3, 4, StringFunctions::replaced);
        table.string("REVERSE", text -> Values.of(reversed(text)));
        table.add("SPLIT", 1, 2, StringFunctions::split);
        table.string("SUFFIXES", StringFunctions::suffixes);
        table.any("CONCAT", 2, Definition.ANY, StringFunctions::concatenated);
        table.any("CONCAT2", 2, Definition.ANY, StringFunctions::joined);
        table.add("ARRAY_TO_STRING", 2, 2, arguments -> joined(new Value[] {arguments[1], arguments[0]}));
        table.string("URLENCODE", text -> Values.of(urlEncoded(text)));
        table.string("URLDECODE", StringFunctions::urlDecoded);
    }

    @FunctionalInterface
    interface OfTexts {
        Value of(String a, String b);
    }

    static Value texts(Value a, Value b, OfTexts function) {
        return a instanceof StringValue left && b instanceof StringValue right
                ? function.of(left.stringValue(), right.stringValue())
                : Values.NULL;
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

    private static Value trimmed(Value[] arguments, boolean left, boolean right) {
        Value cut = arguments.length == 2 ? arguments[1] : Values.of(SPACES);
        return texts(arguments[0], cut, (text, characters) -> {
            int from = 0;
            int until = text.length();
            while (left && from < until && characters.indexOf(text.charAt(from)) >= 0) {
                from++;
            }
            while (right && until > from && characters.indexOf(text.charAt(until - 1)) >= 0) {
                until--;
            }
            return Values.of(text.substring(from, until));
        });
    }

    /** @throws QueryException when a text would become too long */
    static void requireShort(long length) {
        if (length > TEXT_MAX) {
            throw new QueryException(
                    QueryException.MEMORY, "An expression makes a string of more than " + TEXT_MAX + " characters.");
        }
    }

    private static Value repeated(Value[] arguments) {
        if (!(arguments[0] instanceof StringValue text) || !FunctionTable.isLong(arguments[1])) {
            return Values.NULL;
        }
        long times = FunctionTable.longOf(arguments[1]);
        if (times < 0) {
            return Values.NULL;
        }
        String repeated = text.stringValue();
        if (times > Integer.MAX_VALUE) {
            throw QueryException.outOfRange("REPEAT");
        }
        long bytes = times * text.utf8().length;
        if (bytes > TEXT_MAX) {
            throw QueryException.tooLarge("REPEAT", bytes, TEXT_MAX);
        }
        return Values.of(repeated.isEmpty() ? "" : repeated.repeat((int) times));
    }

    private static Value replaced(Value[] arguments) {
        if (!(arguments[0] instanceof StringValue text)
                || !(arguments[1] instanceof StringValue from)
                || !(arguments[2] instanceof StringValue by)
                || (arguments.length == 4 && !FunctionTable.isLong(arguments[3]))) {
            return Values.NULL;
        }
        long most = arguments.length == 4 ? FunctionTable.longOf(arguments[3]) : -1;
        return Values.of(replace(text.stringValue(), from.stringValue(), by.stringValue(), most));
    }

    /** The first so many occurrences, all if that is negative. */
    private static String replace(String text, String from, String by, long most) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        long left = most < 0 ? Long.MAX_VALUE : most;
        while (left > 0) {
            int found = text.indexOf(from, at);
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
            left--;
        }
        String rest = text.substring(at);
        return out.append(rest).append(from.isEmpty() && left > 0 ? by : "").toString();
    }

    private static Value split(Value[] arguments) {
        if (!(arguments[0] instanceof StringValue text)) {
            return Values.NULL;
        }
        List<Value> parts = new ArrayList<>();
        if (arguments.length == 1) {
            for (String part : text.stringValue().strip().split("\\s+", -1)) {
                parts.add(Values.of(part));
            }
            return text.stringValue().isBlank() ? Values.EMPTY_ARRAY : Values.array(parts);
        }
        if (!(arguments[1] instanceof StringValue separator)) {
            return Values.NULL;
        }
        split(text.stringValue(), separator.stringValue(), parts);
        return Values.array(parts);
    }

    private static void split(String text, String separator, List<Value> parts) {
        if (separator.isEmpty()) {
            text.codePoints().forEach(code -> parts.add(Values.of(Character.toString(code))));
            return;
        }
        int from = 0;
        int found = text.indexOf(separator);
        while (found >= 0) {
            parts.add(Values.of(text.substring(from, found)));
            from = found + separator.length();
            found = text.indexOf(separator, from);
        }
        parts.add(Values.of(text.substring(from)));
    }

    private static Value suffixes(String text) {
        requireShort((long) text.length() * text.length() / 2);
        List<Value> suffixes = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            suffixes.add(Values.of(text.substring(at)));
            at += Character.charCount(text.codePointAt(at));
        }
        return Values.array(suffixes);
    }

    /** MISSING if one is that, else NULL if one is no string. */
    private static Value concatenated(Value[] arguments) {
        StringBuilder out = new StringBuilder();
        boolean isText = true;
        for (Value argument : arguments) {
            if (argument.isMissing()) {
                return argument;
            }
            if (argument instanceof StringValue text) {
                requireShort((long) out.length() + text.stringValue().length());
                out.append(text.stringValue());
            } else {
                isText = false;
            }
        }
        return isText ? Values.of(out.toString()) : Values.NULL;
    }

    /** The strings behind the first argument, those in arrays too, with the first between them; NULL of all else. */
    private static Value joined(Value[] arguments) {
        if (FunctionTable.firstUnknown(arguments).isMissing()) {
            return Values.MISSING;
        }
        if (!(arguments[0] instanceof StringValue separator)) {
            return Values.NULL;
        }
        List<String> parts = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            Iterable<Value> inside = arguments[i] instanceof ArrayValue array ? array : List.of(arguments[i]);
            for (Value part : inside) {
                if (part instanceof StringValue text) {
                    parts.add(text.stringValue());
                } else {
                    return Values.NULL;
                }
            }
        }
        long length = 0;
        for (String part : parts) {
            length += part.length() + separator.stringValue().length();
        }
        requireShort(length);
        return Values.of(String.join(separator.stringValue(), parts));
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

    private static Value urlDecoded(String text) {
        try {
            return Values.of(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            return Values.NULL;
        }
    }
}
