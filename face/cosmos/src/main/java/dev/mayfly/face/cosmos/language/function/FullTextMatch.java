package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.base.text.StemmedText;
import dev.mayfly.base.text.TextAnalyzer;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A call of a function that asks which words a text has. Several words of one argument are a phrase: they have to follow each
 * other. Used by one thread.
 */
public final class FullTextMatch implements SqlEvaluator {
    private static final int PHRASES_MAX = 100;

    /** How many of the phrases a text has to have. */
    public enum Kind {
        ALL,
        ANY
    }

    private final Kind kind;
    private final TextAnalyzer analyzer;
    private final Map<String, StemmedText> phrases = new HashMap<>();

    public FullTextMatch(Kind kind, NaturalLanguage language) {
        this.kind = kind;
        this.analyzer = SearchSettings.analyzer(language);
    }

    /** Returns true if a function of this name is such. */
    public static boolean isNamed(String function) {
        return switch (function.toUpperCase(Locale.ROOT)) {
            case "FULLTEXTCONTAINS", "FULLTEXTCONTAINSALL", "FULLTEXTCONTAINSANY" -> true;
            default -> false;
        };
    }

    /** Returns how many phrases a function of this name wants. */
    public static Kind kind(String function) {
        return function.equalsIgnoreCase("FULLTEXTCONTAINSANY") ? Kind.ANY : Kind.ALL;
    }

    @Override
    public SqlValue evaluate(QueryInstant moment, SqlValue[] arguments) {
        for (SqlValue argument : arguments) {
            if (!(argument instanceof SqlString)) {
                return SqlValues.UNDEFINED;
            }
        }
        String text = SqlFunctionTable.stringOf(arguments[0]);
        RequestGuard.current().stepsOf(text.length());
        StemmedText words = analyzer.analyze(text);
        boolean wantsAny = kind == Kind.ANY;
        for (int at = 1; at < arguments.length; at++) {
            if (words.occurrencesOf(phrase(SqlFunctionTable.stringOf(arguments[at]))) > 0 == wantsAny) {
                return SqlValues.of(wantsAny);
            }
        }
        return SqlValues.of(!wantsAny);
    }

    private StemmedText phrase(String text) {
        if (phrases.size() > PHRASES_MAX) {
            phrases.clear();
        }
        return phrases.computeIfAbsent(text, analyzer::analyze);
    }
}
