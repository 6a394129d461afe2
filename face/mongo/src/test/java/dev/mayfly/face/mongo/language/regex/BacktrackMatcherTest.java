package dev.mayfly.face.mongo.language.regex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.run.OperationContext;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BacktrackMatcherTest {
    /** None of them is for the linear engine, and each would try more ways than there are atoms. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?=a)(a+)+$x",
                "(?=a)(a|aa)+y",
                "(?=a)(a|a?)+y",
                "^(a?){64}(a){64}(?=y)",
                "(?=a)(.*?,){11}P",
                "(\\w+)\\1+y",
                "(?:(?=(a*))\\1)*?(a*)*y"
            })
    void catastrophicPatternEndsAtItsLimit(String pattern) {
        String text = "a".repeat(50_000) + "!";
        try {
            assertFalse(Regex.compile(pattern, "").isFoundIn(text));
        } catch (QueryException limit) {
            assertEquals(51156, limit.code());
        }
    }

    @Test
    void deepLoopNeedsNoStackOfTheThread() {
        String text = "ab".repeat(100_000) + "c";
        assertTrue(Regex.compile("^(?=a)(a|b)*c$", "").isFoundIn(text));
    }

    @Test
    void stackHasABound() {
        String text = "ab".repeat(8_000_000);
        QueryException limit = assertThrows(
                QueryException.class, () -> Regex.compile("^(?=a)(a|b)*c$", "").isFoundIn(text));
        assertEquals(51156, limit.code());
    }

    @Test
    void timeLimitOfTheRequestCutsTheSearchShort() {
        AtomicLong nanos = new AtomicLong();
        OperationContext run = OperationContext.begin(
                BsonView.of(new byte[] {5, 0, 0, 0, 0}), nanos::incrementAndGet, false, RequestMemory.uncounted());
        run.limit(3);
        String text = "a".repeat(50_000);
        OperationContext.Ended ended = assertThrows(
                OperationContext.Ended.class,
                () -> run.during(() -> Regex.compile("(?=a)(a+)+y", "").isFoundIn(text)));
        assertEquals(OperationContext.Ended.OUT_OF_TIME, ended.code());
    }

    @Test
    void longTextWithoutMetacharactersIsFoundAtOnce() {
        String pattern = "c".repeat(32_761);
        assertTrue(Regex.compile(pattern, "").isFoundIn("c".repeat(100_000)));
        assertThrows(RegexFault.class, () -> Regex.compile(pattern + "c", ""));
    }

    @Test
    void matchesOfOneTextShareTheirSteps() {
        RegexSearch search = Regex.compile("(?=a)(a+)+y|a", "").searchIn("a".repeat(200));
        assertThrows(QueryException.class, () -> {
            for (int from = 0; from < 200; from++) {
                search.find(from);
            }
        });
    }
}
