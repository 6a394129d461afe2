package dev.mayfly.store.contract;

import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.puts;
import static dev.mayfly.store.contract.StoreUnderTest.range;
import static dev.mayfly.store.contract.StoreUnderTest.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store.PartitionBatch;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A batch does all it says, and nothing beside. */
interface CommitContract extends StoreUnderTest {
    @Test
    default void aBatchPutsReplacesAndDeletes() {
        commit(puts("a", "b"));
        WriteBatch batch = new WriteBatch()
                .put(S, bytes("a"), bytes("new"))
                .delete(S, bytes("b"))
                .delete(S, bytes("never there"))
                .put(Space.INDEX, bytes("a"), bytes("index"))
                .put(S, bytes("c"), bytes("c"));
        assertEquals(Applied.INSTANCE, commit(batch));
        assertEquals("new", get("a"));
        assertNull(get("b"));
        assertEquals(List.of("a", "c"), keys());
        assertEquals(List.of("a"), keys(P, Space.INDEX));
    }

    @Test
    default void anEmptyBatchIsApplied() {
        assertEquals(Applied.INSTANCE, commit(new WriteBatch()));
        assertEquals(Applied.INSTANCE, store().commit(P, new WriteBatch(), List.of(), Durability.SYNCED));
    }

    @Test
    default void everyDurabilityIsVisibleAtOnce() {
        for (Durability durability : Durability.values()) {
            assertEquals(Applied.INSTANCE, store().commit(P, puts(durability.name()), List.of(), durability));
            assertEquals("value of " + durability, get(durability.name()));
        }
        store().sync();
    }

    @Test
    default void aSyncThatIsBegunTellsItsEnd() {
        commit(puts("a"));
        CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();
        store().beginSync(ended::complete);
        assertNull(ended.join());
    }

    @Test
    default void aLargeBatchMayNameItsKeysInAnyOrder() {
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, 500).boxed().toList());
        Collections.shuffle(numbers, new Random(1));
        WriteBatch first = new WriteBatch();
        numbers.forEach(number -> first.put(S, bytes(threeDigits(number)), bytes("old"))
                .put(Space.INDEX, bytes(threeDigits(number)), bytes("")));
        assertEquals(Applied.INSTANCE, commit(first));
        WriteBatch second = new WriteBatch().deleteRange(Space.INDEX, range("100", "400"));
        for (int number : numbers) {
            if (number % 3 == 0) {
                second.delete(S, bytes(threeDigits(number)));
            } else {
                second.put(S, bytes(threeDigits(number)), bytes("new " + number));
            }
        }
        assertEquals(Applied.INSTANCE, commit(second));
        for (int number = 0; number < 500; number++) {
            assertEquals(number % 3 == 0 ? null : "new " + number, get(threeDigits(number)));
        }
        assertEquals(200, keys(P, Space.INDEX).size());
        assertEquals("400", keys(P, Space.INDEX).get(100));
    }

    private static String threeDigits(int number) {
        return Integer.toString(1000 + number).substring(1);
    }

    @Test
    default void aRangeDeleteIsHalfOpenAndStaysInItsSpaceAndPartition() {
        for (Partition partition : List.of(P, Q)) {
            commit(partition, puts("a", "b", "c", "d").put(Space.INDEX, bytes("b"), bytes("")));
        }
        commit(new WriteBatch().deleteRange(S, range("b", "d")));
        assertEquals(List.of("a", "d"), keys());
        assertNull(get("b"));
        assertEquals(List.of("b"), keys(P, Space.INDEX));
        assertEquals(List.of("a", "b", "c", "d"), keys(Q, S));
    }

    @Test
    default void aRangeDeleteMayReachToTheEnd() {
        for (int id : new int[] {0, 7, 8, -2, -1}) {
            Partition partition = new Partition(id);
            commit(partition, puts("", "a", "b", "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff"));
        }
        for (int id : new int[] {7, -1}) {
            Partition partition = new Partition(id);
            commit(partition, new WriteBatch().deleteRange(S, range("b", null)));
            assertEquals(List.of("", "a"), keys(partition, S));
            commit(partition, new WriteBatch().deleteRange(S, KeyRange.ALL));
            assertEquals(List.of(), keys(partition, S));
            commit(partition, new WriteBatch().deleteRange(S, KeyRange.ALL));
        }
        assertEquals(4, keys(new Partition(0), S).size());
        assertEquals(4, keys(new Partition(8), S).size());
        assertEquals(4, keys(new Partition(-2), S).size());
    }

    @Test
    default void anEmptyRangeDeletesNothing() {
        commit(puts("a", "b"));
        commit(new WriteBatch().deleteRange(S, range("b", "a")).deleteRange(S, range("a", "a")));
        assertEquals(List.of("a", "b"), keys());
    }

    @Test
    default void putsBesideARangeDeleteStay() {
        commit(puts("b", "c"));
        commit(puts("a", "d").deleteRange(S, range("b", "d")));
        assertEquals(List.of("a", "d"), keys());
    }

    @Test
    default void whatWasDeletedCanBePutAgain() {
        for (int round = 0; round < 3; round++) {
            commit(puts("a", "b", "c"));
            commit(new WriteBatch().delete(S, bytes("b")));
            commit(new WriteBatch().deleteRange(S, range("a", "b")));
            assertEquals(List.of("c"), keys());
        }
        commit(puts("b"));
        assertEquals(List.of("b", "c"), keys());
    }

    @Test
    default void aLargeBatchIsOneBatch() {
        WriteBatch batch = new WriteBatch();
        for (int i = 0; i < 20_000; i++) {
            batch.put(S, bytes("key%05d".formatted(i)), bytes("v"));
        }
        commit(batch);
        assertEquals(20_000, keys().size());
        commit(new WriteBatch().deleteRange(S, range("key00010", "key19990")));
        assertEquals(20, keys().size());
    }

    @Test
    default void commitAllWritesEveryPartition() {
        assumeTrue(store().capabilities().contains(Capability.COMMITS_ACROSS_PARTITIONS), "not declared");
        commit(puts("old"));
        List<PartitionBatch> batches = List.of(
                new PartitionBatch(P, puts("a").delete(S, bytes("old"))),
                new PartitionBatch(Q, puts("b")),
                new PartitionBatch(Partition.CATALOG, new WriteBatch().put(Space.META, bytes("m"), bytes("mark"))));
        assertEquals(Applied.INSTANCE, store().commitAll(batches, Durability.SYNCED));
        assertEquals(List.of("a"), keys());
        assertEquals(List.of("b"), keys(Q, S));
        assertEquals("mark", text(store().get(Partition.CATALOG, Space.META, bytes("m"))));
        assertEquals(Applied.INSTANCE, store().commitAll(List.of(), Durability.LOGGED));
    }

    @Test
    default void commitAllIsRefusedWhereItIsNotDeclared() {
        assumeFalse(store().capabilities().contains(Capability.COMMITS_ACROSS_PARTITIONS), "declared");
        assertThrows(UnsupportedOperationException.class, () -> store().commitAll(List.of(), Durability.LOGGED));
    }
}
