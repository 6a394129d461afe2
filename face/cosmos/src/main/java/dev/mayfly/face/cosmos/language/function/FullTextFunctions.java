package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.sql.FunctionTable;

/**
 * The functions that ask for words of a text. Here the text is in the language of a container that says nothing of it; a query
 * whose argument is a property takes that property's.
 */
final class FullTextFunctions {
    private FullTextFunctions() {}

    static void addTo(SqlFunctionTable table) {
        add(table, "FullTextContains", 2);
        add(table, "FullTextContainsAll", FunctionTable.ANY);
        add(table, "FullTextContainsAny", FunctionTable.ANY);
    }

    private static void add(SqlFunctionTable table, String name, int most) {
        FullTextMatch.Kind kind = FullTextMatch.kind(name);
        table.addMomentary(
                name,
                2,
                most,
                (moment, arguments) ->
                        new FullTextMatch(kind, moment.settings().language()).evaluate(moment, arguments));
    }
}
