package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.base.text.TextAnalyzer;
import java.util.List;
import java.util.Map;

/**
 * What a container says about the values in its items.
 *
 * @param isPlanar whether places lie on the plane, not on the sphere
 * @param languages those of texts by the names that lead to them
 * @param language that of all other texts
 */
public record SearchSettings(boolean isPlanar, Map<List<String>, NaturalLanguage> languages, NaturalLanguage language) {
    /** Those of a container that says nothing. */
    public static final SearchSettings DEFAULT = new SearchSettings(false, Map.of(), NaturalLanguage.ENGLISH);

    public SearchSettings {
        languages = Map.copyOf(languages);
    }

    /** Returns the language of the texts to which these names lead. */
    public NaturalLanguage languageOf(List<String> path) {
        return languages.getOrDefault(path, language);
    }

    /** Returns what takes words of a language apart; as in the service, words that say nothing are left out of English alone. */
    public static TextAnalyzer analyzer(NaturalLanguage language) {
        return new TextAnalyzer(language, language != NaturalLanguage.ENGLISH);
    }
}
