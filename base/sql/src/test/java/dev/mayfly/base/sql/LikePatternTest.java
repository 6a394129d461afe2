package dev.mayfly.base.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.sql.LikePattern.CharacterSpan;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LikePatternTest {
    /** Reads the least language there is: percent, underscore, and the letters from a to b in capitals as a set. */
    private static LikePattern pattern(String text) {
        LikePattern.Builder parts = new LikePattern.Builder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '%' -> parts.anyText();
                case '_' -> parts.anyCharacter();
                case 'A' -> parts.oneOf(List.of(new CharacterSpan('a', 'b')), false);
                case 'N' -> parts.oneOf(List.of(new CharacterSpan('a', 'a')), true);
                default -> parts.character(c);
            }
        });
        return parts.build();
    }

    @Test
    void agreesWithRegularExpressions() {
        long seed = 23;
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            String text = word(random, "abc");
            String like = word(random, "abc%_AN");
            String regex = like.replace("%", ".*")
                    .replace("_", ".")
                    .replace("A", "[ab]")
                    .replace("N", "[^a]");
            assertEquals(
                    Pattern.matches("(?s)" + regex, text),
                    pattern(like).matches(text),
                    () -> "seed " + seed + ": '" + text + "' like '" + like + "'");
        }
    }

    private static String word(Random random, String alphabet) {
        StringBuilder word = new StringBuilder();
        for (int left = random.nextInt(7); left > 0; left--) {
            word.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return word.toString();
    }

    @Test
    void aPairOfSurrogatesIsOneCharacter() {
        assertTrue(pattern("_b").matches("\uD83D\uDE00b"));
        assertFalse(pattern("__b").matches("\uD83D\uDE00b"));
        assertTrue(pattern("N").matches("\uD83D\uDE00"));
    }

    @Test
    void thePrefixEndsAtTheFirstPartThatIsNoCharacter() {
        assertEquals("ab", pattern("ab%c").prefix());
        assertEquals("a", pattern("aA").prefix());
        assertEquals("", pattern("_a").prefix());
        assertTrue(pattern("ab").isLiteral());
        assertFalse(pattern("aA").isLiteral());
    }
}
