package dev.mayfly.bench;

import dev.mayfly.store.api.Durability;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures single operations: puts, gets, replacements, synced puts. */
final class Rates {
    private static final int STRIDE = 7919;
    private static final int WRITERS = 32;

    private final Rig rig;
    private final int documents;

    Rates(Rig rig, int documents) {
        this.rig = rig;
        this.documents = documents;
    }

    void run() throws InterruptedException {
        warmUp();
        int half = documents / 2;
        Meter.measure("put, one by one", half, () -> puts(0, half));
        Meter.measure("put, 100 a request", documents - half, () -> {
            for (int from = half; from < documents; from += 100) {
                rig.putAll(from, Math.min(documents, from + 100));
            }
        });
        Meter.measure("put, 1000 a request", documents - half, () -> rig.load(documents, documents + documents - half));
        Meter.measure("get, hit", documents, () -> gets(documents));
        Meter.measure("get, miss", documents, this::misses);
        int replaced = Math.min(documents, 200_000);
        Meter.measure("replace", replaced, () -> {
            for (int count = 0; count < replaced; count++) {
                rig.put(strided(count));
            }
        });
        int each = Math.max(1, Math.min(documents / WRITERS, 4000));
        Meter.measure("put, synced, 32 writers", (long) WRITERS * each, () -> synced(each));
    }

    /** Has the machine compile the paths before the first figure; these documents are destroyed again. */
    private void warmUp() {
        int beyond = Integer.MAX_VALUE / 2;
        int count = Math.min(documents, 100_000);
        puts(beyond, beyond + count);
        rig.load(beyond, beyond + count);
        gets(beyond, count);
    }

    private void puts(int from, int until) {
        for (int number = from; number < until; number++) {
            rig.put(number);
        }
    }

    private int strided(int count) {
        return (int) ((long) count * STRIDE % documents);
    }

    private void gets(int count) {
        for (int at = 0; at < count; at++) {
            require(rig.isThere(strided(at)), true);
        }
    }

    private void gets(int from, int count) {
        for (int at = 0; at < count; at++) {
            require(rig.isThere(from + at), true);
        }
    }

    private void misses() {
        for (int at = 0; at < documents; at++) {
            require(rig.isThere(-1 - at), false);
        }
    }

    private static void require(boolean answer, boolean expected) {
        if (answer != expected) {
            throw new IllegalStateException("a read is wrong");
        }
    }

    private void synced(int each) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(WRITERS);
        AtomicInteger next = new AtomicInteger(Integer.MAX_VALUE / 4);
        for (int writer = 0; writer < WRITERS; writer++) {
            Thread.ofVirtual().start(() -> {
                for (int count = 0; count < each; count++) {
                    int number = next.getAndIncrement();
                    rig.put(number, rig.dateOf(number), Durability.SYNCED);
                }
                done.countDown();
            });
        }
        done.await();
    }
}
