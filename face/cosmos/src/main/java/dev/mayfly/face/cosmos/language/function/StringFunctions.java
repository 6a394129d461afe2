package dev.mayfly.face.cosmos.language.function;

import static dev.mayfly.face.cosmos.language.function.FunctionTable.isLong;
import static dev.mayfly.face.cosmos.language.function.FunctionTable.longOf;
import static dev.mayfly.face.cosmos.language.function.FunctionTable.omits;
import static dev.mayfly.face.cosmos.language.function.FunctionTable.stringOf;

import dev.mayfly.face.cosmos.language.value.ArrayValue;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What makes strings of strings. Lengths and positions count UTF-16 units. */
final class StringFunctions {
    /** Longer strings REPLICATE does not make. */
    static final int REPLICATE_MAX = 10_000;

    private StringFunctions() {}

    static void addTo(FunctionTable table) {
        table.add("CONCAT", 2, Definition.ANY, StringFunctions::concat);
        table.two("LEFT", StringFunctions::left);
        table.string("LENGTH", text -> Values.of(text.length()));
        table.string("LOWER", text -> Values.of(text.toLowerCase(Locale.ROOT)));
        table.string("UPPER", text -> Values.of(text.toUpperCase(Locale.ROOT)));
        table.add("LTRIM", 1, 2, arguments -> trim(arguments, true, false));
        table.add("RTRIM", 1, 2, arguments -> trim(arguments, false, true));
        table.add("TRIM", 1, 2, arguments -> trim(arguments, true, true));
        table.add("REPLACE", 3, 3, StringFunctions::replace);
        table.two("REPLICATE", StringFunctions::replicate);
        table.string(
                "REVERSE", text -> Values.of(new StringBuilder(text).reverse().toString()));
        table.two("RIGHT", StringFunctions::right);
        table.two("StringJoin", StringFunctions::join);
        table.two("StringSplit", StringFunctions::split);
        table.add("SUBSTRING", 3, 3, arguments -> substring(arguments[0], arguments[1], arguments[2]));
    }

    private static Value concat(Value[] arguments) {
        long length = 0;
        for (Value argument : arguments) {
            if (!(argument instanceof StringValue text)) {
                return Values.UNDEFINED;
            }
            length += text.stringValue().length();
        }
        Bounds.requireCharacters(length);
        StringBuilder out = new StringBuilder((int) length);
        for (Value argument : arguments) {
            out.append(stringOf(argument));
        }
        return Values.of(out.toString());
    }

    private static Value left(Value text, Value count) {
        return substring(text, Values.of(0), count);
    }

    private static Value right(Value value, Value count) {
        if (!(value instanceof StringValue text) || !isLong(count)) {
            return Values.UNDEFINED;
        }
        int length = text.stringValue().length();
        long kept = Math.clamp(longOf(count), 0, length);
        return Values.of(text.stringValue().substring((int) (length - kept)));
    }

    /** Nothing of a string that begins outside of it, or has no positive length. */
    private static Value substring(Value value, Value start, Value count) {
        if (!(value instanceof StringValue text) || !isLong(start) || !isLong(count)) {
            return Values.UNDEFINED;
        }
        int length = text.stringValue().length();
        long from = longOf(start);
        if (from < 0 || from >= length || longOf(count) <= 0) {
            return Values.EMPTY_STRING;
        }
        long kept = Math.min(length - from, longOf(count));
        return kept == length ? text : Values.of(text.stringValue().substring((int) from, (int) (from + kept)));
    }

    private static Value trim(Value[] arguments, boolean start, boolean end) {
        if (!(arguments[0] instanceof StringValue value)) {
            return Values.UNDEFINED;
        }
        if (!omits(arguments, 1) && !(arguments[1] instanceof StringValue)) {
            return Values.UNDEFINED;
        }
        String text = value.stringValue();
        String trimmed = omits(arguments, 1) ? null : stringOf(arguments[1]);
        int from = 0;
        int until = text.length();
        while (start && from < until && isTrimmed(text.charAt(from), trimmed)) {
            from++;
        }
        while (end && until > from && isTrimmed(text.charAt(until - 1), trimmed)) {
            until--;
        }
        return Values.of(text.substring(from, until));
    }

    /** White space, or any of the characters that were named. */
    private static boolean isTrimmed(char c, @Nullable String trimmed) {
        return trimmed == null ? Character.isWhitespace(c) || Character.isSpaceChar(c) : trimmed.indexOf(c) >= 0;
    }

    /** Undefined when there is nothing to look for. */
    private static Value replace(Value[] arguments) {
        for (Value argument : arguments) {
            if (!(argument instanceof StringValue)) {
                return Values.UNDEFINED;
            }
        }
        String text = stringOf(arguments[0]);
        String part = stringOf(arguments[1]);
        if (part.isEmpty()) {
            return Values.UNDEFINED;
        }
        String replacement = stringOf(arguments[2]);
        StringBuilder out = new StringBuilder();
        int at = 0;
        // A part longer than the text is in it nowhere, so that the tables of the search are no larger than the text.
        int found = part.length() > text.length() ? -1 : TextSearch.indexOf(text, part, 0);
        while (found >= 0) {
            Bounds.requireCharacters((long) out.length() + found - at + replacement.length());
            out.append(text, at, found).append(replacement);
            at = found + part.length();
            found = TextSearch.indexOf(text, part, at);
        }
        return Values.of(out.append(text, at, text.length()).toString());
    }

    private static Value replicate(Value value, Value count) {
        if (!(value instanceof StringValue text) || !(count instanceof NumberValue number)) {
            return Values.UNDEFINED;
        }
        double times = Math.floor(number.doubleValue());
        // Also turns away NaN.
        if (!(times >= 0 && times * text.stringValue().length() <= REPLICATE_MAX)) {
            return Values.UNDEFINED;
        }
        return text.stringValue().isEmpty()
                ? Values.EMPTY_STRING
                : Values.of(text.stringValue().repeat((int) times));
    }

    private static Value join(Value value, Value separator) {
        if (!(value instanceof ArrayValue array) || !(separator instanceof StringValue between)) {
            return Values.UNDEFINED;
        }
        StringBuilder out = new StringBuilder();
        boolean first = true;
        for (Value element : array) {
            if (!(element instanceof StringValue text)) {
                return Values.UNDEFINED;
            }
            Bounds.requireCharacters((long) out.length()
                    + between.stringValue().length()
                    + text.stringValue().length());
            if (!first) {
                out.append(between.stringValue());
            }
            out.append(text.stringValue());
            first = false;
        }
        return Values.of(out.toString());
    }

    /** Without a separator the text stays whole. */
    private static Value split(Value value, Value separator) {
        if (!(value instanceof StringValue source) || !(separator instanceof StringValue between)) {
            return Values.UNDEFINED;
        }
        String text = source.stringValue();
        String part = between.stringValue();
        List<Value> pieces = new ArrayList<>();
        int at = 0;
        int found = part.isEmpty() || part.length() > text.length() ? -1 : TextSearch.indexOf(text, part, 0);
        while (found >= 0) {
            Bounds.requireElements(pieces.size() + 2L);
            pieces.add(Values.of(text.substring(at, found)));
            at = found + part.length();
            found = TextSearch.indexOf(text, part, at);
        }
        pieces.add(Values.of(text.substring(at)));
        return Values.array(pieces);
    }
}
