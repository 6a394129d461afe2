package dev.mayfly.base.query.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CharacterSetTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a", "abc", "\0 \t", "ä€", "x\ud83d\ude00", "\ud83d", "\ude00\ud83d"})
    void membersAreThoseThatASearchOfTheTextFinds(String text) {
        CharacterSet set = new CharacterSet(text);
        String asked = "\0 \tabcdxä€\ud83d\ude00\ude01";
        asked.chars().forEach(c -> assertEquals(text.indexOf(c) >= 0, set.contains(c), () -> text + ", " + c));
        asked.codePoints().forEach(c -> assertEquals(text.indexOf(c) >= 0, set.contains(c), () -> text + ", " + c));
    }
}
