package dev.mayfly.face.cosmos.language.rank;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.text.StemmedText;
import dev.mayfly.base.text.TextAnalyzer;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How well the text of an item answers some phrases, by BM25. All items that live in the container are shown to it before it
 * scores the first. Used by one thread.
 */
public final class TextScore implements ItemScore {
    /*
     * Okapi BM25 as Robertson and Zaragoza sum it up in "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). With N
     * items, n of which have the phrase, f the times that it stands in a text of w words, and W the mean number of words:
     *
     *     ln(1 + (N - n + 0.5) / (n + 0.5)) * f * (K + 1) / (f + K * (1 - B + B * w / W))
     */
    private static final double K = 1.2;
    private static final double B = 0.75;

    private final List<String> path;
    private final TextAnalyzer analyzer;
    private final List<StemmedText> phrases;
    private final long[] hits;
    private long items;
    private long words;

    /**
     * Creates a score of no statistics yet.
     *
     * @param path the names that lead to the text
     */
    public TextScore(List<String> path, TextAnalyzer analyzer, List<String> phrases) {
        this.path = List.copyOf(path);
        this.analyzer = analyzer;
        this.phrases = phrases.stream().map(analyzer::analyze).toList();
        this.hits = new long[this.phrases.size()];
    }

    private @Nullable StemmedText text(SqlValue item) {
        if (!(ItemScore.at(path, item) instanceof SqlString string)) {
            return null;
        }
        String text = string.stringValue();
        RequestGuard.current().stepsOf(text.length());
        return analyzer.analyze(text);
    }

    @Override
    public boolean needsAll() {
        return true;
    }

    @Override
    public void observe(SqlValue item) {
        items++;
        StemmedText text = text(item);
        if (text == null) {
            return;
        }
        words += text.size();
        for (int at = 0; at < hits.length; at++) {
            hits[at] += text.occurrencesOf(phrases.get(at)) > 0 ? 1 : 0;
        }
    }

    /** Returns the score of an item; 0 for one that has none of the phrases. */
    @Override
    public double of(SqlValue item) {
        StemmedText text = text(item);
        double score = 0;
        for (int at = 0; text != null && at < hits.length; at++) {
            int times = text.occurrencesOf(phrases.get(at));
            if (times > 0) {
                double rarity = Math.log1p((items - hits[at] + 0.5) / (hits[at] + 0.5));
                double length = 1 - B + B * text.size() * items / words;
                score += rarity * times * (K + 1) / (times + K * length);
            }
        }
        return score;
    }
}
