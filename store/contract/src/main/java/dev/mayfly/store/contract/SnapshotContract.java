package dev.mayfly.store.contract;

import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.puts;
import static dev.mayfly.store.contract.StoreUnderTest.range;
import static dev.mayfly.store.contract.StoreUnderTest.rest;
import static dev.mayfly.store.contract.StoreUnderTest.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A snapshot is the whole store as it was. */
interface SnapshotContract extends StoreUnderTest {
    @Test
    default void aSnapshotSeesNothingThatCameLater() {
        assumeSnapshots();
        commit(puts("a", "b", "c"));
        commit(Q, puts("q"));
        try (Snapshot snapshot = store().snapshot()) {
            commit(puts("d").put(S, bytes("a"), bytes("new")).delete(S, bytes("b")));
            commit(Q, new WriteBatch().deleteRange(S, KeyRange.ALL));
            assertEquals("value of a", text(snapshot.get(P, S, bytes("a"))));
            assertNull(snapshot.get(P, S, bytes("d")));
            assertEquals("value of q", text(snapshot.get(Q, S, bytes("q"))));
            List<String> values = snapshot.multiGet(P, S, List.of(bytes("b"), bytes("d"))).stream()
                    .map(value -> Objects.toString(text(value)))
                    .toList();
            assertEquals(List.of("value of b", "null"), values);
            assertEquals(
                    List.of("c", "b"),
                    StoreUnderTest.keys(snapshot, P, S, range("b", null), Direction.BACKWARD, Reader.UNLIMITED));
        }
        assertEquals(List.of("a", "c", "d"), keys());
        assertEquals(List.of(), keys(Q, S));
    }

    @Test
    default void aSnapshotSurvivesCompaction() {
        assumeSnapshots();
        commit(puts("a", "b"));
        try (Snapshot snapshot = store().snapshot()) {
            commit(new WriteBatch().deleteRange(S, KeyRange.ALL));
            store().compact();
            assertEquals("value of a", text(snapshot.get(P, S, bytes("a"))));
            try (Cursor cursor = snapshot.scan(P, S, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
                assertEquals(List.of("a", "b"), rest(cursor));
            }
        }
        assertEquals(List.of(), keys());
    }

    @Test
    default void aClosedSnapshotRefusesToRead() {
        assumeSnapshots();
        Snapshot snapshot = store().snapshot();
        snapshot.close();
        snapshot.close();
        assertThrows(IllegalStateException.class, () -> snapshot.get(P, S, bytes("a")));
        assertThrows(
                IllegalStateException.class,
                () -> snapshot.scan(P, S, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)
                        .close());
    }

    @Test
    default void snapshotsAreRefusedWhereTheyAreNotDeclared() {
        assumeFalse(store().capabilities().contains(Capability.SNAPSHOTS), "declared");
        assertThrows(
                UnsupportedOperationException.class, () -> store().snapshot().close());
    }

    private void assumeSnapshots() {
        assumeTrue(store().capabilities().contains(Capability.SNAPSHOTS), "not declared");
    }
}
