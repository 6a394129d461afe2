package dev.mayfly.face.cosmos.language;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long and deep texts on a stack smaller than any that serves requests. */
class DeepTextTest {
    private static final long STACK_BYTES = 512 << 10;
    private static final List<SqlValue> ITEMS = List.of(QueryInterpreter.value("{\"a\": 1, \"t\": [1]}"));

    private static <T> T onSmallStack(Supplier<T> work) {
        AtomicReference<@Nullable T> result = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(work.get()), "small stack", STACK_BYTES);
        thread.setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
        thread.start();
        assertDoesNotThrow(() -> thread.join());
        switch (failure.get()) {
            case CosmosException refusal -> throw refusal;
            case Throwable thrown -> throw new AssertionError(thrown);
            case null -> {}
        }
        return Objects.requireNonNull(result.get());
    }

    private static List<SqlValue> run(String text) {
        return onSmallStack(() -> QueryInterpreter.run(text, ITEMS, Map.of()));
    }

    /** Texts between opening brackets go as deep as they may. */
    @ParameterizedTest
    @ValueSource(strings = {"(1 + 1 + 1 + ", "(NOT - ~ ", "[c.a.b.c.d, ", "ABS(c.a * c.a - ", "(c.a = 1 AND c.b ?? "})
    void theDeepestTextThatIsTakenIsCarriedOut(String opening) {
        String closing = opening.startsWith("[") ? "]" : ")";
        String text = "SELECT VALUE [" + opening.repeat(99) + "c.a" + closing.repeat(99) + "] FROM c";
        assertEquals(1, run(text).size());
        String filtered =
                "SELECT c.id FROM c WHERE " + opening.repeat(99) + "c.a" + closing.repeat(99) + " = 'no' ORDER BY c.a";
        assertEquals(0, run(filtered).size());
    }

    @Test
    void queriesStandInQueriesAsDeepAsBracketsMay() {
        String text = "SELECT VALUE " + "(SELECT VALUE ".repeat(100) + "c.a" + ")".repeat(100) + " FROM c";
        assertEquals("[1]", run(text).toString());
    }

    @Test
    void groupsOfDeepKeysAreFound() {
        String key = "(c.a + ".repeat(90) + "1" + ")".repeat(90);
        assertEquals(
                "[91]", run("SELECT VALUE " + key + " FROM c GROUP BY " + key).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[",
                "{\"a\": ",
                "NOT ",
                "- ",
                "1 + ",
                "1 ? 1 : ",
                "'a' || ",
                "ABS(",
                "(SELECT VALUE ",
                "(1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + "
            })
    void deeperTextIsRefused(String opening) {
        String text = "SELECT VALUE " + opening.repeat(262_000 / opening.length());
        CosmosException refusal = assertThrows(CosmosException.class, () -> run(text));
        assertEquals(400, refusal.status());
    }

    @Test
    void wideTextIsCarriedOut() {
        String choices = "1, ".repeat(15_999) + "1";
        assertEquals(
                "[1]",
                run("SELECT VALUE c.a FROM c WHERE c.a IN (" + choices + ")").toString());
        String terms = "c.b = 1 OR ".repeat(10_000) + "c.a = 1";
        assertEquals("[1]", run("SELECT VALUE c.a FROM c WHERE " + terms).toString());
    }

    @Test
    void longTextIsRefused() {
        String text = "SELECT VALUE '" + "é".repeat(131_072) + "'";
        CosmosException refusal = assertThrows(CosmosException.class, () -> run(text));
        assertEquals(
                "Message: {\"Errors\":[\"The SQL query text exceeded the maximum limit of 262144 characters.\"]}",
                refusal.getMessage());
    }

    @Test
    void whatGrowsBeyondAllBoundsIsRefused() {
        String doubled = "c.a";
        for (int i = 0; i < 30; i++) {
            doubled = "(SELECT VALUE [s" + i + ", s" + i + "] FROM (SELECT VALUE " + doubled + ") AS s" + i + ")";
        }
        String text = "SELECT VALUE " + doubled + " = 1 FROM c";
        assertEquals(400, assertThrows(CosmosException.class, () -> run(text)).status());
        String joined = "SELECT VALUE LENGTH(" + "REPLICATE('y', 10000) || ".repeat(300) + "'') FROM c";
        assertEquals(400, assertThrows(CosmosException.class, () -> run(joined)).status());
    }

    @Test
    void joinsThatMultiplyBeyondAllBoundsAreRefused() {
        SqlValue item = QueryInterpreter.value("{\"t\": [" + "1, ".repeat(999) + "1]}");
        String text = "SELECT VALUE COUNT(1) FROM c JOIN t1 IN c.t JOIN t2 IN c.t JOIN t3 IN c.t";
        CosmosException refusal =
                assertThrows(CosmosException.class, () -> QueryInterpreter.run(text, List.of(item), Map.of()));
        assertEquals(400, refusal.status());
    }
}
