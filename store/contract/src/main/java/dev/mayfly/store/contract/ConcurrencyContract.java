package dev.mayfly.store.contract;

import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Store.PartitionBatch;
import dev.mayfly.store.api.WriteBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Commits are single steps to every observer. */
interface ConcurrencyContract extends StoreUnderTest {
    int MEMBERS = 8;

    /** How often each member writes; a store that is far away may ask for less. */
    default int rounds() {
        return 150;
    }

    @Test
    default void conditionalIncrementsAreLinearizable() {
        commit(new WriteBatch().put(S, bytes("counter"), version(0)));
        List<List<Long>> taken = Crew.work(MEMBERS, _ -> {
            List<Long> mine = new ArrayList<>();
            for (int round = 0; round < rounds(); round++) {
                mine.add(increment());
            }
            return mine;
        });
        assertEquals((long) MEMBERS * rounds(), counter());
        Set<Long> all = new HashSet<>();
        for (List<Long> mine : taken) {
            assertEquals(mine.stream().sorted().toList(), mine);
            all.addAll(mine);
        }
        assertEquals(MEMBERS * rounds(), all.size());
    }

    @Test
    default void onlyOneOfManyTakesAnAbsentKey() {
        for (int round = 0; round < 30; round++) {
            byte[] key = bytes("key" + round);
            List<Boolean> won = Crew.work(
                    MEMBERS,
                    member -> commit(new WriteBatch().put(S, key, version(member)), new Expectation.Absent(S, key))
                            .equals(Applied.INSTANCE));
            assertEquals(1, won.stream().filter(mine -> mine).count());
            long winner = ByteBuffer.wrap(Objects.requireNonNull(store().get(P, S, key)))
                    .getLong();
            assertTrue(won.get((int) winner));
        }
    }

    @Test
    default void noCursorSeesHalfABatch() {
        AtomicBoolean done = new AtomicBoolean();
        writeTwins(P, P, 0);
        Crew.work(4, member -> {
            if (member == 0) {
                try {
                    for (int round = 1; round <= 500; round++) {
                        writeTwins(P, P, round);
                    }
                } finally {
                    done.set(true);
                }
            }
            while (!done.get()) {
                try (Cursor cursor = store().scan(P, S, KeyRange.ALL, direction(member), Reader.UNLIMITED)) {
                    assertTrue(cursor.next());
                    byte[] first = cursor.value();
                    assertTrue(cursor.next());
                    assertEquals(ByteBuffer.wrap(first), ByteBuffer.wrap(cursor.value()));
                }
            }
            return true;
        });
    }

    @Test
    default void noSnapshotSeesHalfACommitAcrossPartitions() {
        assumeTrue(
                store().capabilities().containsAll(Set.of(Capability.SNAPSHOTS, Capability.COMMITS_ACROSS_PARTITIONS)),
                "not declared");
        AtomicBoolean done = new AtomicBoolean();
        writeTwins(P, Q, 0);
        Crew.work(3, member -> {
            if (member == 0) {
                try {
                    for (int round = 1; round <= 500; round++) {
                        writeTwins(P, Q, round);
                    }
                } finally {
                    done.set(true);
                }
            }
            while (!done.get()) {
                try (Snapshot snapshot = store().snapshot()) {
                    ByteBuffer first = ByteBuffer.wrap(Objects.requireNonNull(snapshot.get(P, S, bytes("one"))));
                    assertEquals(first, ByteBuffer.wrap(Objects.requireNonNull(snapshot.get(Q, S, bytes("two")))));
                }
            }
            return true;
        });
    }

    @Test
    default void manyPartitionsAreWrittenAtOnce() {
        Crew.work(MEMBERS, member -> {
            Partition partition = new Partition(member % 3);
            for (int round = 0; round < rounds(); round++) {
                byte[] key = bytes(member + "/" + round);
                Durability durability = List.of(Durability.values()).get(round % 3);
                assertEquals(
                        Applied.INSTANCE,
                        store().commit(partition, new WriteBatch().put(S, key, key), List.of(), durability));
                assertEquals(
                        ByteBuffer.wrap(key), ByteBuffer.wrap(Objects.requireNonNull(store().get(partition, S, key))));
            }
            return true;
        });
        int found = 0;
        for (int id = 0; id < 3; id++) {
            found += keys(new Partition(id), S).size();
        }
        assertEquals(MEMBERS * rounds(), found);
    }

    private static Direction direction(int member) {
        return member % 2 == 0 ? Direction.FORWARD : Direction.BACKWARD;
    }

    private void writeTwins(Partition first, Partition second, int round) {
        if (first.equals(second)) {
            commit(first, new WriteBatch().put(S, bytes("one"), version(round)).put(S, bytes("two"), version(round)));
            return;
        }
        List<PartitionBatch> batches = List.of(
                new PartitionBatch(first, new WriteBatch().put(S, bytes("one"), version(round))),
                new PartitionBatch(second, new WriteBatch().put(S, bytes("two"), version(round))));
        assertEquals(Applied.INSTANCE, store().commitAll(batches, Durability.LOGGED));
    }

    private long counter() {
        return ByteBuffer.wrap(Objects.requireNonNull(store().get(P, S, bytes("counter"))))
                .getLong();
    }

    /** Adds one and answers the value reached. */
    private long increment() {
        while (true) {
            long moment = store().moment(P);
            long current = counter();
            WriteBatch batch = new WriteBatch().readSince(moment).put(S, bytes("counter"), version(current + 1));
            if (commit(batch, new Expectation.Version(S, bytes("counter"), current))
                    .equals(Applied.INSTANCE)) {
                return current + 1;
            }
        }
    }
}
