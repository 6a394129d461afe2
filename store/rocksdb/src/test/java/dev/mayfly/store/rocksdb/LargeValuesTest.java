package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store.PartitionBatch;
import dev.mayfly.store.api.WriteBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Values of all lengths, read by key and by a walk, and who hears of the large ones. */
class LargeValuesTest {
    private static final int LARGE = 3 << 20;

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void loadLibrary() {
        RocksDB.loadLibrary();
    }

    @Test
    void aReaderAsksBeforeItHoldsALargeValue() {
        List<Integer> asked = new ArrayList<>();
        boolean[] isRefusing = {false};
        LargeValues large = bytes -> {
            asked.add(bytes);
            if (isRefusing[0]) {
                throw new IllegalStateException("no room");
            }
        };
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL, large)) {
            put(store, 1, filled(LARGE, 1));
            put(store, 2, filled(100, 2));
            try (Snapshot snapshot = store.snapshot()) {
                assertArrayEquals(filled(LARGE, 1), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(1)));
                assertArrayEquals(filled(LARGE, 1), snapshot.get(Fixture.P, Space.DOCUMENT, Fixture.key(1)));
                assertArrayEquals(filled(100, 2), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(2)));
                assertEquals(List.of(LARGE, LARGE), asked);
                try (Cursor walk = snapshot.scan(Fixture.P, Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, 10)) {
                    walk.next();
                    assertArrayEquals(filled(LARGE, 1), walk.value());
                }
                assertEquals(List.of(LARGE, LARGE, LARGE), asked);
                isRefusing[0] = true;
                assertThrows(IllegalStateException.class, () -> store.get(Fixture.P, Space.DOCUMENT, Fixture.key(1)));
                assertArrayEquals(filled(100, 2), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(2)));
            }
        }
    }

    @Test
    void valuesOfAllLengthsAreReadAsTheyWereWritten() {
        long seed = 20261123;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL)) {
            int[] lengths = new int[400];
            for (int number = 0; number < lengths.length; number++) {
                lengths[number] = random.nextInt(1 << random.nextInt(17));
                put(store, number, filled(lengths[number], number));
            }
            for (int i = 0; i < 4_000; i++) {
                int number = random.nextInt(lengths.length);
                assertArrayEquals(
                        filled(lengths[number], number), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(number)));
            }
        }
    }

    @Test
    void aBatchIsEncodedInAnArrayOfItsLength() throws RocksDBException {
        WriteBatch batch = new WriteBatch()
                .put(Space.DOCUMENT, Fixture.key(1), filled(LARGE, 1))
                .delete(Space.DOCUMENT, Fixture.key(2));
        List<PartitionBatch> batches = List.of(new PartitionBatch(Fixture.P, batch));
        BatchEncoder encoder = new BatchEncoder(space -> 300 + space.code(), (_, _) -> null, batches);
        encoder.add(batches.getFirst());
        byte[] encoded = encoder.encoded();
        assertEquals(encoder.length(), encoded.length);
        try (org.rocksdb.WriteBatch decoded = new org.rocksdb.WriteBatch(encoded)) {
            assertEquals(2, decoded.count());
        }
    }

    @Test
    void rangesHaveRoomWhereverTheyStand() throws RocksDBException {
        WriteBatch first = new WriteBatch();
        for (int i = 0; i < 50; i++) {
            first.deleteRange(Space.INDEX, new KeyRange(Fixture.key(i), Fixture.key(i + 1)))
                    .put(Space.DOCUMENT, Fixture.key(i), Fixture.value(i));
        }
        WriteBatch second = new WriteBatch()
                .deleteRange(Space.INDEX, KeyRange.ALL)
                .put(Space.DOCUMENT, Fixture.key(1), Fixture.value(1));
        List<PartitionBatch> batches =
                List.of(new PartitionBatch(Fixture.P, first), new PartitionBatch(new Partition(4), second));
        BatchEncoder encoder = new BatchEncoder(Space::code, (_, _) -> new byte[] {1}, batches);
        batches.forEach(encoder::add);
        try (org.rocksdb.WriteBatch decoded = new org.rocksdb.WriteBatch(encoder.encoded())) {
            assertEquals(102, decoded.count());
        }
    }

    private static void put(RocksStore store, int number, byte[] value) {
        store.commit(
                Fixture.P,
                new WriteBatch().put(Space.DOCUMENT, Fixture.key(number), value),
                List.of(),
                Durability.LOGGED);
    }

    private static byte[] filled(int length, int number) {
        byte[] value = new byte[length];
        for (int i = 0; i < length; i += 7) {
            value[i] = (byte) (number + i);
        }
        return value;
    }
}
