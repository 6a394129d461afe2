package dev.mayfly.face.cosmos.language.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class SqlValueTest {
    static SqlValue json(String text) {
        return SqlValues.parse(text.getBytes(UTF_8));
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
            assertEquals(text, SqlValues.json(json(text)));
        }
        assertEquals(
                "[1.0]", SqlValues.json(SqlValues.array(List.of(json("[1.0]").element(0)))));
    }

    @Test
    void aComputedNumberIsWrittenShortAndWholeWhenItIs() {
        assertEquals("1", SqlValues.json(SqlValues.of(1.0)));
        assertEquals("0.1", SqlValues.json(SqlValues.of(0.1)));
        assertEquals("0.30000000000000004", SqlValues.json(SqlValues.of(0.1 + 0.2)));
        assertEquals("1e+21", SqlValues.json(SqlValues.of(1e21)));
        assertEquals("100000000000000000000", SqlValues.json(SqlValues.of(1e20)));
        assertEquals("-1.5e-7", SqlValues.json(SqlValues.of(-1.5e-7)));
        assertEquals("0.000001", SqlValues.json(SqlValues.of(1e-6)));
        assertEquals("2e-323", SqlValues.json(SqlValues.of(2e-323)));
        assertEquals("9223372036854775807", SqlValues.json(SqlValues.of(Long.MAX_VALUE)));
        assertEquals("0", SqlValues.json(SqlValues.of(-0.0)));
    }

    @Test
    void whatJsonHasNoNumberForIsWrittenAsAString() {
        assertEquals("\"NaN\"", SqlValues.json(SqlValues.of(Double.NaN)));
        assertEquals("\"-Infinity\"", SqlValues.json(SqlValues.of(Double.NEGATIVE_INFINITY)));
    }

    @Test
    void undefinedHasNoJsonAndIsLeftOutOfWhatHoldsIt() {
        assertThrows(IllegalStateException.class, () -> SqlValues.json(SqlValues.UNDEFINED));
        SequencedMap<String, SqlValue> properties = new LinkedHashMap<>();
        properties.put("a", SqlValues.UNDEFINED);
        assertEquals("{}", SqlValues.json(SqlValues.object(properties)));
        properties.put("b", SqlValues.array(List.of(SqlValues.UNDEFINED, SqlValues.NULL)));
        properties.put("c", SqlValues.TRUE);
        assertEquals("{\"b\":[null],\"c\":true}", SqlValues.json(SqlValues.object(properties)));
    }

    @Test
    void propertiesAndElementsThatAreNotThereAreUndefined() {
        SqlValue item = json("{\"a\":{\"b\":[1,2]},\"s\":\"x\"}");
        assertEquals(SqlValues.of(2), item.field("a").field("b").element(1));
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
        assertEquals(SqlValues.of("Ab"), json("\"A\\u0062\""));
        assertEquals(SqlValues.of("Ab").hashCode(), json("\"A\\u0062\"").hashCode());
    }

    private static void assertSame(String a, String b) {
        assertEquals(json(a), json(b));
        assertEquals(json(a).hashCode(), json(b).hashCode());
        assertEquals(0, SqlOrdering.compare(json(a), json(b)));
    }

    private static void assertDifferent(String a, String b) {
        assertNotEquals(json(a), json(b));
        assertNotEquals(0, SqlOrdering.compare(json(a), json(b)));
    }

    @Test
    void orderByKnowsOneOrderOfAllValues() {
        List<SqlValue> ordered = List.of(
                SqlValues.UNDEFINED,
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
                int order = Integer.signum(SqlOrdering.compare(ordered.get(i), ordered.get(k)));
                assertEquals(Integer.compare(i, k), order, ordered.get(i) + " and " + ordered.get(k));
            }
        }
    }

    @Test
    void valuesOfDifferentTypesAreUnequalButInNoOrder() {
        assertEquals(SqlValues.TRUE, SqlComparison.EQUAL.of(json("1"), json("1.0")));
        assertEquals(SqlValues.FALSE, SqlComparison.EQUAL.of(json("1"), json("\"1\"")));
        assertEquals(SqlValues.TRUE, SqlComparison.NOT_EQUAL.of(json("1"), json("null")));
        assertEquals(SqlValues.UNDEFINED, SqlComparison.NOT_EQUAL.of(json("1"), SqlValues.UNDEFINED));
        assertEquals(SqlValues.UNDEFINED, SqlComparison.EQUAL.of(SqlValues.UNDEFINED, SqlValues.UNDEFINED));
        assertEquals(SqlValues.TRUE, SqlComparison.EQUAL.of(json("null"), json("null")));
        assertEquals(SqlValues.TRUE, SqlComparison.EQUAL.of(json("{\"a\":[1]}"), json("{\"a\":[1.0]}")));
        assertEquals(SqlValues.TRUE, SqlComparison.LESS.of(json("\"a\""), json("\"b\"")));
        assertEquals(SqlValues.TRUE, SqlComparison.LESS.of(json("false"), json("true")));
        assertEquals(SqlValues.UNDEFINED, SqlComparison.LESS.of(json("[1]"), json("[2]")));
        assertEquals(SqlValues.FALSE, SqlComparison.GREATER_OR_EQUAL.of(SqlValues.of(Double.NaN), SqlValues.of(1)));
        assertFalse(SqlComparison.NOT_EQUAL.of(json("2"), json("2")).isTrue());
    }

    @Test
    void aValuePutIntoItselfTwiceAgainAndAgainIsRefused() {
        SqlValue array = json("1");
        SqlValue object = json("1");
        for (int level = 0; level < 20; level++) {
            array = SqlValues.array(List.of(array, array));
            SequencedMap<String, SqlValue> properties = new LinkedHashMap<>();
            properties.put("a", object);
            properties.put("b", object);
            object = SqlValues.object(properties);
        }
        List<SqlValue> parts = List.of(array, array, array, object, object, object);
        assertEquals(
                400,
                assertThrows(CosmosException.class, () -> SqlValues.array(parts))
                        .status());
    }
}
