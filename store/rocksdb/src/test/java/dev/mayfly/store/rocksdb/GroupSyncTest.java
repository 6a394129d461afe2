package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class GroupSyncTest {
    private static final int WRITERS = 32;

    @TempDir
    Path folder;

    private final AtomicInteger syncs = new AtomicInteger();

    @Test
    void whoeverComesDuringASyncSharesTheNext() throws Exception {
        CountDownLatch firstMayEnd = new CountDownLatch(1);
        GroupSync group = new GroupSync(
                () -> {
                    if (syncs.incrementAndGet() == 1) {
                        awaitQuietly(firstMayEnd);
                    }
                },
                GroupSyncTest::start);
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            Thread writer = Thread.ofPlatform().start(group::await);
            awaitWaiting(writer);
            writers.add(writer);
        }
        assertEquals(1, syncs.get());
        firstMayEnd.countDown();
        for (Thread writer : writers) {
            writer.join();
        }
        assertEquals(2, syncs.get());
    }

    @Test
    void whatWasSyncedBeforeIsNotSyncedForOthers() {
        GroupSync group = new GroupSync(syncs::incrementAndGet, GroupSyncTest::start);
        group.await();
        group.await();
        assertEquals(2, syncs.get());
    }

    @Test
    void noWriterSyncsOnItsOwnThread() {
        List<Thread> threads = new ArrayList<>();
        new GroupSync(() -> threads.add(Thread.currentThread()), GroupSyncTest::start).await();
        assertEquals(1, threads.size());
        assertNotSame(Thread.currentThread(), threads.getFirst());
    }

    @Test
    void aFailedSyncIsEverybodysFailure() throws Exception {
        CountDownLatch mayFail = new CountDownLatch(1);
        GroupSync group = new GroupSync(
                () -> {
                    syncs.incrementAndGet();
                    awaitQuietly(mayFail);
                    throw new IllegalStateException("no disk");
                },
                GroupSyncTest::start);
        AtomicInteger failed = new AtomicInteger();
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread writer = Thread.ofPlatform().start(() -> {
                assertThrows(IllegalStateException.class, group::await);
                failed.incrementAndGet();
            });
            awaitWaiting(writer);
            writers.add(writer);
        }
        mayFail.countDown();
        for (Thread writer : writers) {
            writer.join();
        }
        assertEquals(4, failed.get());
    }

    @Test
    void whoeverDoesNotWaitIsToldOnTheThreadThatSyncs() throws Exception {
        CountDownLatch firstHasBegun = new CountDownLatch(1);
        CountDownLatch firstMayEnd = new CountDownLatch(1);
        GroupSync group = new GroupSync(
                () -> {
                    if (syncs.incrementAndGet() == 1) {
                        firstHasBegun.countDown();
                        awaitQuietly(firstMayEnd);
                    }
                },
                GroupSyncTest::start);
        CountDownLatch told = new CountDownLatch(WRITERS);
        for (int i = 0; i < WRITERS; i++) {
            group.begin(failure -> {
                if (failure == null) {
                    told.countDown();
                }
            });
            firstHasBegun.await();
        }
        firstMayEnd.countDown();
        told.await();
        group.await();
        assertEquals(3, syncs.get(), "the first, one for those who came meanwhile, and the last");
    }

    @Test
    void aFailedSyncIsToldToThoseWhoDoNotWait() {
        GroupSync group = new GroupSync(
                () -> {
                    throw new IllegalStateException("no disk");
                },
                GroupSyncTest::start);
        CompletableFuture<@Nullable Throwable> told = new CompletableFuture<>();
        group.begin(told::complete);
        assertInstanceOf(IllegalStateException.class, told.join());
    }

    @Test
    void manyWritersNeedFewerSyncsThanCommits() throws Exception {
        Disk counting = new Disk() {
            @Override
            public void sync(RocksDB database) throws RocksDBException {
                syncs.incrementAndGet();
                database.syncWal();
            }
        };
        int each = 40;
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL, counting);
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                done.add(executor.submit(() -> {
                    for (int round = 0; round < each; round++) {
                        Fixture.put(store, writer * each + round, Durability.SYNCED);
                    }
                }));
            }
            for (Future<?> future : done) {
                future.get();
            }
        }
        assertTrue(syncs.get() < WRITERS * each, () -> syncs + " syncs of " + WRITERS * each + " commits");
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().start(task);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }
}
