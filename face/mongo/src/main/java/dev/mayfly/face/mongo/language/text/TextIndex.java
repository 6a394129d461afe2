package dev.mayfly.face.mongo.language.text;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an index of texts looks at, and how much each field counts.
 *
 * @param weights of the fields by their paths
 * @param all whether every text of a document counts
 * @param languageField the field of a document, or of one in it, that names its language
 * @param before paths of the key's parts before the terms
 * @param after paths of those behind
 */
public record TextIndex(
        NavigableMap<String, Double> weights,
        boolean all,
        TextLanguage language,
        String languageField,
        List<FieldPath> before,
        List<FieldPath> after) {
    private static final double USUAL_WEIGHT = 1;

    public TextIndex {
        weights = Collections.unmodifiableNavigableMap(new TreeMap<>(weights));
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** A language that a document names, and that does not exist. */
    public static final class UnknownLanguageException extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean isText;

        UnknownLanguageException(String name, boolean isText) {
            super(name, null, false, false);
            this.isText = isText;
        }

        /** Returns the code with which MongoDB refuses the document. */
        public int code() {
            return isText ? 17262 : 17261;
        }

        public String reason() {
            return isText
                    ? "language override unsupported: " + getMessage()
                    : "found language override field in document with non-string type";
        }
    }

    /** Is given the texts of a document that count. */
    @FunctionalInterface
    interface TextVisitor {
        void visit(String text, TextLanguage language, double weight);
    }

    /** Visits the texts of a document. */
    void visit(View document, TextVisitor visitor) throws UnknownLanguageException {
        visit(document, "", false, languageOf(document, language), visitor);
    }

    private TextLanguage languageOf(View object, TextLanguage around) throws UnknownLanguageException {
        View named = object.type() == ValueType.OBJECT ? object.field(languageField) : null;
        if (named == null) {
            return around;
        }
        if (named.type() != ValueType.STRING) {
            throw new UnknownLanguageException("", false);
        }
        TextLanguage found = TextLanguage.of(named.stringValue(), language.version());
        if (found == null) {
            throw new UnknownLanguageException(named.stringValue(), true);
        }
        return found;
    }

    private void visit(View nested, String path, boolean isArray, TextLanguage current, TextVisitor visitor)
            throws UnknownLanguageException {
        for (View.Fields fields = nested.fields(); fields.next(); ) {
            String name = fields.name();
            if (all && name.equals(languageField)) {
                continue;
            }
            String at = path.isEmpty() ? name : isArray ? path : path + '.' + name;
            View value = fields.value();
            boolean isWeighed = weights.containsKey(at);
            boolean leadsOn = all || isWeighed || leadsToWeight(at);
            if (!leadsOn) {
                continue;
            }
            switch (value.type()) {
                case STRING -> {
                    if (isWeighed || all) {
                        visitor.visit(value.stringValue(), current, weights.getOrDefault(at, USUAL_WEIGHT));
                    }
                }
                case OBJECT -> {
                    if (!isWeighed || all) {
                        // The first version knows one language for a document.
                        TextLanguage inner = language.version() == 1 ? current : languageOf(value, current);
                        visit(value, at, false, inner, visitor);
                    }
                }
                case ARRAY -> {
                    if (!isArray || all) {
                        visit(value, at, true, current, visitor);
                    }
                }
                default -> {}
            }
        }
    }

    private boolean leadsToWeight(String path) {
        String next = weights.ceilingKey(path + '.');
        return next != null && next.startsWith(path + '.');
    }

    /** Returns how much each term counts in a document. */
    public Map<String, Double> scores(View document) throws UnknownLanguageException {
        Map<String, Double> scores = new HashMap<>();
        visit(document, (text, of, weight) -> addScores(text, of, weight, scores));
        return scores;
    }

    /** The count of a term in one text, and the sum in which each further time counts half as much. */
    private static final class TermCount {
        private double share = 1;
        private int count;
        private double sum;

        void add() {
            sum += share;
            share /= 2;
            count++;
        }
    }

    /*
     * A term counts more the more often it stands in a text, though each further time half as much, and the greater the
     * part of the text's terms that it is; a text that is nothing but the term counts a tenth more.
     */
    private static void addScores(String text, TextLanguage of, double weight, Map<String, Double> scores) {
        Map<String, TermCount> counts = new LinkedHashMap<>();
        List<String> terms = of.terms(text);
        for (String term : terms) {
            counts.computeIfAbsent(term, _ -> new TermCount()).add();
        }
        counts.forEach((term, count) -> {
            double part = 0.5 * count.count / terms.size() + 0.5;
            double whole = text.equalsIgnoreCase(term) ? 1.1 : 1;
            scores.merge(term, weight * count.sum * part * whole, Double::sum);
        });
    }

    /** Returns the scores, or null if the document names a language that does not exist. */
    @Nullable
    Map<String, Double> scoresOrNull(View document) {
        try {
            return scores(document);
        } catch (UnknownLanguageException _) {
            return null;
        }
    }
}
