package dev.mayfly.face.mongo.language.text;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A {@code $text} of one query. Which texts of a document count, only the index says that answers it: the search learns of
 * it when it is planned, and before that it can answer nothing.
 */
public final class TextSearch {
    private final TextRequest request;

    /** What is known once there is an index. */
    private volatile @Nullable Plan plan;

    private record Plan(TextIndex index, TextTerms terms) {}

    private TextSearch(TextRequest request) {
        this.request = request;
    }

    /** Reads the argument of {@code $text}. */
    public static TextSearch read(BsonValue argument) {
        TextRequest request = TextRequest.read(argument);
        if (!request.language().isEmpty()) {
            language(request.language(), 3);
        }
        return new TextSearch(request);
    }

    private static TextLanguage language(String name, int version) {
        TextLanguage language = TextLanguage.of(name, version);
        if (language == null) {
            throw badValue("unsupported language: \"" + name + "\" for text index version " + version);
        }
        return language;
    }

    /** Learns of the index that answers the search. */
    public void bind(TextIndex index) {
        TextLanguage language = request.language().isEmpty()
                ? index.language()
                : language(request.language(), index.language().version());
        plan = new Plan(index, TextTerms.of(request.search(), language, request.sensitivity()));
    }

    private Plan plan() {
        Plan known = plan;
        if (known == null) {
            throw new QueryException(27, "IndexNotFound", "text index required for $text query");
        }
        return known;
    }

    /** Returns the terms under which documents stand in the index that match, in order. */
    public Set<String> keys() {
        return plan().terms.keys();
    }

    public boolean matches(View document) {
        Plan known = plan();
        Findings findings = new Findings(known.terms, request.sensitivity());
        try {
            known.index.visit(document, (text, language, _) -> findings.look(text, language));
        } catch (TextIndex.UnknownLanguageException _) {
            return false;
        }
        return findings.match();
    }

    /** Collects what is found in the texts of one document. */
    private static final class Findings {
        private final TextTerms terms;
        private final TextLanguage.Sensitivity sensitivity;
        private final boolean[] phrases;
        private boolean hasWanted;
        private boolean hasUnwanted;

        Findings(TextTerms terms, TextLanguage.Sensitivity sensitivity) {
            this.terms = terms;
            this.sensitivity = sensitivity;
            this.phrases = new boolean[terms.phrases().size()];
        }

        void look(String text, TextLanguage language) {
            if (hasUnwanted) {
                return;
            }
            for (String term : language.terms(text, sensitivity, false)) {
                hasWanted |= terms.wanted().contains(term);
                hasUnwanted |= terms.unwanted().contains(term);
            }
            for (int at = 0; at < phrases.length; at++) {
                phrases[at] |= language.hasPhrase(text, terms.phrases().get(at), sensitivity);
            }
            for (String phrase : terms.unwantedPhrases()) {
                hasUnwanted |= language.hasPhrase(text, phrase, sensitivity);
            }
        }

        boolean match() {
            boolean hasPhrases = true;
            for (boolean found : phrases) {
                hasPhrases &= found;
            }
            return hasWanted && !hasUnwanted && hasPhrases;
        }
    }

    /** Returns how well a document answers the search. */
    public double score(View document) {
        Plan known = plan();
        Map<String, Double> scores = known.index.scoresOrNull(document);
        double score = 0;
        if (scores != null) {
            for (String key : known.terms.keys()) {
                score += scores.getOrDefault(key, 0.0);
            }
        }
        return score;
    }

    /** Returns the search as explain shows it. */
    public BsonDocument explain() {
        TextTerms terms = plan().terms;
        return new BsonDocument("terms", array(terms.wanted()))
                .append("negatedTerms", array(terms.unwanted()))
                .append("phrases", array(terms.phrases()))
                .append("negatedPhrases", array(terms.unwantedPhrases()));
    }

    private static BsonArray array(Collection<String> texts) {
        return new BsonArray(texts.stream().map(BsonString::new).toList());
    }
}
