package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.api.WriteBatch;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class FullDiskTest {
    private static final long RESERVE = 1 << 20;

    @TempDir
    Path folder;

    private volatile long usable = 10 * RESERVE;

    @Test
    void belowTheReserveOnlyWhatFreesSpaceIsWritten() {
        Disk disk = new Disk() {
            @Override
            public long usableBytes(Path asked) {
                return usable;
            }
        };
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL.withReserveBytes(RESERVE), disk)) {
            Fixture.put(store, 1, Durability.LOGGED);
            Fixture.put(store, 2, Durability.LOGGED);
            usable = RESERVE - 1;
            assertFull(() -> putMuch(store));
            assertFull(() -> Fixture.put(store, 3, Durability.LOGGED));
            assertEquals(Applied.INSTANCE, Fixture.delete(store, 1));
            WriteBatch sweep = new WriteBatch()
                    .delete(Space.DOCUMENT, Fixture.key(2))
                    .deleteRange(Space.EXPIRY, KeyRange.ALL)
                    .put(Space.META, Fixture.key(0), Fixture.value(0));
            assertEquals(Applied.INSTANCE, store.commit(Fixture.P, sweep, List.of(), Durability.SYNCED));
            assertNull(store.get(Fixture.P, Space.DOCUMENT, Fixture.key(2)));
            usable = RESERVE;
            assertEquals(Applied.INSTANCE, Fixture.put(store, 3, Durability.LOGGED));
        }
    }

    @Test
    void diskThatSaysNothingIsToldOfOnceAndWrittenTo() {
        Disk disk = new Disk() {
            @Override
            public long usableBytes(Path asked) throws IOException {
                if (usable < 0) {
                    throw new IOException("no mount point");
                }
                return usable;
            }
        };
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(DiskReserve.class);
        logger.addAppender(lines);
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL.withReserveBytes(RESERVE), disk)) {
            usable = -1;
            for (int i = 0; i < 3; i++) {
                assertEquals(Optional.empty(), store.writeRefusal());
                assertEquals(Applied.INSTANCE, Fixture.put(store, i, Durability.LOGGED));
            }
            assertEquals(1, lines.list.size(), lines.list.toString());
            usable = RESERVE;
            assertEquals(Optional.empty(), store.writeRefusal());
            usable = -1;
            assertEquals(Optional.empty(), store.writeRefusal());
            assertEquals(2, lines.list.size(), lines.list.toString());
        } finally {
            logger.detachAppender(lines);
        }
    }

    @Test
    void marksAndTheCatalogAreWrittenBelowTheReserve() {
        Disk disk = new Disk() {
            @Override
            public long usableBytes(Path asked) {
                return RESERVE - 1;
            }
        };
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL.withReserveBytes(RESERVE), disk)) {
            WriteBatch ceiling = new WriteBatch().put(Space.META, Fixture.key(0), Fixture.value(0));
            assertEquals(Applied.INSTANCE, store.commit(Fixture.P, ceiling, List.of(), Durability.LOGGED));
            WriteBatch both = new WriteBatch()
                    .put(Space.META, Fixture.key(0), Fixture.value(1))
                    .put(Space.DOCUMENT, Fixture.key(1), Fixture.value(1));
            assertFull(() -> store.commit(Fixture.P, both, List.of(), Durability.LOGGED));
        }
    }

    @Test
    void whoIsRefusedAfterDeletesGetsTheirSpace() {
        long capacity = 24 << 20;
        Disk disk = new Disk() {
            @Override
            public long usableBytes(Path asked) {
                return capacity - bytesIn(asked);
            }
        };
        RocksOptions options = Fixture.SMALL.withReserveBytes(12 << 20).withLogBytesMax(2 << 20);
        try (RocksStore store = RocksStore.open(folder, options, disk)) {
            int stored = fill(store);
            assertTrue(stored > 100, stored + " stored");
            for (int i = 0; i < stored; i++) {
                assertEquals(Applied.INSTANCE, Fixture.delete(store, i));
            }
            awaitWritable(store);
            assertNull(store.get(Fixture.P, Space.DOCUMENT, Fixture.key(0)));
        }
        assertEquals(0, Natives.open());
    }

    private static long bytesIn(Path folder) {
        return Stream.of(Objects.requireNonNull(
                        folder.resolve("rocksdb").toFile().listFiles()))
                .mapToLong(File::length)
                .sum();
    }

    private static void putMuch(RocksStore store) {
        store.commit(
                Fixture.P,
                new WriteBatch().put(Space.DOCUMENT, Fixture.key(9), new byte[(int) RESERVE]),
                List.of(),
                Durability.LOGGED);
    }

    @Test
    void aFullFileSystemRefusesPutsAndResumesByItself() throws Exception {
        withFileSystemOf("64m", mounted -> {
            RocksOptions options = Fixture.SMALL.withReserveBytes(24 << 20).withLogBytesMax(4 << 20);
            try (RocksStore store = RocksStore.open(mounted.resolve("data"), options)) {
                int stored = fill(store);
                assertTrue(stored > 100, stored + " stored");
                for (int i = 0; i < stored; i++) {
                    assertArrayEquals(random(i), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(i)));
                }
                for (int i = 0; i < stored; i++) {
                    assertEquals(Applied.INSTANCE, Fixture.delete(store, i));
                }
                store.compact();
                assertEquals(Applied.INSTANCE, putRandom(store, 0));
            }
        });
    }

    @Test
    void othersThatFillTheDiskAreNoticedWithoutAnyWrite() {
        Disk disk = new Disk() {
            @Override
            public long usableBytes(Path asked) {
                return usable;
            }
        };
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL.withReserveBytes(RESERVE), disk)) {
            assertEquals(Optional.empty(), store.writeRefusal());
            usable = 0;
            assertEquals(Applied.INSTANCE, Fixture.put(store, 1, Durability.LOGGED));
            assertEquals(Optional.of(Reason.FULL), store.writeRefusal());
            assertFull(() -> Fixture.put(store, 2, Durability.LOGGED));
            usable = RESERVE;
            assertEquals(Optional.empty(), store.writeRefusal());
            assertEquals(Applied.INSTANCE, Fixture.put(store, 2, Durability.LOGGED));
        }
    }

    @Test
    void whatIsOnAFullDiskCanBeReadAfterAKill() throws Exception {
        withFileSystemOf("32m", mounted -> {
            Path data = mounted.resolve("data");
            Path killed = mounted.resolve("killed");
            try (RocksStore store = RocksStore.open(data, Fixture.SMALL)) {
                // Few enough to be in the log alone, so that no file comes or goes while they are copied.
                for (int i = 0; i < 60; i++) {
                    putRandom(store, i);
                }
                Fixture.copy(data, killed);
            }
            fillUp(mounted.resolve("ballast"));
            try (RocksStore store = RocksStore.open(killed, Fixture.SMALL)) {
                assertEquals(Optional.of(Reason.READ_ONLY), store.writeRefusal());
                for (int i = 0; i < 60; i++) {
                    assertArrayEquals(random(i), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(i)));
                }
                StoreException refused = assertThrows(StoreException.class, () -> putRandom(store, 60));
                assertEquals(Reason.READ_ONLY, refused.reason());
                assertThrows(StoreException.class, () -> Fixture.delete(store, 1));
            }
            Files.delete(mounted.resolve("ballast"));
            try (RocksStore store = RocksStore.open(killed, Fixture.SMALL)) {
                assertEquals(Optional.empty(), store.writeRefusal());
                assertEquals(Applied.INSTANCE, putRandom(store, 60));
                assertArrayEquals(random(59), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(59)));
            }
        });
    }

    private static void fillUp(Path file) throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            assertTrue(String.valueOf(full.getMessage()).contains("No space"), full.toString());
        }
    }

    @Test
    void aFileSystemFilledByOthersLosesNothing() throws Exception {
        withFileSystemOf("48m", mounted -> {
            Path ballast = mounted.resolve("ballast");
            try (RocksStore store = RocksStore.open(mounted.resolve("data"), Fixture.SMALL.withLogBytesMax(4 << 20))) {
                Files.write(ballast, new byte[24 << 20]);
                int stored = fill(store);
                assertTrue(stored > 100, stored + " stored");
                Files.delete(ballast);
                awaitWritable(store);
                for (int i = 0; i < stored; i++) {
                    assertArrayEquals(random(i), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(i)));
                }
            }
        });
    }

    private static int fill(RocksStore store) {
        int stored = 0;
        try {
            while (true) {
                putRandom(store, stored);
                stored++;
            }
        } catch (StoreException full) {
            assertEquals(Reason.FULL, full.reason(), full.toString());
            return stored;
        }
    }

    /** RocksDB looks every few seconds whether there is space again. */
    private static void awaitWritable(RocksStore store) {
        for (long tries = 0; ; tries++) {
            try {
                putRandom(store, 1_000_000);
                return;
            } catch (StoreException full) {
                assertEquals(Reason.FULL, full.reason(), full.toString());
                LockSupport.parkNanos(10_000_000);
                assertTrue(tries < 1_500, "not writable again");
            }
        }
    }

    private static Object putRandom(RocksStore store, int number) {
        return store.commit(
                Fixture.P,
                new WriteBatch().put(Space.DOCUMENT, Fixture.key(number), random(number)),
                List.of(),
                Durability.LOGGED);
    }

    private static byte[] random(int number) {
        byte[] value = new byte[10_000];
        new SplittableRandom(number).nextBytes(value);
        return value;
    }

    private static void assertFull(Executable call) {
        assertEquals(Reason.FULL, assertThrows(StoreException.class, call).reason());
    }

    @FunctionalInterface
    private interface Use {
        void of(Path mounted) throws Exception;
    }

    private void withFileSystemOf(String size, Use use) throws Exception {
        String target = folder.toString();
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", target);
        if (!mounted) {
            System.err.println("SKIPPED: a full file system cannot be tried here, since mounting one is not allowed");
        }
        assumeTrue(mounted, "mounting a file system is not allowed here");
        try {
            use.of(folder);
        } finally {
            run("umount", target);
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        }
    }
}
