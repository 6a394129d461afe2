package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
    void nothingIsAskedBeforeTheDeletionsHaveEnded() {
        VirtualClock clock = new VirtualClock(0);
        List<Long> asked = new ArrayList<>();
        MassDeletion deletions = new MassDeletion(
                documents -> {
                    asked.add(documents);
                    return asked.size() > 1;
                },
                clock);
        deletions.add(MassDeletion.DOCUMENTS_MIN - 1);
        clock.advance(Duration.ofSeconds(5));
        assertEquals(List.of(), asked);
        deletions.add(MassDeletion.DOCUMENTS_MIN);
        for (int second = 0; second < 5; second++) {
            deletions.add(MassDeletion.DOCUMENTS_MIN);
            clock.advance(Duration.ofSeconds(1));
            assertEquals(List.of(), asked);
        }
        long all = 7L * MassDeletion.DOCUMENTS_MIN - 1;
        deletions.add(1_000);
        clock.advance(Duration.ofSeconds(1));
        assertEquals(List.of(all + 1_000), asked, "a few are no reason to wait");

        deletions.add(1);
        clock.advance(Duration.ofSeconds(1));
        assertEquals(List.of(all + 1_000, all + 1_001), asked, "what was not worth while is counted with the next");
        deletions.add(1);
        clock.advance(Duration.ofSeconds(5));
        assertEquals(2, asked.size());
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
