package dev.mayfly.base.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.jspecify.annotations.Nullable;
import org.tartarus.snowball.SnowballStemmer;
import org.tartarus.snowball.ext.DanishStemmer;
import org.tartarus.snowball.ext.DutchStemmer;
import org.tartarus.snowball.ext.EnglishStemmer;
import org.tartarus.snowball.ext.FinnishStemmer;
import org.tartarus.snowball.ext.FrenchStemmer;
import org.tartarus.snowball.ext.GermanStemmer;
import org.tartarus.snowball.ext.HungarianStemmer;
import org.tartarus.snowball.ext.ItalianStemmer;
import org.tartarus.snowball.ext.NorwegianStemmer;
import org.tartarus.snowball.ext.PortugueseStemmer;
import org.tartarus.snowball.ext.RomanianStemmer;
import org.tartarus.snowball.ext.RussianStemmer;
import org.tartarus.snowball.ext.SpanishStemmer;
import org.tartarus.snowball.ext.SwedishStemmer;
import org.tartarus.snowball.ext.TurkishStemmer;

/** A language whose words can be reduced to their stems. */
@SuppressWarnings("ImmutableEnumChecker") // The suppliers keep no state.
public enum NaturalLanguage {
    /** No language: words are taken as they are. */
    NONE("", null),
    DANISH("da", DanishStemmer::new),
    DUTCH("nl", DutchStemmer::new),
    ENGLISH("en", EnglishStemmer::new),
    FINNISH("fi", FinnishStemmer::new),
    FRENCH("fr", FrenchStemmer::new),
    GERMAN("de", GermanStemmer::new),
    HUNGARIAN("hu", HungarianStemmer::new),
    ITALIAN("it", ItalianStemmer::new),
    NORWEGIAN("nb", NorwegianStemmer::new),
    PORTUGUESE("pt", PortugueseStemmer::new),
    ROMANIAN("ro", RomanianStemmer::new),
    RUSSIAN("ru", RussianStemmer::new),
    SPANISH("es", SpanishStemmer::new),
    SWEDISH("sv", SwedishStemmer::new),
    TURKISH("tr", TurkishStemmer::new);

    private final String code;
    private final @Nullable Supplier<SnowballStemmer> stemmers;

    NaturalLanguage(String code, @Nullable Supplier<SnowballStemmer> stemmers) {
        this.code = code;
        this.stemmers = stemmers;
    }

    /** Holds the words of each language that say nothing, read when the first of them is asked for. */
    private static final class StopWords {
        static final Set<?>[] ALL = new Set<?>[values().length];

        static {
            for (NaturalLanguage language : values()) {
                ALL[language.ordinal()] = read(language);
            }
        }

        private static Set<String> read(NaturalLanguage language) {
            String resource = switch (language) {
                case NONE -> "";
                case ROMANIAN -> "/org/apache/lucene/analysis/ro/stopwords.txt";
                case TURKISH -> "/org/apache/lucene/analysis/tr/stopwords.txt";
                default -> "/org/apache/lucene/analysis/snowball/" + language.englishName() + "_stop.txt";
            };
            return resource.isEmpty() ? Set.of() : words(resource);
        }

        /** What follows a bar, or stands behind a hash at the start of a line, is a comment. */
        private static Set<String> words(String resource) {
            Set<String> words = new HashSet<>();
            try (InputStream bytes = SnowballFilter.class.getResourceAsStream(resource)) {
                if (bytes == null) {
                    throw new IllegalStateException("the analyzers have no " + resource);
                }
                BufferedReader lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    int end = line.startsWith("#") ? 0 : line.indexOf('|');
                    for (String word :
                            (end < 0 ? line : line.substring(0, end)).trim().split("\\s+", -1)) {
                        if (!word.isEmpty()) {
                            words.add(word);
                        }
                    }
                }
                return Set.copyOf(words);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    /** Returns the name of the language in English, in lower case. */
    public String englishName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the two letters that stand for the language; empty for none. */
    public String code() {
        return code;
    }

    /** Returns whether a word, in lower case, says nothing by itself. */
    public boolean isStopWord(String word) {
        return StopWords.ALL[ordinal()].contains(word);
    }

    /** Returns something that finds stems, for one thread. */
    public WordStemmer stemmer() {
        return new WordStemmer(stemmers == null ? null : stemmers.get());
    }
}
