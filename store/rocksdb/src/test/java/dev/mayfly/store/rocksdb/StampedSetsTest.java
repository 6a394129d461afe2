package dev.mayfly.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

class StampedSetsTest {
    private static final int PARTITION = 1;

    @Test
    void bytesStayBelowTheBoundAndAreThoseOfTheEntries() {
        int bound = 1 << 16;
        StampedSets sets = new StampedSets(bound);
        SplittableRandom random = new SplittableRandom(1);
        for (int turn = 0; turn < 20_000; turn++) {
            byte[] key = key(random.nextInt(2_000));
            long hash = StampedSets.hash(PARTITION, key);
            if (random.nextInt(4) == 0) {
                sets.begin(hash);
                sets.end(hash, PARTITION, key, random.nextInt(3) == 0 ? null : new byte[random.nextInt(1_000)]);
            } else {
                sets.putIfUnchanged(hash, PARTITION, key, new byte[random.nextInt(1_000)], sets.stamp(hash));
            }
            assertTrue(sets.bytes() <= bound, () -> sets.bytes() + " bytes");
        }
        assertTrue(sets.bytes() > bound / 2, () -> "only " + sets.bytes() + " bytes are used");
        sets.beginAll();
        sets.endAll();
        assertEquals(0, sets.bytes());
    }

    @Test
    void whatIsUsedStaysWhereOthersComeAndGo() {
        StampedSets sets = new StampedSets(1 << 16);
        byte[] wanted = key(0);
        long hash = StampedSets.hash(PARTITION, wanted);
        sets.putIfUnchanged(hash, PARTITION, wanted, new byte[100], sets.stamp(hash));
        for (int number = 1; number < 10_000; number++) {
            byte[] other = key(number);
            long its = StampedSets.hash(PARTITION, other);
            sets.putIfUnchanged(its, PARTITION, other, new byte[100], sets.stamp(its));
            assertArrayEquals(new byte[100], sets.get(hash, PARTITION, wanted), () -> "gone");
        }
    }

    @Test
    void aDeletedRangeThatBeganAfterTheReadKeepsItsValueOut() {
        StampedSets sets = new StampedSets(1 << 16);
        byte[] key = key(0);
        long hash = StampedSets.hash(PARTITION, key);
        long stamp = sets.stamp(hash);
        sets.beginAll();
        assertTrue(StampedSets.isWritten(sets.stamp(hash)));
        sets.endAll();
        sets.putIfUnchanged(hash, PARTITION, key, new byte[1], stamp);
        assertNull(sets.get(hash, PARTITION, key));
    }

    /** Values are numbers that grow with each write: a reader that finds one below what was acknowledged before saw the past. */
    @Test
    void noReaderSeesLessThanWasAcknowledgedBefore() throws Exception {
        int keys = 64;
        StampedSets sets = new StampedSets(1 << 12);
        AtomicLongArray database = new AtomicLongArray(keys);
        AtomicLongArray acknowledged = new AtomicLongArray(keys);
        List<Callable<Void>> tasks = new ArrayList<>();
        tasks.add(() -> {
            SplittableRandom random = new SplittableRandom(7);
            for (int turn = 1; turn <= 200_000; turn++) {
                int number = random.nextInt(keys);
                byte[] key = key(number);
                long hash = StampedSets.hash(PARTITION, key);
                sets.begin(hash);
                database.set(number, turn);
                sets.end(hash, PARTITION, key, value(turn));
                acknowledged.set(number, turn);
            }
            return null;
        });
        for (int reader = 0; reader < 3; reader++) {
            SplittableRandom random = new SplittableRandom(reader);
            tasks.add(() -> {
                for (int turn = 0; turn < 200_000; turn++) {
                    int number = random.nextInt(keys);
                    long least = acknowledged.get(number);
                    long seen = read(sets, database, number);
                    assertTrue(seen >= least, () -> "key " + number + " was " + seen + " after " + least);
                }
                return null;
            });
        }
        try (ExecutorService executor = Executors.newFixedThreadPool(tasks.size())) {
            for (Future<Void> done : executor.invokeAll(tasks)) {
                done.get();
            }
        }
    }

    private static long read(StampedSets sets, AtomicLongArray database, int number) {
        byte[] key = key(number);
        long hash = StampedSets.hash(PARTITION, key);
        long stamp = sets.stamp(hash);
        if (StampedSets.isWritten(stamp)) {
            return database.get(number);
        }
        byte[] cached = sets.get(hash, PARTITION, key);
        if (cached != null) {
            return Long.parseLong(new String(cached, UTF_8));
        }
        long value = database.get(number);
        sets.putIfUnchanged(hash, PARTITION, key, value(value), stamp);
        return value;
    }

    private static byte[] key(int number) {
        return ("key" + number).getBytes(UTF_8);
    }

    private static byte[] value(long number) {
        return Long.toString(number).getBytes(UTF_8);
    }
}
