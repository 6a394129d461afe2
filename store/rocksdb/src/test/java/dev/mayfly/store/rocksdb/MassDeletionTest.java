package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of a store most of whose documents are deleted at once, which nobody asks to compact. */
class MassDeletionTest {
    private static final int DOCUMENTS = MassDeletion.DOCUMENTS_MIN + 10_000;
    private static final int LEFT = 1_000;
    private static final int BATCH = 1_000;

    @TempDir
    Path folder;

    private static byte[] hardlyCompressible(int number) {
        byte[] value = new byte[100];
        new Random(number).nextBytes(value);
        return value;
    }

    @Test
    void mostOfTheSpaceComesBackByItself() {
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL)) {
            for (int from = 0; from < DOCUMENTS; from += BATCH) {
                WriteBatch batch = new WriteBatch();
                for (int number = from; number < from + BATCH; number++) {
                    batch.put(Space.DOCUMENT, Fixture.key(number), hardlyCompressible(number));
                }
                store.commit(Fixture.P, batch, List.of(), Durability.LOGGED);
            }
            long peak = store.usedBytes();
            for (int from = LEFT; from < DOCUMENTS; from += BATCH) {
                WriteBatch batch = new WriteBatch();
                for (int number = from; number < from + BATCH; number++) {
                    batch.delete(Space.DOCUMENT, Fixture.key(number));
                }
                store.commit(Fixture.P, batch, List.of(), Durability.LOGGED);
            }
            long goal = peak / 20;
            for (int tries = 0; store.usedBytes() > goal; tries++) {
                LockSupport.parkNanos(20_000_000);
                assertTrue(tries < 1_500, () -> store.usedBytes() + " bytes are left of " + peak);
            }
            assertTrue(store.get(Fixture.P, Space.DOCUMENT, Fixture.key(LEFT - 1)) != null);
        }
        assertEquals(0, Natives.open());
    }
}
