package dev.mayfly.face.mongo.language.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.RequestMemory;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** A command knows when it has to end, and counts what it costs. */
final class OperationContextTest {
    private static final long MILLISECOND = Duration.ofMillis(1).toNanos();

    private final VirtualClock clock = new VirtualClock(0);
    private final BsonView command = BsonView.of(BsonEncoding.encode(BsonDocument.parse("{find: 'c'}")));

    private OperationContext begin(boolean keepsStatements) {
        return OperationContext.begin(command, clock::tickNanos, keepsStatements, RequestMemory.uncounted());
    }

    @Test
    void whatIsKilledEndsAndWhatIsNotGoesOn() {
        OperationContext run = begin(false);
        run.during(() -> {
            OperationContext.current().check();
            run.kill(OperationContext.Reason.KILLED);
            return assertEnds(
                    OperationContext.Ended.INTERRUPTED, "operation was interrupted", OperationContext.current());
        });
        OperationContext.current().check();
    }

    private static OperationContext assertEnds(int code, String text, OperationContext run) {
        OperationContext.Ended ended = assertThrows(OperationContext.Ended.class, run::check);
        assertEquals(code, ended.code());
        assertEquals(text, ended.getMessage());
        return run;
    }

    @Test
    void timeIsOverAtItsEnd() {
        OperationContext run = begin(false);
        run.limit(5 * MILLISECOND);
        clock.advance(Duration.ofMillis(4));
        run.check();
        clock.advance(Duration.ofMillis(1));
        assertEnds(OperationContext.Ended.OUT_OF_TIME, "operation exceeded time limit", run);
    }

    @Test
    void cursorGoesOnWithTheTimeThatIsLeftAndWaitingCostsNothing() {
        OperationContext first = begin(false);
        first.limit(5 * MILLISECOND);
        clock.advance(Duration.ofMillis(3));
        OperationContext.Rest rest = first.rest();
        clock.advance(Duration.ofHours(1));
        OperationContext second = begin(false);
        second.goOn(rest);
        assertSame(command, second.origin());
        clock.advance(Duration.ofMillis(1));
        second.check();
        assertEquals(MILLISECOND, second.rest().nanos());
        clock.advance(Duration.ofMillis(1));
        assertEnds(OperationContext.Ended.OUT_OF_TIME, "operation exceeded time limit", second);
        assertEquals(0, second.rest().nanos());
    }

    @Test
    void whatHasNoLimitLeavesNone() {
        OperationContext second = begin(false);
        second.goOn(begin(false).rest());
        clock.advance(Duration.ofDays(365));
        second.check();
    }

    @Test
    void longCommandIsNotKeptWithItsCursor() {
        byte[] longOne = BsonEncoding.encode(new BsonDocument("find", new BsonString("c".repeat(20_000))));
        assertNull(OperationContext.begin(BsonView.of(longOne), clock::tickNanos, false, RequestMemory.uncounted())
                .rest()
                .command());
    }

    @Test
    void statementsAreCountedEachForItself() {
        OperationContext run = begin(true);
        run.statement(0, () -> counted(run, 2));
        run.statement(1, () -> counted(run, 3));
        assertEquals(
                List.of(2L, 3L),
                run.statements().stream().map(ExecutionStats::documentsExamined).toList());
        assertEquals(
                List.of(2 * MILLISECOND, 3 * MILLISECOND),
                run.statements().stream().map(ExecutionStats::nanos).toList());
        assertEquals(List.of(), begin(false).statements());
    }

    private boolean counted(OperationContext run, int documents) {
        clock.advance(Duration.ofMillis(documents));
        run.stats().examined(0, documents);
        return true;
    }

    @Test
    void waitingIsToldApart() {
        OperationContext run = begin(false);
        run.waited(2);
        run.waited(3);
        assertEquals(5, run.waitedNanos());
    }

    @Test
    void nobodyCountsWhatIsNotWatched() {
        OperationContext unwatched = OperationContext.current();
        unwatched.stats().examined(1, 1);
        unwatched.stats().planned(() -> "COLLSCAN");
        unwatched.limit(0);
        unwatched.kill(OperationContext.Reason.KILLED);
        unwatched.waited(1);
        assertEquals(0, unwatched.waitedNanos());
        unwatched.check();
        assertFalse(unwatched.isWatched());
        assertEquals(0, unwatched.stats().keysExamined());
        assertEquals("", unwatched.stats().planSummary());
    }
}
