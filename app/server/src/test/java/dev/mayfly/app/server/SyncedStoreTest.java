package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store.PartitionBatch;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SyncedStoreTest {
    private static final Partition PLACE = new Partition(1);

    private final List<Durability> asked = new ArrayList<>();
    private final ForwardingStore below = new ForwardingStore(new MemoryStore()) {
        @Override
        public CommitOutcome commit(
                Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
            asked.add(durability);
            return super.commit(partition, batch, expectations, durability);
        }

        @Override
        public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
            asked.add(durability);
            return super.commitAll(batches, durability);
        }
    };

    private static WriteBatch batch() {
        return new WriteBatch().put(Space.META, new byte[] {1}, new byte[] {2});
    }

    @Test
    void everyCommitIsSynced() {
        try (SyncedStore store = new SyncedStore(below, () -> {})) {
            store.commit(PLACE, batch(), List.of(), Durability.MEMORY);
            store.commitAll(List.of(new PartitionBatch(PLACE, batch())), Durability.LOGGED);
        }
        assertEquals(List.of(Durability.SYNCED, Durability.SYNCED), asked);
    }

    @Test
    void threadThatMustNotWaitLeavesWhenItBegins() {
        Runnable leave = () -> {
            throw new IllegalStateException("left");
        };
        try (SyncedStore store = new SyncedStore(below, leave)) {
            assertThrows(IllegalStateException.class, () -> store.moment(PLACE));
            store.commit(PLACE, batch(), List.of(), Durability.LOGGED);
            store.commitAll(List.of(new PartitionBatch(PLACE, batch())), Durability.LOGGED);
        }
        assertEquals(List.of(Durability.SYNCED, Durability.SYNCED), asked);
    }
}
