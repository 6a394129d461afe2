package dev.mayfly.base.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuotedTextTest {
    @Test
    void quotesFallAway() {
        assertEquals("", QuotedText.of("''"));
        assertEquals("a\"b", QuotedText.of("'a\"b'"));
        assertEquals("a'b", QuotedText.of("`a'b`"));
    }

    @Test
    void theOwnQuoteMayBeDoubled() {
        assertEquals("it's", QuotedText.of("'it''s'"));
        assertEquals("'", QuotedText.of("''''"));
    }

    @Test
    void escapesOfJsonAreResolved() {
        assertEquals("\b\f\n\r\t/\\\"'`", QuotedText.of("'\\b\\f\\n\\r\\t\\/\\\\\\\"\\'\\`'"));
        assertEquals("\u00e9!", QuotedText.of("\"\\u00E9!\""));
    }

    @Test
    void anEscapeWithoutAMeaningIsRefused() {
        for (String quoted : List.of("'\\x'", "'\\u12'", "'\\u12g4'", "'\\uFF11234'".replace("FF1", "\uFF11"))) {
            assertThrows(IllegalArgumentException.class, () -> QuotedText.of(quoted), quoted);
        }
    }
}
