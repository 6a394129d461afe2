package dev.mayfly.base.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TextAnalyzerTest {
    private static StemmedText english(String text) {
        return new TextAnalyzer(NaturalLanguage.ENGLISH, false).analyze(text);
    }

    @Test
    void wordsAreStemsWithoutThoseThatSayNothing() {
        StemmedText text = english("The Runners, running; and SHOES!");
        assertEquals(List.of("runner", "run", "shoe"), text.stems());
        assertEquals(List.of(1, 2, 4), text.positions());
        assertEquals(
                List.of("the", "and"),
                new TextAnalyzer(NaturalLanguage.ENGLISH, true)
                        .analyze("the and")
                        .stems());
        assertEquals(0, english("").size());
    }

    @Test
    void phrasesFollowEachOtherAsTheyAreWritten() {
        StemmedText text = english("a red bicycle, red bicycles and a bicycle that is red");
        assertEquals(2, text.occurrencesOf(english("red bicycle")));
        assertEquals(1, text.occurrencesOf(english("bicycle red")));
        assertEquals(3, text.occurrencesOf(english("bicycles")));
        assertEquals(0, text.occurrencesOf(english("red the bicycle")));
        assertEquals(0, text.occurrencesOf(english("the")));
        assertEquals(0, english("red").occurrencesOf(english("red bicycle")));
    }

    @Test
    void otherScriptsAndLanguagesHaveWords() {
        assertEquals(
                List.of("haus", "gross"),
                new TextAnalyzer(NaturalLanguage.GERMAN, true)
                        .analyze("Häuser groß")
                        .stems());
        assertEquals(
                2, new TextAnalyzer(NaturalLanguage.NONE, true).analyze("日本").size());
        assertThrows(IllegalArgumentException.class, () -> new StemmedText(List.of("a"), List.of()));
    }
}
