package dev.mayfly.store.contract;

import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.puts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.CommitOutcome.OutOfTurn;
import dev.mayfly.store.api.Expectation.Absent;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Each batch is the next turn of its partition, and one that stands on an earlier turn leaves no trace. */
interface TurnContract extends StoreUnderTest {
    private boolean keepsTurns() {
        return store().capabilities().contains(Capability.TURNS);
    }

    private Turn turn() {
        return store().turn(P);
    }

    private static WriteBatch standing(Turn turn, String key) {
        return puts(key).standOn(turn, turn.schema());
    }

    @Test
    default void aStoreWithoutTurnsSaysSo() {
        assumeTrue(!keepsTurns());
        assertThrows(UnsupportedOperationException.class, this::turn);
    }

    @Test
    default void everyBatchMakesTheNextTurn() {
        assumeTrue(keepsTurns());
        assertEquals(Turn.NONE, turn());
        commit(puts("a"));
        assertEquals(new Turn(1, 0), turn());
        commit(new WriteBatch().delete(S, bytes("a")));
        commit(Q, puts("a"));
        assertEquals(new Turn(2, 0), turn());
        assertEquals(new Turn(1, 0), store().turn(Q));
    }

    @Test
    default void whatSettlesStaysAsItIs() {
        store().settle(P);
        commit(puts("a"));
        store().settle(P);
        assertEquals(List.of("a"), keys());
        assumeTrue(keepsTurns());
        assertEquals(new Turn(1, 0), turn());
    }

    @Test
    default void aBatchOnTheLastTurnIsWritten() {
        assumeTrue(keepsTurns());
        assertEquals(Applied.INSTANCE, commit(standing(Turn.NONE, "a")));
        assertEquals(Applied.INSTANCE, commit(standing(new Turn(1, 0), "b")));
        assertEquals(List.of("a", "b"), keys());
        assertEquals(new Turn(2, 0), turn());
    }

    @Test
    default void aBatchOnAnEarlierTurnLeavesNoTrace() {
        assumeTrue(keepsTurns());
        commit(puts("a"));
        commit(puts("b"));
        WriteBatch late = standing(new Turn(1, 0), "c").delete(S, bytes("a"));
        assertEquals(new OutOfTurn(new Turn(2, 0)), commit(late));
        assertEquals(new OutOfTurn(new Turn(2, 0)), commit(standing(Turn.NONE, "c")));
        assertEquals(List.of("a", "b"), keys());
        assertEquals(new Turn(2, 0), turn());
    }

    @Test
    default void theTurnIsLookedAtBeforeTheExpectations() {
        assumeTrue(keepsTurns());
        commit(puts("a"));
        Absent wrong = new Absent(S, bytes("a"));
        assertEquals(new OutOfTurn(new Turn(1, 0)), commit(standing(Turn.NONE, "b"), wrong));
        assertInstanceOf(Conflict.class, commit(standing(new Turn(1, 0), "b"), wrong));
        assertEquals(new Turn(1, 0), turn());
    }

    @Test
    default void aRaisedSchemaFencesThoseWhoDoNotKnowIt() {
        assumeTrue(keepsTurns());
        commit(puts("a"));
        assertEquals(Applied.INSTANCE, commit(new WriteBatch().standOn(new Turn(1, 0), 5)));
        assertEquals(new Turn(2, 5), turn());
        assertEquals(new OutOfTurn(new Turn(2, 5)), commit(standing(new Turn(2, 0), "b")));
        assertEquals(Applied.INSTANCE, commit(standing(new Turn(2, 5), "b")));
        commit(puts("c"));
        assertEquals(new Turn(4, 5), turn());
    }

    @Test
    default void turnsSurviveARestart() {
        assumeTrue(keepsTurns() && isPersistent());
        commit(puts("a"));
        commit(new WriteBatch().standOn(new Turn(1, 0), 3));
        reopen();
        assertEquals(new Turn(2, 3), turn());
    }

    @Test
    default void ofWritersOnOneTurnOneWins() {
        assumeTrue(keepsTurns());
        AtomicInteger won = new AtomicInteger();
        for (int round = 0; round < 20; round++) {
            Turn last = turn();
            int number = round;
            Crew.work(4, writer -> {
                WriteBatch batch = standing(last, number + " " + writer);
                return commit(batch).equals(Applied.INSTANCE) ? won.incrementAndGet() : 0;
            });
            assertEquals(round + 1, won.get());
            assertEquals(last.next(), turn());
        }
        assertEquals(20, keys().size());
    }
}
