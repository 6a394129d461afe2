package dev.mayfly.face.couchbase.language.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class N1qlValuesTest {
    @Test
    void valuesCollateByTypeThenByWhatTheySay() {
        List<N1qlValue> ascending = List.of(
                N1qlValues.MISSING,
                N1qlValues.NULL,
                N1qlValues.FALSE,
                N1qlValues.TRUE,
                N1qlValues.of(Double.NaN),
                N1qlValues.of(Double.NEGATIVE_INFINITY),
                parsed("-9223372036854775808"),
                parsed("-1.5"),
                parsed("0"),
                parsed("9007199254740992"),
                parsed("9007199254740993"),
                parsed("1e300"),
                N1qlValues.of(Double.POSITIVE_INFINITY),
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
                N1qlValues.binary(new byte[] {1}));
        for (int i = 0; i < ascending.size(); i++) {
            for (int j = 0; j < ascending.size(); j++) {
                N1qlValue a = ascending.get(i);
                N1qlValue b = ascending.get(j);
                assertEquals(Integer.compare(i, j), Integer.signum(N1qlOrdering.compare(a, b)), a + " and " + b);
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
        assertEquals(json, N1qlValues.json(parsed(json)));
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
        assertEquals(text, N1qlValues.json(N1qlValues.of(number)));
    }

    @Test
    void aNumberThatJsonLacksIsAString() {
        assertEquals("\"NaN\"", N1qlValues.json(N1qlValues.of(Double.NaN)));
        assertEquals("\"-Infinity\"", N1qlValues.json(N1qlValues.of(Double.NEGATIVE_INFINITY)));
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
        assertEquals(parsed(result), N1qlComparison.EQUAL.of(parsed(a), parsed(b)));
    }

    @Test
    void comparisonsWithMissingAreMissing() {
        for (N1qlComparison comparison : N1qlComparison.values()) {
            assertSame(N1qlValues.MISSING, comparison.of(N1qlValues.MISSING, N1qlValues.NULL));
            assertSame(N1qlValues.NULL, comparison.of(N1qlValues.NULL, N1qlValues.of(1)));
        }
        assertSame(N1qlValues.TRUE, N1qlComparison.LESS.of(N1qlValues.of(5), N1qlValues.of("1")));
        assertSame(N1qlValues.FALSE, N1qlComparison.GREATER.of(N1qlValues.of(5), N1qlValues.of("1")));
    }

    @Test
    void whatIsEmptyOrZeroIsNotTrue() {
        for (String json : List.of("null", "false", "0", "-0.0", "\"\"", "[]", "{}")) {
            assertEquals(false, parsed(json).truth(), json);
        }
        for (String json : List.of("true", "1", "\"a\"", "[null]", "{\"a\":null}")) {
            assertTrue(parsed(json).truth(), json);
        }
        assertEquals(false, N1qlValues.of(Double.NaN).truth());
    }

    @Test
    void fieldsAndElementsOfOthersAreMissingAndOfNullNull() {
        assertSame(N1qlValues.MISSING, parsed("1").field("a"));
        assertSame(N1qlValues.NULL, N1qlValues.NULL.field("a"));
        assertSame(N1qlValues.MISSING, N1qlValues.MISSING.field("a"));
        assertEquals(N1qlValues.of(3), parsed("[1,2,3]").element(-1));
        assertSame(N1qlValues.MISSING, parsed("[1,2,3]").element(-4));
        assertEquals(N1qlValues.of(1), parsed("{\"a\":{\"b\":1}}").field("a").field("b"));
    }

    @Test
    void arithmeticStaysWholeWhileItIsExact() {
        N1qlValue most = N1qlValues.of(Long.MAX_VALUE);
        assertEquals("9223372036854776000", N1qlValues.json(N1qlArithmetic.ADD.of(most, N1qlValues.of(1))));
        assertEquals("9223372036854775806", N1qlValues.json(N1qlArithmetic.SUBTRACT.of(most, N1qlValues.of(1))));
        assertEquals("2.5", N1qlValues.json(N1qlArithmetic.DIVIDE.of(N1qlValues.of(5), N1qlValues.of(2))));
        assertEquals("2", N1qlValues.json(N1qlArithmetic.DIVIDE.of(N1qlValues.of(4), N1qlValues.of(2))));
        assertSame(N1qlValues.NULL, N1qlArithmetic.DIVIDE.of(N1qlValues.of(4), N1qlValues.of(0)));
        assertSame(N1qlValues.NULL, N1qlArithmetic.ADD.of(N1qlValues.of(4), N1qlValues.of("a")));
        assertSame(N1qlValues.MISSING, N1qlArithmetic.ADD.of(N1qlValues.of("a"), N1qlValues.MISSING));
    }

    /** Counts how often a request is asked whether it may go on. */
    private static final class CountingGuard extends RequestGuard {
        private int checks;

        CountingGuard() {
            super(RequestMemoryPool.unbounded().open());
        }

        @Override
        public void check() {
            checks++;
        }
    }

    @Test
    void readingALongTextCountsAsSteps() {
        byte[] text = ('"' + "a".repeat(1 << 20) + '"').getBytes(UTF_8);
        try (CountingGuard guard = new CountingGuard()) {
            guard.during(() -> N1qlValues.parse(text));
            assertTrue(guard.checks >= 1, "checks");
            N1qlValue object = guard.during(() -> parsed("{\"a\":" + new String(text, UTF_8) + "}"));
            int before = guard.checks;
            guard.during(() -> object.field("b"));
            assertTrue(guard.checks > before, "a field that there is not");
        }
    }

    private static N1qlValue parsed(String json) {
        return N1qlValues.parse(json);
    }
}
