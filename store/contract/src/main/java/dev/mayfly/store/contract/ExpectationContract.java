package dev.mayfly.store.contract;

import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.puts;
import static dev.mayfly.store.contract.StoreUnderTest.version;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Expectation.Absent;
import dev.mayfly.store.api.Expectation.Version;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A batch is written if what it expects holds, and otherwise leaves no trace. */
interface ExpectationContract extends StoreUnderTest {
    @Test
    default void absentHoldsWhereThereIsNothing() {
        assertEquals(Applied.INSTANCE, commit(puts("a"), new Absent(S, bytes("a"))));
        assertConflict(commit(puts("b"), new Absent(S, bytes("a"))), new Absent(S, bytes("a")));
        assertEquals(List.of("a"), keys());
        commit(new WriteBatch().delete(S, bytes("a")));
        assertEquals(Applied.INSTANCE, commit(puts("b"), new Absent(S, bytes("a"))));
    }

    @Test
    default void absentHoldsOfAValueInAnotherSpaceOrPartition() {
        commit(new WriteBatch().put(Space.INDEX, bytes("a"), bytes("")));
        commit(Q, puts("a"));
        assertEquals(Applied.INSTANCE, commit(puts("a"), new Absent(S, bytes("a"))));
    }

    @Test
    default void absentFailsForAnEmptyValue() {
        commit(new WriteBatch().put(S, bytes("a"), bytes("")));
        assertConflict(commit(puts("b"), new Absent(S, bytes("a"))), new Absent(S, bytes("a")));
    }

    @Test
    default void versionHoldsForTheFirstEightBytes() {
        for (long version : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x0102030405060708L}) {
            commit(new WriteBatch().put(S, bytes("a"), version(version)));
            assertEquals(Applied.INSTANCE, commit(new WriteBatch(), new Version(S, bytes("a"), version)));
            Version other = new Version(S, bytes("a"), version ^ 1);
            assertConflict(commit(puts("b"), other), other);
        }
        assertEquals(List.of("a"), keys());
    }

    @Test
    default void versionFailsWhereThereIsNoneToRead() {
        commit(new WriteBatch().put(S, bytes("short"), new byte[7]).put(S, bytes("exact"), new byte[8]));
        assertConflict(commit(puts("b"), new Version(S, bytes("missing"), 0)), new Version(S, bytes("missing"), 0));
        assertConflict(commit(puts("b"), new Version(S, bytes("short"), 0)), new Version(S, bytes("short"), 0));
        assertEquals(Applied.INSTANCE, commit(puts("b"), new Version(S, bytes("exact"), 0)));
    }

    @Test
    default void aConflictNamesEveryExpectationThatFailed() {
        commit(new WriteBatch().put(S, bytes("a"), version(1)).put(S, bytes("b"), version(2)));
        CommitOutcome outcome = commit(
                puts("c").delete(S, bytes("a")).deleteRange(S, StoreUnderTest.range("b", "bz")),
                new Version(S, bytes("a"), 1),
                new Version(S, bytes("b"), 1),
                new Absent(S, bytes("c")),
                new Absent(S, bytes("a")));
        assertConflict(outcome, new Version(S, bytes("b"), 1), new Absent(S, bytes("a")));
        assertEquals(List.of("a", "b"), keys());
    }

    @Test
    default void expectationsAreCheckedBeforeTheBatch() {
        WriteBatch batch =
                new WriteBatch().put(S, bytes("a"), version(2)).deleteRange(S, StoreUnderTest.range("b", "c"));
        commit(new WriteBatch().put(S, bytes("b"), version(1)));
        assertEquals(Applied.INSTANCE, commit(batch, new Absent(S, bytes("a")), new Version(S, bytes("b"), 1)));
        assertEquals(List.of("a"), keys());
    }

    @Test
    default void whatWasReadBeforeAMomentNeedNotBeReadAgain() {
        commit(new WriteBatch().put(S, bytes("a"), version(1)));
        long moment = store().moment(P);
        WriteBatch batch = puts("b").readSince(moment);
        assertEquals(Applied.INSTANCE, commit(batch, new Version(S, bytes("a"), 1), new Absent(S, bytes("b"))));
        assertEquals(List.of("a", "b"), keys());
    }

    @Test
    default void whatChangedAfterAMomentIsSeen() {
        List<WriteBatch> changes = List.of(
                new WriteBatch().put(S, bytes("a"), version(2)),
                new WriteBatch().delete(S, bytes("a")),
                new WriteBatch().deleteRange(S, StoreUnderTest.range("0", "b")));
        for (WriteBatch change : changes) {
            commit(new WriteBatch().put(S, bytes("a"), version(1)));
            long moment = store().moment(P);
            commit(change);
            Version expected = new Version(S, bytes("a"), 1);
            assertConflict(commit(puts("c").readSince(moment), expected), expected);
        }
        long moment = store().moment(P);
        commit(puts("a"));
        Absent absent = new Absent(S, bytes("a"));
        assertConflict(commit(puts("c").readSince(moment), absent), absent);
        assertEquals(List.of("a"), keys());
    }

    @Test
    default void whatDoesNotHoldCanBeFoundBeforeTheCommit() {
        commit(new WriteBatch().put(S, bytes("a"), version(1)));
        Version stale = new Version(S, bytes("a"), 2);
        List<Expectation> unmet = store().unmet(P, List.of(stale, new Version(S, bytes("a"), 1)));
        assertEquals(store().moment(P) == 0 ? List.of() : List.of(stale), unmet);
    }

    @Test
    default void ofManyExpectationsExactlyThoseFailThatDoNotHold() {
        WriteBatch all = new WriteBatch();
        WriteBatch gone = new WriteBatch();
        for (int number = 0; number < 1000; number++) {
            all.put(S, bytes("key" + number), version(number));
            if (number % 7 == 0 || (number > 300 && number < 500)) {
                gone.delete(S, bytes("key" + number));
            }
        }
        commit(all);
        commit(gone);
        for (int stride : new int[] {1, 3, 389}) {
            List<Expectation> expected = new ArrayList<>();
            List<Expectation> wrong = new ArrayList<>();
            for (int count = 0; count < 1000; count += 2) {
                int number = count * stride % 1000;
                byte[] key = bytes("key" + number);
                boolean missing = number % 7 == 0 || (number > 300 && number < 500);
                boolean lie = number % 11 == 0;
                Expectation one = missing == lie ? new Version(S, key, number) : new Absent(S, key);
                expected.add(one);
                if (lie) {
                    wrong.add(one);
                }
            }
            assertConflict(
                    commit(new WriteBatch().put(S, bytes("z"), bytes("")), expected.toArray(new Expectation[0])),
                    wrong.toArray(new Expectation[0]));
            expected.removeAll(wrong);
            assertEquals(
                    Applied.INSTANCE,
                    commit(new WriteBatch().delete(S, bytes("z")), expected.toArray(new Expectation[0])));
        }
    }

    private static void assertConflict(CommitOutcome outcome, Expectation... failed) {
        List<String> named = outcome instanceof Conflict(var expectations)
                ? expectations.stream().map(ExpectationContract::describe).toList()
                : List.of(outcome.toString());
        assertEquals(List.of(failed).stream().map(ExpectationContract::describe).toList(), named);
    }

    private static String describe(Expectation expectation) {
        String of = expectation.space() + " " + StoreUnderTest.text(expectation.key());
        return switch (expectation) {
            case Absent _ -> "absent " + of;
            case Version(var _, var _, long version) -> "version " + version + " " + of;
        };
    }
}
