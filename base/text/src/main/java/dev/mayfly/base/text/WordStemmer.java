package dev.mayfly.base.text;

import org.jspecify.annotations.Nullable;
import org.tartarus.snowball.SnowballStemmer;

/** Reduces words to their stems. Used by one thread at a time. */
public final class WordStemmer {
    private final @Nullable SnowballStemmer stemmer;

    WordStemmer(@Nullable SnowballStemmer stemmer) {
        this.stemmer = stemmer;
    }

    /** Returns the stem of a word, or the word itself where its language has none. */
    public String stem(String word) {
        if (stemmer == null) {
            return word;
        }
        stemmer.setCurrent(word);
        stemmer.stem();
        return stemmer.getCurrent();
    }
}
