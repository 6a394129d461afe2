package dev.mayfly.face.cosmos.language.function;

import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.isLong;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.longOf;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.omits;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.stringOf;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.CharacterSet;
import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The functions that turn strings into strings. Lengths and positions count UTF-16 units. */
final class StringFunctions {
    /** Longer strings REPLICATE does not make. */
    static final int REPLICATE_MAX = 10_000;

    private StringFunctions() {}

    static void addTo(SqlFunctionTable table) {
        table.add("CONCAT", 2, FunctionTable.ANY, StringFunctions::concat);
        table.two("LEFT", StringFunctions::left);
        table.string("LENGTH", text -> SqlValues.of(text.length()));
        table.string("LOWER", text -> SqlValues.of(text.toLowerCase(Locale.ROOT)));
        table.string("UPPER", text -> SqlValues.of(text.toUpperCase(Locale.ROOT)));
        table.add("LTRIM", 1, 2, arguments -> trim(arguments, true, false));
        table.add("RTRIM", 1, 2, arguments -> trim(arguments, false, true));
        table.add("TRIM", 1, 2, arguments -> trim(arguments, true, true));
        table.add("REPLACE", 3, 3, StringFunctions::replace);
        table.two("REPLICATE", StringFunctions::replicate);
        table.string(
                "REVERSE",
                text -> SqlValues.of(new StringBuilder(text).reverse().toString()));
        table.two("RIGHT", StringFunctions::right);
        table.two("StringJoin", StringFunctions::join);
        table.two("StringSplit", StringFunctions::split);
        table.add("SUBSTRING", 3, 3, arguments -> substring(arguments[0], arguments[1], arguments[2]));
    }

    private static SqlValue concat(SqlValue[] arguments) {
        long length = 0;
        for (SqlValue argument : arguments) {
            if (!(argument instanceof SqlString text)) {
                return SqlValues.UNDEFINED;
            }
            length += text.stringValue().length();
        }
        Bounds.requireCharacters(length);
        StringBuilder out = new StringBuilder((int) length);
        for (SqlValue argument : arguments) {
            out.append(stringOf(argument));
        }
        return SqlValues.of(out.toString());
    }

    private static SqlValue left(SqlValue text, SqlValue count) {
        return substring(text, SqlValues.of(0), count);
    }

    private static SqlValue right(SqlValue value, SqlValue count) {
        if (!(value instanceof SqlString text) || !isLong(count)) {
            return SqlValues.UNDEFINED;
        }
        int length = text.stringValue().length();
        long kept = Math.clamp(longOf(count), 0, length);
        return SqlValues.of(text.stringValue().substring((int) (length - kept)));
    }

    /** Returns the empty string if the part begins outside of the string, or has no positive length. */
    private static SqlValue substring(SqlValue value, SqlValue start, SqlValue count) {
        if (!(value instanceof SqlString text) || !isLong(start) || !isLong(count)) {
            return SqlValues.UNDEFINED;
        }
        int length = text.stringValue().length();
        long from = longOf(start);
        if (from < 0 || from >= length || longOf(count) <= 0) {
            return SqlValues.EMPTY_STRING;
        }
        long kept = Math.min(length - from, longOf(count));
        return kept == length ? text : SqlValues.of(text.stringValue().substring((int) from, (int) (from + kept)));
    }

    private static SqlValue trim(SqlValue[] arguments, boolean start, boolean end) {
        if (!(arguments[0] instanceof SqlString value)) {
            return SqlValues.UNDEFINED;
        }
        if (!omits(arguments, 1) && !(arguments[1] instanceof SqlString)) {
            return SqlValues.UNDEFINED;
        }
        String text = value.stringValue();
        CharacterSet trimmed = omits(arguments, 1) ? null : new CharacterSet(stringOf(arguments[1]));
        RequestGuard.current().stepsOf(text.length());
        int from = 0;
        int until = text.length();
        while (start && from < until && isTrimmed(text.charAt(from), trimmed)) {
            from++;
        }
        while (end && until > from && isTrimmed(text.charAt(until - 1), trimmed)) {
            until--;
        }
        return SqlValues.of(text.substring(from, until));
    }

    /** White space, or any of the characters that were named. */
    private static boolean isTrimmed(char c, @Nullable CharacterSet trimmed) {
        return trimmed == null ? Character.isWhitespace(c) || Character.isSpaceChar(c) : trimmed.contains(c);
    }

    /** Undefined when there is nothing to look for. */
    private static SqlValue replace(SqlValue[] arguments) {
        for (SqlValue argument : arguments) {
            if (!(argument instanceof SqlString)) {
                return SqlValues.UNDEFINED;
            }
        }
        String text = stringOf(arguments[0]);
        String part = stringOf(arguments[1]);
        if (part.isEmpty()) {
            return SqlValues.UNDEFINED;
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
        return SqlValues.of(out.append(text, at, text.length()).toString());
    }

    private static SqlValue replicate(SqlValue value, SqlValue count) {
        if (!(value instanceof SqlString text) || !(count instanceof SqlNumber number)) {
            return SqlValues.UNDEFINED;
        }
        double times = Math.floor(number.doubleValue());
        // This also refuses NaN.
        if (!(times >= 0 && times * text.stringValue().length() <= REPLICATE_MAX)) {
            return SqlValues.UNDEFINED;
        }
        return text.stringValue().isEmpty()
                ? SqlValues.EMPTY_STRING
                : SqlValues.of(text.stringValue().repeat((int) times));
    }

    private static SqlValue join(SqlValue value, SqlValue separator) {
        if (!(value instanceof SqlArray array) || !(separator instanceof SqlString between)) {
            return SqlValues.UNDEFINED;
        }
        StringBuilder out = new StringBuilder();
        boolean first = true;
        for (SqlValue element : array) {
            if (!(element instanceof SqlString text)) {
                return SqlValues.UNDEFINED;
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
        return SqlValues.of(out.toString());
    }

    /** Without a separator the text stays whole. */
    private static SqlValue split(SqlValue value, SqlValue separator) {
        if (!(value instanceof SqlString source) || !(separator instanceof SqlString between)) {
            return SqlValues.UNDEFINED;
        }
        String text = source.stringValue();
        String part = between.stringValue();
        List<SqlValue> pieces = new ArrayList<>();
        int at = 0;
        int found = part.isEmpty() || part.length() > text.length() ? -1 : TextSearch.indexOf(text, part, 0);
        while (found >= 0) {
            Bounds.requireElements(pieces.size() + 2L);
            pieces.add(SqlValues.of(text.substring(at, found)));
            at = found + part.length();
            found = TextSearch.indexOf(text, part, at);
        }
        pieces.add(SqlValues.of(text.substring(at)));
        return SqlValues.array(pieces);
    }
}
