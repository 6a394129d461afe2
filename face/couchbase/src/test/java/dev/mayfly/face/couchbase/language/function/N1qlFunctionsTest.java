package dev.mayfly.face.couchbase.language.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.language.aggregate.Aggregate;
import dev.mayfly.face.couchbase.language.aggregate.Aggregates;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class N1qlFunctionsTest {
    private static final long NOW = 1_767_323_045_678L;

    static Stream<FunctionRow> rows() {
        return FunctionRow.all().stream();
    }

    private static N1qlValue call(String name, N1qlValue... arguments) {
        StatementInstant moment = new StatementInstant(NOW, ZoneOffset.UTC, new Random(1), "Administrator");
        return N1qlFunctions.resolve(name, arguments.length).evaluate(moment, arguments);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aCallGivesWhatTheServiceGives(FunctionRow row) {
        N1qlValue result = call(row.name(), row.arguments());
        assertEquals(row.expected(), result.isMissing() ? "MISSING" : N1qlValues.json(result), row.toString());
    }

    @Test
    void everyFunctionHasARow() {
        Set<Object> shown = new HashSet<>();
        rows().forEach(row -> shown.add(N1qlFunctions.identity(row.name())));
        for (String name : N1qlFunctions.names()) {
            assertTrue(shown.contains(N1qlFunctions.identity(name)), name);
        }
    }

    @Test
    void noFunctionBreaksOnAnything() {
        List<N1qlValue> anything = List.of(
                N1qlValues.MISSING,
                N1qlValues.NULL,
                N1qlValues.TRUE,
                N1qlValues.of(0),
                N1qlValues.of(-1),
                N1qlValues.of(Long.MIN_VALUE),
                N1qlValues.of(Long.MAX_VALUE),
                N1qlValues.of(1.5),
                N1qlValues.of(Double.NaN),
                N1qlValues.EMPTY_STRING,
                N1qlValues.of("a"),
                N1qlValues.of("2024-02-30"),
                N1qlValues.of("day"),
                N1qlValues.EMPTY_ARRAY,
                N1qlValues.parse("[1,null,\"a\",[{}]]"),
                N1qlValues.parse("{\"a\":{\"b\":null}}"),
                N1qlValues.binary(new byte[] {1}));
        Random random = new Random(4);
        for (String name : N1qlFunctions.names()) {
            for (int round = 0; round < 200; round++) {
                N1qlValue[] arguments = new N1qlValue[random.nextInt(5)];
                Arrays.setAll(arguments, _ -> anything.get(random.nextInt(anything.size())));
                callOrRefuse(name, arguments);
            }
        }
    }

    private static void callOrRefuse(String name, N1qlValue... arguments) {
        try {
            call(name, arguments);
        } catch (N1qlException refused) {
            assertFalse(refused.text().isEmpty());
        } catch (RuntimeException broken) {
            throw new AssertionError(name + N1qlValues.array(List.of(arguments)), broken);
        }
    }

    @Test
    void whatIsMissingMakesMostThingsMissing() {
        assertSame(N1qlValues.MISSING, call("LOWER", N1qlValues.MISSING));
        assertSame(N1qlValues.MISSING, call("REPLACE", N1qlValues.of("a"), N1qlValues.NULL, N1qlValues.MISSING));
        assertSame(N1qlValues.NULL, call("LOWER", N1qlValues.NULL));
    }

    @Test
    void unknownFunctionsAndWrongCountsAreRefused() {
        assertEquals(
                N1qlException.PARSE,
                assertThrows(N1qlException.class, () -> N1qlFunctions.resolve("NO_SUCH", 1))
                        .code());
        assertThrows(N1qlException.class, () -> N1qlFunctions.resolve("LOWER", 2));
        for (String name : N1qlFunctions.unsupported()) {
            assertFalse(N1qlFunctions.contains(name), name);
        }
    }

    @Test
    void whatMakesMuchOfLittleIsBounded() {
        N1qlValue many = N1qlValues.of(1_000_000_000);
        assertThrows(N1qlException.class, () -> call("REPEAT", N1qlValues.of("abc"), many));
        assertThrows(N1qlException.class, () -> call("ARRAY_REPEAT", N1qlValues.of("abc"), many));
        assertThrows(N1qlException.class, () -> call("ARRAY_RANGE", N1qlValues.of(0), many));
        assertThrows(N1qlException.class, () -> call("LPAD", N1qlValues.of("a"), many));
    }

    private static String aggregate(String name, boolean distinct, String json) {
        Aggregate aggregate = Aggregates.resolve(name, distinct).get();
        for (N1qlValue value : (N1qlArray) N1qlValues.parse(json)) {
            aggregate.add(value);
        }
        return N1qlValues.json(aggregate.result());
    }

    @Test
    void aggregatesSeeWhatIsKnown() {
        String some = "[3,1,null,\"a\",1,2]";
        assertEquals("[null,1,1,2,3,\"a\"]", aggregate("ARRAY_AGG", false, some));
        assertEquals("[null,1,2,3,\"a\"]", aggregate("ARRAY_AGG", true, some));
        assertEquals("1.75", aggregate("AVG", false, some));
        assertEquals("2", aggregate("MEAN", true, some));
        assertEquals("5", aggregate("COUNT", false, some));
        assertEquals("4", aggregate("COUNT", true, some));
        assertEquals("4", aggregate("COUNTN", false, some));
        assertEquals("\"a\"", aggregate("MAX", false, some));
        assertEquals("1", aggregate("MIN", false, some));
        assertEquals("7", aggregate("SUM", false, some));
        assertEquals("1.5", aggregate("MEDIAN", false, some));
        assertEquals("2", aggregate("STDDEV", false, "[1,3,5]"));
        assertEquals("1", aggregate("STDDEV_POP", false, "[1,3]"));
        assertEquals("2", aggregate("STDDEV_SAMP", false, "[1,3,5]"));
        assertEquals("4", aggregate("VARIANCE", false, "[1,3,5]"));
        assertEquals("4", aggregate("VARIANCE_SAMP", false, "[1,3,5]"));
        assertEquals("4", aggregate("VAR_SAMP", false, "[1,3,5]"));
        assertEquals("1", aggregate("VAR_POP", false, "[1,3]"));
        assertEquals("1", aggregate("VARIANCE_POP", false, "[1,3]"));
    }

    @Test
    void aggregatesOfNothingAreNullOrZero() {
        for (String name : Aggregates.names()) {
            String expected = name.startsWith("COUNT") ? "0" : "null";
            assertEquals(expected, aggregate(name, false, "[]"), name);
        }
        assertEquals("0", aggregate("VARIANCE", false, "[1]"));
        assertEquals("null", aggregate("VAR_SAMP", false, "[1]"));
        for (String name : WindowFunctions.names()) {
            assertThrows(N1qlException.class, () -> Aggregates.resolve(name, false));
        }
    }
}
