package dev.mayfly.face.couchbase.language.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @Test
    void valuesCollateByTypeThenByWhatTheySay() {
        List<Value> ascending = List.of(
                Values.MISSING,
                Values.NULL,
                Values.FALSE,
                Values.TRUE,
                Values.of(Double.NaN),
                Values.of(Double.NEGATIVE_INFINITY),
                parsed("-9223372036854775808"),
                parsed("-1.5"),
                parsed("0"),
                parsed("9007199254740992"),
                parsed("9007199254740993"),
                parsed("1e300"),
                Values.of(Double.POSITIVE_INFINITY),
                parsed("\"\""),
                parsed("\"A\""),
                parsed("\"a\""),
                parsed("\"ab\""),
                parsed("\"ä\""),
                parsed("\"😀\""),
                parsed("[]"),
                parsed("[null]"),
                parsed("[1,2]"),
                parsed("[2]"),
                parsed("{}"),
                parsed("{\"b\":1}"),
                parsed("{\"a\":2,\"b\":0}"),
                parsed("{\"a\":2,\"b\":1}"),
                Values.binary(new byte[] {1}));
        for (int i = 0; i < ascending.size(); i++) {
            for (int j = 0; j < ascending.size(); j++) {
                Value a = ascending.get(i);
                Value b = ascending.get(j);
                assertEquals(Integer.compare(i, j), Integer.signum(Ordering.compare(a, b)), a + " and " + b);
                assertEquals(i == j, a.equals(b), a + " and " + b);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0",
                "1e2",
                "12345678901234567890123",
                "-0",
                "[1.50,{\"a\" : 2.0}]",
                "\"\\u0041\"",
                "{\"b\":1,\"a\":2}"
            })
    void whatIsPassedThroughKeepsItsText(String json) {
        assertEquals(json, Values.json(parsed(json)));
    }

    @ParameterizedTest
    @CsvSource({
        "1,1",
        "-0.0,-0",
        "0.5,0.5",
        "1e20,100000000000000000000",
        "1e21,1e+21",
        "1.5e-7,1.5e-07",
        "1e300,1e+300",
        "9007199254740993,9007199254740992"
    })
    void aComputedNumberHasTheShortestText(double number, String text) {
        assertEquals(text, Values.json(Values.of(number)));
    }

    @Test
    void aNumberThatJsonLacksIsAString() {
        assertEquals("\"NaN\"", Values.json(Values.of(Double.NaN)));
        assertEquals("\"-Infinity\"", Values.json(Values.of(Double.NEGATIVE_INFINITY)));
    }

    @Test
    void equalNumbersHaveEqualHashes() {
        for (String[] twins : new String[][] {
            {"1", "1.0"}, {"100", "1e2"}, {"0", "-0"}, {"9223372036854775807", "9223372036854775807"}
        }) {
            assertEquals(parsed(twins[0]), parsed(twins[1]));
            assertEquals(parsed(twins[0]).hashCode(), parsed(twins[1]).hashCode());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1;1.0;true",
                "1;\"1\";false",
                "null;1;null",
                "[1,2];[1,2];true",
                "[1,2];[1];false",
                "[1,null];[1,null];null",
                "[2,null];[1,null];false",
                "{\"a\":1};{\"a\":1.0};true",
                "{\"a\":1};{\"b\":1};false",
                "{\"a\":null};{\"a\":1};null"
            })
    void equalityIsNullWhereSomethingIsUnknown(String a, String b, String result) {
        assertEquals(parsed(result), Comparison.EQUAL.of(parsed(a), parsed(b)));
    }

    @Test
    void comparisonsWithMissingAreMissing() {
        for (Comparison comparison : Comparison.values()) {
            assertSame(Values.MISSING, comparison.of(Values.MISSING, Values.NULL));
            assertSame(Values.NULL, comparison.of(Values.NULL, Values.of(1)));
        }
        assertSame(Values.TRUE, Comparison.LESS.of(Values.of(5), Values.of("1")));
        assertSame(Values.FALSE, Comparison.GREATER.of(Values.of(5), Values.of("1")));
    }

    @Test
    void whatIsEmptyOrZeroIsNotTrue() {
        for (String json : List.of("null", "false", "0", "-0.0", "\"\"", "[]", "{}")) {
            assertEquals(false, parsed(json).truth(), json);
        }
        for (String json : List.of("true", "1", "\"a\"", "[null]", "{\"a\":null}")) {
            assertTrue(parsed(json).truth(), json);
        }
        assertEquals(false, Values.of(Double.NaN).truth());
    }

    @Test
    void fieldsAndElementsOfOthersAreMissingAndOfNullNull() {
        assertSame(Values.MISSING, parsed("1").field("a"));
        assertSame(Values.NULL, Values.NULL.field("a"));
        assertSame(Values.MISSING, Values.MISSING.field("a"));
        assertEquals(Values.of(3), parsed("[1,2,3]").element(-1));
        assertSame(Values.MISSING, parsed("[1,2,3]").element(-4));
        assertEquals(Values.of(1), parsed("{\"a\":{\"b\":1}}").field("a").field("b"));
    }

    @Test
    void arithmeticStaysWholeWhileItIsExact() {
        Value most = Values.of(Long.MAX_VALUE);
        assertEquals("9223372036854776000", Values.json(Arithmetic.ADD.of(most, Values.of(1))));
        assertEquals("9223372036854775806", Values.json(Arithmetic.SUBTRACT.of(most, Values.of(1))));
        assertEquals("2.5", Values.json(Arithmetic.DIVIDE.of(Values.of(5), Values.of(2))));
        assertEquals("2", Values.json(Arithmetic.DIVIDE.of(Values.of(4), Values.of(2))));
        assertSame(Values.NULL, Arithmetic.DIVIDE.of(Values.of(4), Values.of(0)));
        assertSame(Values.NULL, Arithmetic.ADD.of(Values.of(4), Values.of("a")));
        assertSame(Values.MISSING, Arithmetic.ADD.of(Values.of("a"), Values.MISSING));
    }

    private static Value parsed(String json) {
        return Values.parse(json);
    }
}
