package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.base.text.TextAnalyzer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a container says about the values in its items.
 *
 * @param isPlanar whether places lie on the plane, not on the sphere
 * @param languages those of texts by the names that lead to them
 * @param language that of all other texts
 * @param metrics those of vectors by the names that lead to them
 */
public record SearchSettings(
        boolean isPlanar,
        Map<List<String>, NaturalLanguage> languages,
        NaturalLanguage language,
        Map<List<String>, VectorMetric> metrics) {
    /** Those of a container that says nothing. */
    public static final SearchSettings DEFAULT = new SearchSettings(false, Map.of(), NaturalLanguage.ENGLISH, Map.of());

    public SearchSettings {
        languages = Map.copyOf(languages);
        metrics = Map.copyOf(metrics);
    }

    /** Returns the language of the texts to which these names lead. */
    public NaturalLanguage languageOf(List<String> path) {
        return languages.getOrDefault(path, language);
    }

    /** Returns the metric of a vector to which these names lead, if the container says one. */
    public Optional<VectorMetric> metricOf(List<String> path) {
        return Optional.ofNullable(metrics.get(path));
    }

    /** Returns what takes words of a language apart; as in the service, words that say nothing are left out of English alone. */
    public static TextAnalyzer analyzer(NaturalLanguage language) {
        return new TextAnalyzer(language, language != NaturalLanguage.ENGLISH);
    }
}
