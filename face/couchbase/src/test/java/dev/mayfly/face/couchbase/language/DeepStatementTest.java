package dev.mayfly.face.couchbase.language;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long and deep texts on a stack smaller than any that serves requests. */
class DeepStatementTest {
    private static final long STACK_BYTES = 512 << 10;

    private static N1qlStatement read(String text) {
        AtomicReference<@Nullable N1qlStatement> result = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(StatementReader.read(text)), "small stack", STACK_BYTES);
        thread.setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
        thread.start();
        assertDoesNotThrow(() -> thread.join());
        switch (failure.get()) {
            case N1qlException refusal -> throw refusal;
            case Throwable thrown -> throw new AssertionError(thrown);
            case null -> {}
        }
        return Objects.requireNonNull(result.get());
    }

    private static String nested(String open, String inside, String close, int depth) {
        return "SELECT " + open.repeat(depth) + inside + close.repeat(depth);
    }

    @ParameterizedTest
    @ValueSource(strings = {"( )", "[ ]", "ABS( )", "{\"a\": }", "CASE WHEN true THEN  END", "(SELECT )", "a[ ]"})
    void whatIsNestedWithinTheBoundIsReadAndBeyondItRefused(String brackets) {
        int middle = brackets.lastIndexOf(' ');
        String open = brackets.substring(0, middle) + " ";
        String close = brackets.substring(middle);
        assertDoesNotThrow(() -> read(nested(open, "1", close, StatementText.DEPTH_MAX / 2)));
        assertRefused(nested(open, "1", close, StatementText.DEPTH_MAX + 1));
        assertRefused(nested(open, "1", close, 20_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NOT ", "- ", "EXISTS ", "a + ", "a || ", "a * "})
    void longChainsOfOperatorsAreRefused(String operator) {
        assertDoesNotThrow(() -> read("SELECT " + operator.repeat(200) + "a"));
        assertRefused("SELECT " + operator.repeat(50_000) + "a");
    }

    @Test
    void chainsOfConditionsMayBeLong() {
        String terms = String.join(" OR ", Collections.nCopies(10_000, "a = 1"));
        assertDoesNotThrow(() -> read("SELECT 1 FROM b WHERE " + terms));
    }

    @Test
    void wordsThatCloseNothingHideNoDepth() {
        assertRefused("UPDATE b SET a = " + "( END ".repeat(20_000));
        assertRefused("SELECT NULLS FIRST " + "(".repeat(20_000));
    }

    @Test
    void aStatementOfTooManyWordsIsRefused() {
        N1qlException refusal =
                assertThrows(N1qlException.class, () -> read("SELECT " + "1,".repeat(StatementText.TOKENS_MAX)));
        assertTrue(refusal.text().contains("words"), refusal.text());
    }

    private static void assertRefused(String text) {
        N1qlException refusal = assertThrows(N1qlException.class, () -> read(text));
        assertEquals(N1qlException.PARSE, refusal.code());
    }
}
