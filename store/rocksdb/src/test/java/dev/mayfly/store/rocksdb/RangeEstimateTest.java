package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges whose entries are in memory, in files, or in both. */
class RangeEstimateTest {
    private static final int ENTRIES = 20_000;
    private static final RocksOptions ROOMY = Fixture.SMALL.withMemtableBytes(64 << 20);

    @TempDir
    Path folder;

    /** Writes the numbers in an order of their own, as entries of an index are. */
    private static void write(RocksStore store, Partition partition, int from, int until) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = from; number < until; number++) {
            numbers.add(number);
        }
        Collections.shuffle(numbers, new Random(7));
        WriteBatch batch = new WriteBatch();
        for (int number : numbers) {
            batch.put(Space.INDEX, Fixture.key(number), Fixture.value(number));
        }
        store.commit(partition, batch, List.of(), Durability.LOGGED);
    }

    /** @param factor by which what is told may differ */
    private static void check(RocksStore store, double factor) {
        for (double share : new double[] {0.1, 0.25, 0.3, 0.5, 1}) {
            int width = (int) (ENTRIES * share);
            for (int from : new int[] {0, (ENTRIES - width) / 2, ENTRIES - width}) {
                KeyRange part = new KeyRange(Fixture.key(from), Fixture.key(from + width));
                double told = store.entriesEstimate(Fixture.P, Space.INDEX, part);
                assertTrue(
                        told >= width / factor && told <= width * factor,
                        () -> width + " from " + from + " is told as " + told);
            }
        }
    }

    @Test
    void inMemoryItIsAnEstimate() {
        try (RocksStore store = RocksStore.open(folder, ROOMY)) {
            write(store, Fixture.P, 0, ENTRIES);
            check(store, 2);
        }
    }

    @Test
    void inFilesItIsAsExactAsTheirBlocks() {
        try (RocksStore store = RocksStore.open(folder, ROOMY)) {
            write(store, Fixture.P, 0, ENTRIES);
            store.compact();
            check(store, 1.05);
        }
    }

    @Test
    void ofBothEachCounts() {
        try (RocksStore store = RocksStore.open(folder, ROOMY)) {
            write(store, Fixture.P, 0, ENTRIES / 2);
            store.compact();
            write(store, Fixture.P, ENTRIES / 2, ENTRIES);
            check(store, 2);
        }
    }

    @Test
    void aPartitionIsToldAlone() {
        try (RocksStore store = RocksStore.open(folder, ROOMY)) {
            write(store, new Partition(Fixture.P.id() + 1), 0, ENTRIES);
            assertEquals(0, store.entriesEstimate(Fixture.P, Space.INDEX, KeyRange.ALL));
            write(store, Fixture.P, 0, ENTRIES);
            check(store, 2);
        }
    }

    @Test
    void nothingNativeIsLeftOpen() {
        try (RocksStore store = RocksStore.open(folder, ROOMY)) {
            write(store, Fixture.P, 0, 100);
            long idle = Natives.open();
            store.entriesEstimate(Fixture.P, Space.INDEX, KeyRange.ALL);
            assertEquals(idle, Natives.open());
        }
    }
}
