package dev.mayfly.face.cosmos.language.function;

import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.isLong;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.longOf;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.omits;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.stringOf;

import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.cosmos.language.value.SqlBoolean;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;

/** The functions that search a string for another. */
final class SearchFunctions {
    private SearchFunctions() {}

    /** A question about two strings. */
    @FunctionalInterface
    private interface Test {
        boolean holds(String text, String part);
    }

    static void addTo(SqlFunctionTable table) {
        table.add("CONTAINS", 2, 3, arguments -> cased(arguments, SearchFunctions::contains));
        table.add("ENDSWITH", 2, 3, arguments -> cased(arguments, String::endsWith));
        table.add("STARTSWITH", 2, 3, SearchFunctions::startsWith);
        table.add("STRINGEQUALS", 2, 3, arguments -> cased(arguments, String::equals));
        table.add("CONTAINS_ANY_CI", 2, FunctionTable.ANY, arguments -> containsAny(arguments, true));
        table.add("CONTAINS_ANY_CS", 2, FunctionTable.ANY, arguments -> containsAny(arguments, false));
        table.add("CONTAINS_ALL_CI", 2, FunctionTable.ANY, arguments -> containsAll(arguments, true));
        table.add("CONTAINS_ALL_CS", 2, FunctionTable.ANY, arguments -> containsAll(arguments, false));
        table.add("INDEX_OF", 2, 3, SearchFunctions::indexOf);
        table.add("LASTINDEXOF", 2, 3, SearchFunctions::lastIndexOf);
        table.addRemembering("REGEXMATCH", 2, 3, RegexMatch::new);
    }

    private static boolean contains(String text, String part) {
        return part.length() <= text.length() && TextSearch.indexOf(text, part, 0) >= 0;
    }

    /** Hot, since indexes answer much of it and leave the rest to be looked at. */
    private static SqlValue startsWith(SqlValue[] arguments) {
        return omits(arguments, 2) && arguments[0] instanceof SqlString text && arguments[1] instanceof SqlString part
                ? SqlValues.of(text.startsWith(part))
                : cased(arguments, String::startsWith);
    }

    /** A test whose third argument says whether case is ignored. */
    private static SqlValue cased(SqlValue[] arguments, Test test) {
        if (!(arguments[0] instanceof SqlString text) || !(arguments[1] instanceof SqlString part)) {
            return SqlValues.UNDEFINED;
        }
        if (omits(arguments, 2) || arguments[2].isFalse()) {
            return SqlValues.of(test.holds(text.stringValue(), part.stringValue()));
        }
        return arguments[2] instanceof SqlBoolean
                ? SqlValues.of(test.holds(TextSearch.fold(text.stringValue()), TextSearch.fold(part.stringValue())))
                : SqlValues.UNDEFINED;
    }

    /** OR of what CONTAINS says of each: true wins over undefined. */
    private static SqlValue containsAny(SqlValue[] arguments, boolean ignoreCase) {
        return containsEach(arguments, ignoreCase, true);
    }

    /** AND of what CONTAINS says of each: false wins over undefined. */
    private static SqlValue containsAll(SqlValue[] arguments, boolean ignoreCase) {
        return containsEach(arguments, ignoreCase, false);
    }

    private static SqlValue containsEach(SqlValue[] arguments, boolean ignoreCase, boolean decisive) {
        if (!(arguments[0] instanceof SqlString value)) {
            return SqlValues.UNDEFINED;
        }
        String text = ignoreCase ? TextSearch.fold(value.stringValue()) : value.stringValue();
        boolean undefined = false;
        for (int i = 1; i < arguments.length; i++) {
            if (!(arguments[i] instanceof SqlString part)) {
                undefined = true;
            } else if (contains(text, ignoreCase ? TextSearch.fold(part.stringValue()) : part.stringValue())
                    == decisive) {
                return SqlValues.of(decisive);
            }
        }
        return undefined ? SqlValues.UNDEFINED : SqlValues.of(!decisive);
    }

    private static boolean areTexts(SqlValue[] arguments) {
        return arguments[0] instanceof SqlString
                && arguments[1] instanceof SqlString
                && (omits(arguments, 2) || isLong(arguments[2]));
    }

    private static SqlValue indexOf(SqlValue[] arguments) {
        if (!areTexts(arguments)) {
            return SqlValues.UNDEFINED;
        }
        String text = stringOf(arguments[0]);
        String part = stringOf(arguments[1]);
        long from = omits(arguments, 2) ? 0 : Math.max(0, longOf(arguments[2]));
        return SqlValues.of(from + part.length() > text.length() ? -1 : TextSearch.indexOf(text, part, (int) from));
    }

    /** The third argument is where the search begins, towards the start. */
    private static SqlValue lastIndexOf(SqlValue[] arguments) {
        if (!areTexts(arguments)) {
            return SqlValues.UNDEFINED;
        }
        String text = stringOf(arguments[0]);
        String part = stringOf(arguments[1]);
        long last = text.length() - 1L;
        long start = omits(arguments, 2) ? last : Math.min(last, longOf(arguments[2]));
        // The whole of what is found lies up to the start.
        long from = start - part.length() + 1;
        return SqlValues.of(from < 0 ? -1 : TextSearch.lastIndexOf(text, part, (int) from));
    }
}
