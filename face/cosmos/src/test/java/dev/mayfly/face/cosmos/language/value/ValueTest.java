package dev.mayfly.face.cosmos.language.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class ValueTest {
    static Value json(String text) {
        return Values.parse(text.getBytes(UTF_8));
    }

    @Test
    void aStoredValueIsWrittenAsItWasRead() {
        for (String text : List.of(
                "1.0",
                "12345678901234567890",
                "1e400",
                "-0",
                "\"\\u0041\"",
                "[1 , 2.50]",
                "{\"b\": 1, \"a\":null}",
                "true")) {
            assertEquals(text, Values.json(json(text)));
        }
        assertEquals("[1.0]", Values.json(Values.array(List.of(json("[1.0]").element(0)))));
    }

    @Test
    void aComputedNumberIsWrittenShortAndWholeWhenItIs() {
        assertEquals("1", Values.json(Values.of(1.0)));
        assertEquals("0.1", Values.json(Values.of(0.1)));
        assertEquals("0.30000000000000004", Values.json(Values.of(0.1 + 0.2)));
        assertEquals("1e+21", Values.json(Values.of(1e21)));
        assertEquals("100000000000000000000", Values.json(Values.of(1e20)));
        assertEquals("-1.5e-7", Values.json(Values.of(-1.5e-7)));
        assertEquals("0.000001", Values.json(Values.of(1e-6)));
        assertEquals("2e-323", Values.json(Values.of(2e-323)));
        assertEquals("9223372036854775807", Values.json(Values.of(Long.MAX_VALUE)));
        assertEquals("0", Values.json(Values.of(-0.0)));
    }

    @Test
    void whatJsonHasNoNumberForIsWrittenAsAString() {
        assertEquals("\"NaN\"", Values.json(Values.of(Double.NaN)));
        assertEquals("\"-Infinity\"", Values.json(Values.of(Double.NEGATIVE_INFINITY)));
    }

    @Test
    void undefinedHasNoJsonAndIsLeftOutOfWhatHoldsIt() {
        assertThrows(IllegalStateException.class, () -> Values.json(Values.UNDEFINED));
        SequencedMap<String, Value> properties = new LinkedHashMap<>();
        properties.put("a", Values.UNDEFINED);
        assertEquals("{}", Values.json(Values.object(properties)));
        properties.put("b", Values.array(List.of(Values.UNDEFINED, Values.NULL)));
        properties.put("c", Values.TRUE);
        assertEquals("{\"b\":[null],\"c\":true}", Values.json(Values.object(properties)));
    }

    @Test
    void propertiesAndElementsThatAreNotThereAreUndefined() {
        Value item = json("{\"a\":{\"b\":[1,2]},\"s\":\"x\"}");
        assertEquals(Values.of(2), item.field("a").field("b").element(1));
        assertTrue(item.field("A").isUndefined());
        assertTrue(item.field("a").field("b").element(2).isUndefined());
        assertTrue(item.field("a").field("b").element(-1).isUndefined());
        assertTrue(item.field("s").field("length").isUndefined());
        assertTrue(item.element(0).isUndefined());
    }

    @Test
    void equalityIsOfWhatIsSaidAndTheHashAgrees() {
        assertSame("1.0", "1");
        assertSame("0", "-0.0");
        assertSame("\"\\u0041b\"", "\"Ab\"");
        assertSame("{\"a\":1,\"b\":[{}]}", "{ \"b\":[{}], \"a\":1e0 }");
        assertDifferent("1", "\"1\"");
        assertDifferent("{\"a\":1}", "{\"a\":1,\"b\":null}");
        assertDifferent("[1,2]", "[2,1]");
        assertDifferent("[1]", "[1,1]");
        assertEquals(Values.of("Ab"), json("\"A\\u0062\""));
        assertEquals(Values.of("Ab").hashCode(), json("\"A\\u0062\"").hashCode());
    }

    private static void assertSame(String a, String b) {
        assertEquals(json(a), json(b));
        assertEquals(json(a).hashCode(), json(b).hashCode());
        assertEquals(0, Ordering.compare(json(a), json(b)));
    }

    private static void assertDifferent(String a, String b) {
        assertNotEquals(json(a), json(b));
        assertNotEquals(0, Ordering.compare(json(a), json(b)));
    }

    @Test
    void orderByKnowsOneOrderOfAllValues() {
        List<Value> ordered = List.of(
                Values.UNDEFINED,
                json("null"),
                json("false"),
                json("true"),
                json("-1e300"),
                json("-1"),
                json("0.5"),
                json("12345678901234567890"),
                json("\"\""),
                json("\"A\""),
                json("\"Aa\""),
                json("\"a\""),
                json("\"\uffee\""),
                json("\"😀\""),
                json("[]"),
                json("[1]"),
                json("[1,0]"),
                json("[2]"),
                json("{}"),
                json("{\"a\":2}"),
                json("{\"b\":1}"));
        for (int i = 0; i < ordered.size(); i++) {
            for (int k = 0; k < ordered.size(); k++) {
                int order = Integer.signum(Ordering.compare(ordered.get(i), ordered.get(k)));
                assertEquals(Integer.compare(i, k), order, ordered.get(i) + " and " + ordered.get(k));
            }
        }
    }

    @Test
    void valuesOfDifferentTypesAreUnequalButInNoOrder() {
        assertEquals(Values.TRUE, Comparison.EQUAL.of(json("1"), json("1.0")));
        assertEquals(Values.FALSE, Comparison.EQUAL.of(json("1"), json("\"1\"")));
        assertEquals(Values.TRUE, Comparison.NOT_EQUAL.of(json("1"), json("null")));
        assertEquals(Values.UNDEFINED, Comparison.NOT_EQUAL.of(json("1"), Values.UNDEFINED));
        assertEquals(Values.UNDEFINED, Comparison.EQUAL.of(Values.UNDEFINED, Values.UNDEFINED));
        assertEquals(Values.TRUE, Comparison.EQUAL.of(json("null"), json("null")));
        assertEquals(Values.TRUE, Comparison.EQUAL.of(json("{\"a\":[1]}"), json("{\"a\":[1.0]}")));
        assertEquals(Values.TRUE, Comparison.LESS.of(json("\"a\""), json("\"b\"")));
        assertEquals(Values.TRUE, Comparison.LESS.of(json("false"), json("true")));
        assertEquals(Values.UNDEFINED, Comparison.LESS.of(json("[1]"), json("[2]")));
        assertEquals(Values.FALSE, Comparison.GREATER_OR_EQUAL.of(Values.of(Double.NaN), Values.of(1)));
        assertFalse(Comparison.NOT_EQUAL.of(json("2"), json("2")).isTrue());
    }

    @Test
    void aValuePutIntoItselfTwiceAgainAndAgainIsRefused() {
        Value array = json("1");
        Value object = json("1");
        for (int level = 0; level < 20; level++) {
            array = Values.array(List.of(array, array));
            SequencedMap<String, Value> properties = new LinkedHashMap<>();
            properties.put("a", object);
            properties.put("b", object);
            object = Values.object(properties);
        }
        List<Value> parts = List.of(array, array, array, object, object, object);
        assertEquals(
                400,
                assertThrows(CosmosException.class, () -> Values.array(parts)).status());
    }
}
