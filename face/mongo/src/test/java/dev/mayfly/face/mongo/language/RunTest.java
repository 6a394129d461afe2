package dev.mayfly.face.mongo.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.catalog.CatalogCodec;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** A command knows when it has to end, and counts what it costs. */
final class RunTest {
    private static final long MILLISECOND = Duration.ofMillis(1).toNanos();

    private final VirtualClock clock = new VirtualClock(0);
    private final BsonView command = BsonView.of(CatalogCodec.encode(BsonDocument.parse("{find: 'c'}")));

    private Run begin(boolean keepsStatements) {
        return Run.begin(command, clock::tickNanos, keepsStatements);
    }

    @Test
    void whatIsKilledEndsAndWhatIsNotGoesOn() {
        Run run = begin(false);
        run.during(() -> {
            Run.current().check();
            run.kill(Run.Reason.KILLED);
            return assertEnds(Run.Ended.INTERRUPTED, "operation was interrupted", Run.current());
        });
        Run.current().check();
    }

    private static Run assertEnds(int code, String text, Run run) {
        Run.Ended ended = assertThrows(Run.Ended.class, run::check);
        assertEquals(code, ended.code());
        assertEquals(text, ended.getMessage());
        return run;
    }

    @Test
    void timeIsOverAtItsEnd() {
        Run run = begin(false);
        run.limit(5 * MILLISECOND);
        clock.advance(Duration.ofMillis(4));
        run.check();
        clock.advance(Duration.ofMillis(1));
        assertEnds(Run.Ended.OUT_OF_TIME, "operation exceeded time limit", run);
    }

    @Test
    void cursorGoesOnWithTheTimeThatIsLeftAndWaitingCostsNothing() {
        Run first = begin(false);
        first.limit(5 * MILLISECOND);
        clock.advance(Duration.ofMillis(3));
        Run.Rest rest = first.rest();
        clock.advance(Duration.ofHours(1));
        Run second = begin(false);
        second.goOn(rest);
        assertSame(command, second.origin());
        clock.advance(Duration.ofMillis(1));
        second.check();
        assertEquals(MILLISECOND, second.rest().nanos());
        clock.advance(Duration.ofMillis(1));
        assertEnds(Run.Ended.OUT_OF_TIME, "operation exceeded time limit", second);
        assertEquals(0, second.rest().nanos());
    }

    @Test
    void whatHasNoLimitLeavesNone() {
        Run second = begin(false);
        second.goOn(begin(false).rest());
        clock.advance(Duration.ofDays(365));
        second.check();
    }

    @Test
    void longCommandIsNotKeptWithItsCursor() {
        byte[] longOne = CatalogCodec.encode(new BsonDocument("find", new BsonString("c".repeat(20_000))));
        assertNull(
                Run.begin(BsonView.of(longOne), clock::tickNanos, false).rest().command());
    }

    @Test
    void statementsAreCountedEachForItself() {
        Run run = begin(true);
        run.statement(0, () -> counted(run, 2));
        run.statement(1, () -> counted(run, 3));
        assertEquals(
                List.of(2L, 3L),
                run.statements().stream().map(Tally::documentsExamined).toList());
        assertEquals(
                List.of(2 * MILLISECOND, 3 * MILLISECOND),
                run.statements().stream().map(Tally::nanos).toList());
        assertEquals(List.of(), begin(false).statements());
    }

    private boolean counted(Run run, int documents) {
        clock.advance(Duration.ofMillis(documents));
        run.tally().examined(0, documents);
        return true;
    }

    @Test
    void waitingIsToldApart() {
        Run run = begin(false);
        run.waited(2);
        run.waited(3);
        assertEquals(5, run.waitedNanos());
    }

    @Test
    void nobodyCountsWhatIsNotWatched() {
        Run unwatched = Run.current();
        unwatched.tally().examined(1, 1);
        unwatched.tally().planned(() -> "COLLSCAN");
        unwatched.limit(0);
        unwatched.kill(Run.Reason.KILLED);
        unwatched.waited(1);
        assertEquals(0, unwatched.waitedNanos());
        unwatched.check();
        assertFalse(unwatched.isWatched());
        assertEquals(0, unwatched.tally().keysExamined());
        assertEquals("", unwatched.tally().planSummary());
    }
}
