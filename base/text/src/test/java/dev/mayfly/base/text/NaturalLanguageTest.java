package dev.mayfly.base.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class NaturalLanguageTest {
    @ParameterizedTest
    @CsvSource({
        "ENGLISH, running, run",
        "ENGLISH, coffee, coffe",
        "GERMAN, häuser, haus",
        "FRENCH, continuellement, continuel",
        "SPANISH, cheques, chequ",
        "RUSSIAN, вагонами, вагон",
        "TURKISH, kitaplar, kitap",
        "NONE, running, running"
    })
    void stemsAreThoseOfSnowball(NaturalLanguage language, String word, String stem) {
        assertEquals(stem, language.stemmer().stem(word));
    }

    @ParameterizedTest
    @CsvSource({"ENGLISH, the", "GERMAN, und", "FRENCH, les", "ROMANIAN, acea", "TURKISH, ve"})
    void wordsThatSayNothingAreKnown(NaturalLanguage language, String word) {
        assertTrue(language.isStopWord(word));
        assertFalse(NaturalLanguage.NONE.isStopWord(word));
    }

    /** A comment in a list of words is not one of them. */
    @ParameterizedTest
    @EnumSource
    void listsHaveWordsAlone(NaturalLanguage language) {
        assertFalse(language.isStopWord("|"));
        assertFalse(language.isStopWord("#"));
        assertFalse(language.isStopWord(""));
    }

    @Test
    void stemmerIsUsedAgain() {
        WordStemmer stemmer = NaturalLanguage.ENGLISH.stemmer();
        assertEquals("run", stemmer.stem("running"));
        assertEquals("shoe", stemmer.stem("shoes"));
    }
}
