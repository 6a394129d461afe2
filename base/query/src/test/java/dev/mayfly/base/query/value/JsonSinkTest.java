package dev.mayfly.base.query.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class JsonSinkTest {
    private final JsonSink out = new JsonSink(Dialects.DIALECT, 0);

    @Test
    void aStringIsWrittenWithItsEscapesAndHalfAPairAsOne() {
        out.string("a\"\\\n\u0001é€😀\ud83d");
        assertEquals("\"a\\\"\\\\\\n\\u0001é€😀\\ud83d\"", out.toString());
    }

    @Test
    void aNumberThatJsonLacksIsAString() {
        out.number(Double.NEGATIVE_INFINITY);
        out.put(',');
        out.number(0.5);
        out.put(',');
        out.number(Long.MIN_VALUE);
        assertEquals("\"-Infinity\",0.5,-9223372036854775808", out.toString());
    }

    @Test
    void whatIsCutIsGone() {
        out.ascii("[1");
        int before = out.length();
        out.ascii(",22");
        out.cut(before);
        out.put(']');
        assertEquals("[1]", out.toString());
        assertThrows(IllegalArgumentException.class, () -> out.cut(4));
    }

    @Test
    void itGrowsUpToTheDialectsBound() {
        out.ascii("x".repeat(Dialects.BYTES_MAX));
        assertEquals(Dialects.BYTES_MAX, out.toByteArray().length);
        assertEquals(
                "bytes",
                assertThrows(Dialects.TooLarge.class, () -> out.put('x')).getMessage());
    }
}
