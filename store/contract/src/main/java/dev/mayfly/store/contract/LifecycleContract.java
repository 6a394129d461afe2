package dev.mayfly.store.contract;

import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.puts;
import static dev.mayfly.store.contract.StoreUnderTest.range;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Compaction changes nothing that can be read; closing waits for running reads and refuses later ones. */
interface LifecycleContract extends StoreUnderTest {
    @Test
    default void compactionKeepsWhatIsThere() {
        for (int i = 0; i < 1_000; i++) {
            commit(puts("key%04d".formatted(i)).put(Space.INDEX, bytes("index%04d".formatted(i)), bytes("")));
        }
        commit(new WriteBatch().deleteRange(S, range("key0100", "key0900")));
        List<String> before = keys();
        store().compact();
        assertEquals(before, keys());
        assertEquals(1_000, keys(P, Space.INDEX).size());
    }

    @Test
    default void aStoreThatWasCompactedOwesNothing() {
        for (int i = 0; i < 100; i++) {
            commit(puts("key%04d".formatted(i)));
        }
        store().compact();
        assertEquals(0, store().compactionDebtBytes().orElse(0));
    }

    @Test
    default void usedBytesFollowsWhatIsStored() {
        assumeTrue(measuresAtOnce(), "an estimate");
        long empty = store().usedBytes();
        WriteBatch batch = new WriteBatch();
        for (int i = 0; i < 100; i++) {
            byte[] value = new byte[10_000];
            for (int at = 0; at < value.length; at++) {
                value[at] = (byte) (((at * 131 + i) * 2_654_435_761L) >>> 13);
            }
            batch.put(S, bytes("key" + i), value);
        }
        commit(batch);
        assertTrue(store().usedBytes() > empty);
        commit(new WriteBatch().deleteRange(S, KeyRange.ALL));
        store().compact();
        assertTrue(store().usedBytes() < empty + 500_000);
    }

    @Test
    default void whatWasCommittedIsThereAgain() {
        assumeTrue(isPersistent(), "not persistent");
        store().commit(P, puts("a", "b", "c"), List.of(), Durability.LOGGED);
        store().commit(P, new WriteBatch().delete(S, bytes("b")), List.of(), Durability.SYNCED);
        commit(Q, puts("q").put(Space.META, bytes("m"), bytes("")));
        reopen();
        assertEquals(List.of("a", "c"), keys());
        assertEquals(List.of("q"), keys(Q, S));
        commit(puts("d"));
        reopen();
        assertEquals(List.of("a", "c", "d"), keys());
    }

    @Test
    default void aClosedStoreRefusesEverything() {
        Store store = store();
        store.close();
        store.close();
        List<Executable> calls = List.of(
                () -> store.get(P, S, bytes("a")),
                () -> store.multiGet(P, S, List.of(bytes("a"))),
                () -> store.scan(P, S, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)
                        .close(),
                () -> store.commit(P, puts("a"), List.of(), Durability.LOGGED),
                store::sync,
                () -> endOfSync(store),
                store::compact,
                store::usedBytes);
        calls.forEach(call -> assertThrows(IllegalStateException.class, call));
        if (store.capabilities().contains(Capability.SNAPSHOTS)) {
            assertThrows(IllegalStateException.class, () -> store.snapshot().close());
        }
        if (store.capabilities().contains(Capability.COMMITS_ACROSS_PARTITIONS)) {
            assertThrows(IllegalStateException.class, () -> store.commitAll(List.of(), Durability.LOGGED));
        }
    }

    private static void endOfSync(Store store) throws Throwable {
        CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();
        store.beginSync(ended::complete);
        Throwable failure = ended.join();
        if (failure != null) {
            throw failure;
        }
    }

    @Test
    default void closingWaitsForAnOpenCursor() throws InterruptedException {
        commit(puts("a", "b"));
        Cursor cursor = store().scan(P, S, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED);
        assertClosingWaitsFor(cursor::next, cursor::close);
    }

    @Test
    default void closingWaitsForAnOpenSnapshot() throws InterruptedException {
        assumeTrue(store().capabilities().contains(Capability.SNAPSHOTS), "not declared");
        commit(puts("a"));
        Snapshot snapshot = store().snapshot();
        assertClosingWaitsFor(() -> snapshot.get(P, S, bytes("a")), snapshot::close);
    }

    /**
     * Asserts that open objects can be used to their end while the store waits to close, and that none can be opened.
     */
    private void assertClosingWaitsFor(Executable use, Runnable end) throws InterruptedException {
        Thread closer = Thread.ofPlatform().name("closer").start(store()::close);
        try {
            Crew.awaitWaiting(closer);
            assertDoesNotThrow(use);
            assertThrows(IllegalStateException.class, () -> store().get(P, S, bytes("a")));
            assertTrue(closer.isAlive());
        } finally {
            end.run();
            closer.join();
        }
        assertFalse(closer.isAlive());
    }

    @Test
    default void closingUnderLoadLosesNobody() {
        commit(puts("a"));
        List<Boolean> ended = Crew.work(6, member -> {
            if (member == 0) {
                commit(puts("b"));
                store().close();
                return true;
            }
            try {
                while (true) {
                    assertEquals("value of a", get("a"));
                    keys();
                    commit(puts("c" + member));
                }
            } catch (IllegalStateException closed) {
                return true;
            }
        });
        assertEquals(6, ended.size());
    }
}
