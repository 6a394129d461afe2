package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.base.text.TextAnalyzer;
import dev.mayfly.face.cosmos.language.SqlExpression;
import dev.mayfly.face.cosmos.language.function.FullTextMatch;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the words of which an item that a filter for words accepts has one. */
final class WordBounds {
    private WordBounds() {}

    /** Returns bounds of which one has to hold for a call of a function that asks for words; null if none is known. */
    static @Nullable List<Bound> of(
            String function, List<SqlExpression> arguments, QueryNames names, SearchSettings settings) {
        ItemPath text = names.path(arguments.getFirst());
        List<SqlValue> phrases = names.constants(arguments.subList(1, arguments.size()));
        if (text == null || text.isThroughElements() || phrases == null) {
            return null;
        }
        NaturalLanguage language = settings.languageOf(
                text.steps().stream().map(step -> String.valueOf(step.name())).toList());
        TextAnalyzer analyzer = SearchSettings.analyzer(language);
        List<String> stems = new ArrayList<>();
        for (SqlValue phrase : phrases) {
            if (phrase instanceof SqlString string) {
                longest(analyzer.analyze(string.stringValue()).stems()).ifPresent(stems::add);
            }
        }
        if (FullTextMatch.kind(function) == FullTextMatch.Kind.ALL) {
            Optional<String> rarest = longest(stems);
            if (rarest.isEmpty()) {
                return null;
            }
            stems = List.of(rarest.get());
        }
        List<KeyInterval> spans = stems.stream()
                .map(stem -> KeyInterval.prefix(ValueKeys.of(SqlValues.of(stem))))
                .toList();
        return List.of(new Bound(text.words(language), spans, Bound.Tightness.EQUAL));
    }

    /** The longer a word, the fewer texts have it, as a rule. */
    private static Optional<String> longest(List<String> stems) {
        return stems.stream().max(Comparator.comparingInt(String::length));
    }
}
