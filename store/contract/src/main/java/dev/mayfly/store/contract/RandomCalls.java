package dev.mayfly.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.Store.PartitionBatch;
import dev.mayfly.store.api.WriteBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes random calls to a store and to the model of it, and compares the answers. */
final class RandomCalls implements AutoCloseable {
    private static final List<Partition> PARTITIONS =
            List.of(Partition.CATALOG, new Partition(1), new Partition(256), new Partition(-1));
    private static final List<Space> SPACES = List.of(Space.values());
    private static final List<Durability> DURABILITIES = List.of(Durability.values());
    private static final byte[] ALPHABET = {0, 1, 'a', 'b', (byte) 0xfe, (byte) 0xff};

    private record Frozen(Snapshot snapshot, StoreModel model) {}

    private final RandomGenerator random;
    private final Supplier<? extends Store> opener;
    private final boolean persistent;
    private final StoreModel model = new StoreModel();
    private Store store;
    private @Nullable Frozen frozen;

    RandomCalls(RandomGenerator random, Supplier<? extends Store> opener, boolean persistent) {
        this.random = random;
        this.opener = opener;
        this.persistent = persistent;
        this.store = opener.get();
    }

    void next() {
        int dice = random.nextInt(1_000);
        if (dice < 450) {
            commit();
        } else if (dice < 500) {
            commitAll();
        } else if (dice < 700) {
            get(store, model);
        } else if (dice < 900) {
            scan(store, model);
        } else if (dice < 950) {
            multiGet();
        } else if (dice < 980) {
            readFrozen();
        } else if (dice < 988) {
            freeze();
        } else if (dice < 992) {
            store.sync();
        } else if (dice < 993) {
            store.compact();
        } else if (dice == 993) {
            reopen();
        }
    }

    private void commit() {
        Partition partition = partition();
        WriteBatch batch = batch();
        List<Expectation> expectations = expectations(partition);
        List<Expectation> failed = model.failed(partition, expectations);
        CommitOutcome outcome = store.commit(partition, batch, expectations, durability());
        if (failed.isEmpty()) {
            assertEquals(Applied.INSTANCE, outcome);
            model.apply(partition, batch);
        } else {
            assertEquals(new Conflict(failed), outcome);
        }
    }

    private void commitAll() {
        if (!store.capabilities().contains(Capability.COMMITS_ACROSS_PARTITIONS)) {
            return;
        }
        List<PartitionBatch> batches = new ArrayList<>();
        for (Partition partition : PARTITIONS) {
            if (random.nextBoolean()) {
                batches.add(new PartitionBatch(partition, batch()));
            }
        }
        assertEquals(Applied.INSTANCE, store.commitAll(batches, durability()));
        batches.forEach(each -> model.apply(each.partition(), each.batch()));
    }

    private void get(Reader reader, StoreModel expected) {
        Partition partition = partition();
        Space space = space();
        byte[] key = key();
        assertArrayEquals(expected.get(partition, space, key), reader.get(partition, space, key));
    }

    private void multiGet() {
        Partition partition = partition();
        Space space = space();
        List<byte[]> keys = List.of(key(), key(), key());
        Iterator<byte @Nullable []> found =
                store.multiGet(partition, space, keys).iterator();
        for (byte[] key : keys) {
            assertArrayEquals(model.get(partition, space, key), found.next());
        }
        assertFalse(found.hasNext());
    }

    private void scan(Reader reader, StoreModel expected) {
        int limit = random.nextInt(3) == 0 ? Reader.UNLIMITED : random.nextInt(6);
        compare(reader, expected, partition(), space(), range(), direction(), limit);
    }

    private static void compare(
            Reader reader,
            StoreModel expected,
            Partition partition,
            Space space,
            KeyRange range,
            Direction direction,
            int limit) {
        try (Cursor cursor = reader.scan(partition, space, range, direction, limit)) {
            for (Map.Entry<byte[], byte[]> entry : expected.scan(partition, space, range, direction, limit)) {
                assertTrue(cursor.next());
                assertArrayEquals(entry.getKey(), cursor.key());
                assertArrayEquals(entry.getValue(), cursor.value());
            }
            assertFalse(cursor.next());
        }
    }

    void compareEverything() {
        for (Partition partition : PARTITIONS) {
            for (Space space : Space.values()) {
                for (Direction direction : Direction.values()) {
                    compare(store, model, partition, space, KeyRange.ALL, direction, Reader.UNLIMITED);
                }
            }
        }
    }

    private void freeze() {
        thaw();
        if (store.capabilities().contains(Capability.SNAPSHOTS)) {
            frozen = new Frozen(store.snapshot(), model.copy());
        }
    }

    private void readFrozen() {
        if (frozen != null) {
            get(frozen.snapshot, frozen.model);
            scan(frozen.snapshot, frozen.model);
        }
    }

    private void thaw() {
        if (frozen != null) {
            frozen.snapshot.close();
            frozen = null;
        }
    }

    private void reopen() {
        if (persistent) {
            close();
            store = opener.get();
            compareEverything();
        }
    }

    /** At most one write for a key, and no put inside a range that is deleted, as the port demands. */
    private WriteBatch batch() {
        WriteBatch batch = new WriteBatch();
        Space space = space();
        KeyRange deleted = random.nextInt(8) == 0 ? range() : null;
        if (deleted != null) {
            batch.deleteRange(space, deleted);
        }
        for (byte[] key : keys(random.nextInt(5))) {
            if (deleted != null && deleted.contains(key)) {
                continue;
            }
            if (random.nextInt(3) == 0) {
                batch.delete(space, key);
            } else {
                batch.put(space, key, value());
            }
        }
        return batch;
    }

    private Set<byte[]> keys(int count) {
        Set<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        for (int i = 0; i < count; i++) {
            keys.add(key());
        }
        return keys;
    }

    private List<Expectation> expectations(Partition partition) {
        List<Expectation> expectations = new ArrayList<>();
        for (int i = random.nextInt(6) - 3; i > 0; i--) {
            Space space = space();
            byte[] key = key();
            byte[] value = model.get(partition, space, key);
            if (value == null || random.nextInt(10) == 0) {
                expectations.add(new Expectation.Absent(space, key));
            } else {
                long version =
                        value.length >= Long.BYTES ? ByteBuffer.wrap(value).getLong() : 0;
                expectations.add(new Expectation.Version(space, key, version + random.nextInt(8) / 7));
            }
        }
        return expectations;
    }

    private byte[] key() {
        byte[] key = new byte[random.nextInt(4)];
        for (int i = 0; i < key.length; i++) {
            key[i] = ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return key;
    }

    private byte[] value() {
        byte[] value = new byte[random.nextInt(20) == 0 ? random.nextInt(3_000) : random.nextInt(24)];
        random.nextBytes(value);
        return value;
    }

    private KeyRange range() {
        return new KeyRange(key(), random.nextInt(4) == 0 ? null : key());
    }

    private Partition partition() {
        return PARTITIONS.get(random.nextInt(PARTITIONS.size()));
    }

    private Space space() {
        return SPACES.get(random.nextInt(SPACES.size()));
    }

    private Direction direction() {
        return random.nextBoolean() ? Direction.FORWARD : Direction.BACKWARD;
    }

    private Durability durability() {
        return DURABILITIES.get(random.nextInt(DURABILITIES.size()));
    }

    @Override
    public void close() {
        thaw();
        store.close();
    }
}
