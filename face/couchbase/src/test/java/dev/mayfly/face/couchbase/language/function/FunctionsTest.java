package dev.mayfly.face.couchbase.language.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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

class FunctionsTest {
    private static final long NOW = 1_767_323_045_678L;

    static Stream<FunctionRow> rows() {
        return FunctionRow.all().stream();
    }

    private static Value call(String name, Value... arguments) {
        Moment moment = new Moment(NOW, ZoneOffset.UTC, new Random(1), "Administrator");
        return Functions.resolve(name, arguments.length).evaluate(moment, arguments);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aCallGivesWhatTheServiceGives(FunctionRow row) {
        Value result = call(row.name(), row.arguments());
        assertEquals(row.expected(), result.isMissing() ? "MISSING" : Values.json(result), row.toString());
    }

    @Test
    void everyFunctionHasARow() {
        Set<Object> shown = new HashSet<>();
        rows().forEach(row -> shown.add(Functions.identity(row.name())));
        for (String name : Functions.names()) {
            assertTrue(shown.contains(Functions.identity(name)), name);
        }
    }

    @Test
    void noFunctionBreaksOnAnything() {
        List<Value> anything = List.of(
                Values.MISSING,
                Values.NULL,
                Values.TRUE,
                Values.of(0),
                Values.of(-1),
                Values.of(Long.MIN_VALUE),
                Values.of(Long.MAX_VALUE),
                Values.of(1.5),
                Values.of(Double.NaN),
                Values.EMPTY_STRING,
                Values.of("a"),
                Values.of("2024-02-30"),
                Values.of("day"),
                Values.EMPTY_ARRAY,
                Values.parse("[1,null,\"a\",[{}]]"),
                Values.parse("{\"a\":{\"b\":null}}"),
                Values.binary(new byte[] {1}));
        Random random = new Random(4);
        for (String name : Functions.names()) {
            for (int round = 0; round < 200; round++) {
                Value[] arguments = new Value[random.nextInt(5)];
                Arrays.setAll(arguments, _ -> anything.get(random.nextInt(anything.size())));
                callOrRefuse(name, arguments);
            }
        }
    }

    private static void callOrRefuse(String name, Value... arguments) {
        try {
            call(name, arguments);
        } catch (QueryException refused) {
            assertFalse(refused.text().isEmpty());
        } catch (RuntimeException broken) {
            throw new AssertionError(name + Values.array(List.of(arguments)), broken);
        }
    }

    @Test
    void whatIsMissingMakesMostThingsMissing() {
        assertSame(Values.MISSING, call("LOWER", Values.MISSING));
        assertSame(Values.MISSING, call("REPLACE", Values.of("a"), Values.NULL, Values.MISSING));
        assertSame(Values.NULL, call("LOWER", Values.NULL));
    }

    @Test
    void unknownFunctionsAndWrongCountsAreRefused() {
        assertEquals(
                QueryException.PARSE,
                assertThrows(QueryException.class, () -> Functions.resolve("NO_SUCH", 1))
                        .code());
        assertThrows(QueryException.class, () -> Functions.resolve("LOWER", 2));
        for (String name : Functions.unsupported()) {
            assertFalse(Functions.contains(name), name);
        }
    }

    @Test
    void whatMakesMuchOfLittleIsBounded() {
        Value many = Values.of(1_000_000_000);
        assertThrows(QueryException.class, () -> call("REPEAT", Values.of("abc"), many));
        assertThrows(QueryException.class, () -> call("ARRAY_REPEAT", Values.of("abc"), many));
        assertThrows(QueryException.class, () -> call("ARRAY_RANGE", Values.of(0), many));
        assertThrows(QueryException.class, () -> call("LPAD", Values.of("a"), many));
    }

    private static String aggregate(String name, boolean distinct, String json) {
        Aggregate aggregate = Aggregates.resolve(name, distinct).get();
        for (Value value : (ArrayValue) Values.parse(json)) {
            aggregate.add(value);
        }
        return Values.json(aggregate.result());
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
            assertThrows(QueryException.class, () -> Aggregates.resolve(name, false));
        }
    }
}
