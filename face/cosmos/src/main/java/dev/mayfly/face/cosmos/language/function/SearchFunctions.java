package dev.mayfly.face.cosmos.language.function;

import static dev.mayfly.face.cosmos.language.function.FunctionTable.isLong;
import static dev.mayfly.face.cosmos.language.function.FunctionTable.longOf;
import static dev.mayfly.face.cosmos.language.function.FunctionTable.omits;
import static dev.mayfly.face.cosmos.language.function.FunctionTable.stringOf;

import dev.mayfly.face.cosmos.language.value.BooleanValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;

/** What asks whether, and where, a string holds another. */
final class SearchFunctions {
    private SearchFunctions() {}

    /** A question about two strings. */
    @FunctionalInterface
    private interface Test {
        boolean holds(String text, String part);
    }

    static void addTo(FunctionTable table) {
        table.add("CONTAINS", 2, 3, arguments -> cased(arguments, SearchFunctions::contains));
        table.add("ENDSWITH", 2, 3, arguments -> cased(arguments, String::endsWith));
        table.add("STARTSWITH", 2, 3, SearchFunctions::startsWith);
        table.add("STRINGEQUALS", 2, 3, arguments -> cased(arguments, String::equals));
        table.add("CONTAINS_ANY_CI", 2, Definition.ANY, arguments -> containsAny(arguments, true));
        table.add("CONTAINS_ANY_CS", 2, Definition.ANY, arguments -> containsAny(arguments, false));
        table.add("CONTAINS_ALL_CI", 2, Definition.ANY, arguments -> containsAll(arguments, true));
        table.add("CONTAINS_ALL_CS", 2, Definition.ANY, arguments -> containsAll(arguments, false));
        table.add("INDEX_OF", 2, 3, SearchFunctions::indexOf);
        table.add("LASTINDEXOF", 2, 3, SearchFunctions::lastIndexOf);
        table.addRemembering("REGEXMATCH", 2, 3, RegexMatch::new);
    }

    private static boolean contains(String text, String part) {
        return part.length() <= text.length() && TextSearch.indexOf(text, part, 0) >= 0;
    }

    /** Hot, since indexes answer much of it and leave the rest to be looked at. */
    private static Value startsWith(Value[] arguments) {
        return omits(arguments, 2)
                        && arguments[0] instanceof StringValue text
                        && arguments[1] instanceof StringValue part
                ? Values.of(text.startsWith(part))
                : cased(arguments, String::startsWith);
    }

    /** A test whose third argument says whether case is ignored. */
    private static Value cased(Value[] arguments, Test test) {
        if (!(arguments[0] instanceof StringValue text) || !(arguments[1] instanceof StringValue part)) {
            return Values.UNDEFINED;
        }
        if (omits(arguments, 2) || arguments[2].isFalse()) {
            return Values.of(test.holds(text.stringValue(), part.stringValue()));
        }
        return arguments[2] instanceof BooleanValue
                ? Values.of(test.holds(TextSearch.fold(text.stringValue()), TextSearch.fold(part.stringValue())))
                : Values.UNDEFINED;
    }

    /** OR of what CONTAINS says of each: true wins over undefined. */
    private static Value containsAny(Value[] arguments, boolean ignoreCase) {
        return containsEach(arguments, ignoreCase, true);
    }

    /** AND of what CONTAINS says of each: false wins over undefined. */
    private static Value containsAll(Value[] arguments, boolean ignoreCase) {
        return containsEach(arguments, ignoreCase, false);
    }

    private static Value containsEach(Value[] arguments, boolean ignoreCase, boolean decisive) {
        if (!(arguments[0] instanceof StringValue value)) {
            return Values.UNDEFINED;
        }
        String text = ignoreCase ? TextSearch.fold(value.stringValue()) : value.stringValue();
        boolean undefined = false;
        for (int i = 1; i < arguments.length; i++) {
            if (!(arguments[i] instanceof StringValue part)) {
                undefined = true;
            } else if (contains(text, ignoreCase ? TextSearch.fold(part.stringValue()) : part.stringValue())
                    == decisive) {
                return Values.of(decisive);
            }
        }
        return undefined ? Values.UNDEFINED : Values.of(!decisive);
    }

    private static boolean areTexts(Value[] arguments) {
        return arguments[0] instanceof StringValue
                && arguments[1] instanceof StringValue
                && (omits(arguments, 2) || isLong(arguments[2]));
    }

    private static Value indexOf(Value[] arguments) {
        if (!areTexts(arguments)) {
            return Values.UNDEFINED;
        }
        String text = stringOf(arguments[0]);
        String part = stringOf(arguments[1]);
        long from = omits(arguments, 2) ? 0 : Math.max(0, longOf(arguments[2]));
        return Values.of(from + part.length() > text.length() ? -1 : TextSearch.indexOf(text, part, (int) from));
    }

    /** The third argument is where the search begins, towards the start. */
    private static Value lastIndexOf(Value[] arguments) {
        if (!areTexts(arguments)) {
            return Values.UNDEFINED;
        }
        String text = stringOf(arguments[0]);
        String part = stringOf(arguments[1]);
        long last = text.length() - 1L;
        long start = omits(arguments, 2) ? last : Math.min(last, longOf(arguments[2]));
        // The whole of what is found lies up to the start.
        long from = start - part.length() + 1;
        return Values.of(from < 0 ? -1 : TextSearch.lastIndexOf(text, part, (int) from));
    }
}
