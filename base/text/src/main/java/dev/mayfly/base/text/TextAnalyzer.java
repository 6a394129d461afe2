package dev.mayfly.base.text;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Splits texts of one language into words, by the borders of Unicode (UAX #29), and reduces these to their stems without
 * regard to case. Used by one thread at a time.
 */
public final class TextAnalyzer {
    private final NaturalLanguage language;
    private final boolean keepsStopWords;
    private final WordStemmer stemmer;

    /** @param keepsStopWords whether words that say nothing by themselves count as others do */
    public TextAnalyzer(NaturalLanguage language, boolean keepsStopWords) {
        this.language = language;
        this.keepsStopWords = keepsStopWords;
        this.stemmer = language.stemmer();
    }

    public StemmedText analyze(String text) {
        List<String> stems = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        int position = 0;
        try (StandardTokenizer words = new StandardTokenizer()) {
            words.setReader(new StringReader(text));
            CharTermAttribute word = words.addAttribute(CharTermAttribute.class);
            words.reset();
            while (words.incrementToken()) {
                String lower = word.toString().toLowerCase(Locale.ROOT);
                if (keepsStopWords || !language.isStopWord(lower)) {
                    stems.add(stemmer.stem(lower));
                    positions.add(position);
                }
                position++;
            }
            words.end();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new StemmedText(stems, positions);
    }
}
