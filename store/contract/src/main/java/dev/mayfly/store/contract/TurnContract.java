package dev.mayfly.store.contract;

import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.puts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.CommitOutcome.OutOfTurn;
import dev.mayfly.store.api.Expectation.Absent;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.HeadRead;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Each batch is the next turn of its partition, and one that stands on an earlier turn leaves no trace. */
interface TurnContract extends StoreUnderTest {
    private boolean keepsTurns() {
        return store().capabilities().contains(Capability.TURNS);
    }

    private Turn turn() {
        return store().head(P).turn();
    }

    private static WriteBatch standing(Turn turn, String key) {
        return puts(key).standOn(turn, turn.schema());
    }

    private static OutOfTurn outOfTurn(Turn last) {
        return new OutOfTurn(new Head(last, null));
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
        assertEquals(new Turn(1, 0), store().head(Q).turn());
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
        assertEquals(outOfTurn(new Turn(2, 0)), commit(late));
        assertEquals(outOfTurn(new Turn(2, 0)), commit(standing(Turn.NONE, "c")));
        assertEquals(List.of("a", "b"), keys());
        assertEquals(new Turn(2, 0), turn());
    }

    @Test
    default void theTurnIsLookedAtBeforeTheExpectations() {
        assumeTrue(keepsTurns());
        commit(puts("a"));
        Absent wrong = new Absent(S, bytes("a"));
        assertEquals(outOfTurn(new Turn(1, 0)), commit(standing(Turn.NONE, "b"), wrong));
        assertInstanceOf(Conflict.class, commit(standing(new Turn(1, 0), "b"), wrong));
        assertEquals(new Turn(1, 0), turn());
    }

    @Test
    default void aRaisedSchemaFencesThoseWhoDoNotKnowIt() {
        assumeTrue(keepsTurns());
        commit(puts("a"));
        assertEquals(Applied.INSTANCE, commit(new WriteBatch().standOn(new Turn(1, 0), 5)));
        assertEquals(new Turn(2, 5), turn());
        assertEquals(outOfTurn(new Turn(2, 5)), commit(standing(new Turn(2, 0), "b")));
        assertEquals(Applied.INSTANCE, commit(standing(new Turn(2, 5), "b")));
        commit(puts("c"));
        assertEquals(new Turn(4, 5), turn());
    }

    @Test
    default void whatABatchLeavesStandsBesideItsTurn() {
        assumeTrue(keepsTurns());
        assertEquals(Head.NONE, store().head(P));
        commit(standing(Turn.NONE, "a").leave(bytes("one")));
        Head left = new Head(new Turn(1, 0), bytes("one"));
        assertEquals(left, store().head(P));
        assertEquals(new OutOfTurn(left), commit(standing(Turn.NONE, "b").leave(bytes("two"))));
        assertEquals(left, store().head(P));
        commit(standing(new Turn(1, 0), "b").leave(new byte[0]));
        assertEquals(new Head(new Turn(2, 0), new byte[0]), store().head(P));
    }

    @Test
    default void whatABatchHasLeftIsGoneWithItsTurn() {
        assumeTrue(keepsTurns());
        commit(puts("a").leave(bytes("one")));
        commit(puts("b"));
        assertEquals(new Head(new Turn(2, 0), null), store().head(P));
        assertEquals(outOfTurn(new Turn(2, 0)), commit(standing(new Turn(1, 0), "c")));
        commit(standing(new Turn(2, 0), "c").leave(bytes("three")));
        assertEquals(new Head(new Turn(3, 0), bytes("three")), store().head(P));
    }

    @Test
    default void cellsOfSeveralSpacesAreReadWithTheHead() {
        assumeTrue(keepsTurns());
        List<Cell> cells = List.of(
                new Cell(Space.META, bytes("m")),
                new Cell(S, bytes("gone")),
                new Cell(S, bytes("a")),
                new Cell(S, bytes("")));
        HeadRead before = store().readAtHead(P, cells);
        assertEquals(Head.NONE, before.head());
        assertEquals(List.of("-", "-", "-", "-"), texts(before));
        commit(new WriteBatch()
                .put(S, bytes("a"), bytes("of a"))
                .put(S, bytes(""), bytes("of none"))
                .put(Space.META, bytes("m"), bytes("of m"))
                .leave(bytes("left")));
        HeadRead after = store().readAtHead(P, cells);
        assertEquals(new Head(new Turn(1, 0), bytes("left")), after.head());
        assertEquals(List.of("of m", "-", "of a", "of none"), texts(after));
        assertEquals(Head.NONE, store().readAtHead(Q, cells).head());
        assertEquals(after.head(), store().readAtHead(P, List.of()).head());
    }

    @Test
    default void manyLargeCellsAreReadWithTheHead() {
        assumeTrue(keepsTurns());
        List<Cell> cells = new ArrayList<>();
        List<String> sizes = new ArrayList<>();
        for (int number = 0; number < 30; number++) {
            Cell cell = new Cell(Space.DOCUMENT, bytes("large " + number));
            commit(new WriteBatch().put(cell.space(), cell.key(), new byte[100_000 + number]));
            cells.add(cell);
            sizes.add(Integer.toString(100_000 + number));
        }
        for (int round = 0; round < 2; round++) {
            HeadRead read = store().readAtHead(P, cells);
            assertEquals(new Turn(30, 0), read.head().turn());
            assertEquals(
                    sizes,
                    read.values().stream()
                            .map(value -> value == null ? "-" : Integer.toString(value.length))
                            .toList());
        }
    }

    private static List<String> texts(HeadRead read) {
        return read.values().stream()
                .map(value -> value == null ? "-" : new String(value, StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    default void turnsSurviveARestart() {
        assumeTrue(keepsTurns() && isPersistent());
        commit(puts("a"));
        commit(new WriteBatch().standOn(new Turn(1, 0), 3).leave(bytes("left")));
        reopen();
        assertEquals(new Head(new Turn(2, 3), bytes("left")), store().head(P));
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
