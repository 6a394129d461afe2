package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Fixture.P;
import static dev.mayfly.store.rocksdb.Fixture.key;
import static dev.mayfly.store.rocksdb.Fixture.put;
import static dev.mayfly.store.rocksdb.Fixture.value;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.BackupException;
import dev.mayfly.store.api.BackupProgress;
import dev.mayfly.store.api.BackupSummary;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksBackupsTest {
    private static final Map<String, String> FACTS = Map.of("why", "for a test");

    @TempDir
    Path temporary;

    private Path target = Path.of("");
    private @Nullable Store opened;

    @BeforeEach
    void open() {
        target = temporary.resolve("backups");
        opened = RocksStore.open(temporary.resolve("data"), Fixture.SMALL);
    }

    @AfterEach
    void close() {
        store().close();
        assertEquals(0, Natives.open());
    }

    @Test
    void whatIsRestoredIsWhatWasThere() {
        fill(0, 1_000);
        BackupSummary summary = backup();
        assertEquals(1, summary.number());
        assertEquals(summary.bytes(), summary.copiedBytes());
        assertRestored(target, "restored", 1_000);
        assertEquals(FACTS, RocksBackups.list(target).getFirst().facts());
    }

    @Test
    void aSecondBackupCopiesOnlyTablesThatAreNotThere() throws IOException {
        fill(0, 20_000);
        backup();
        int tables = tables();
        fill(20_000, 20_100);
        BackupSummary second = backup();
        assertEquals(2, second.number());
        assertTrue(second.copiedBytes() < second.bytes() / 4, second.toString());
        assertTrue(tables() > tables, "a table was added");
        assertRestored(target.resolve("000001"), "first", 20_000);
        assertRestored(target.resolve("000002"), "second", 20_100);
    }

    @Test
    void tablesOfARestoredDatabaseAreNotTakenForThoseOfItsOriginal() {
        fill(0, 500);
        backup();
        Path restored = restore(target, "restored");
        fill(500, 700);
        backup();
        try (Store other = RocksStore.open(restored, Fixture.SMALL)) {
            for (int number = 500; number < 900; number++) {
                put(other, number + 10_000, Durability.LOGGED);
            }
            other.backup(target, FACTS, BackupProgress.NONE);
        }
        assertRestored(target.resolve("000002"), "second", 700);
        try (Store third = RocksStore.open(restore(target.resolve("000003"), "third"), Fixture.SMALL)) {
            assertArrayEquals(value(10_600), third.get(P, Space.DOCUMENT, key(10_600)));
            assertNull(third.get(P, Space.DOCUMENT, key(600)));
        }
    }

    @Test
    void aBackupBesideAWriterHoldsABeginningOfWhatItWrote() throws InterruptedException {
        Semaphore acknowledged = new Semaphore(0);
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int number = 0; !stop.get(); number++) {
                store().commit(
                                P,
                                new WriteBatch()
                                        .put(Space.DOCUMENT, key(number), value(number))
                                        .put(Space.EXPIRY, key(number), value(number)),
                                List.of(),
                                Durability.LOGGED);
                acknowledged.release();
            }
        });
        try {
            for (int round = 1; round <= 3; round++) {
                acknowledged.acquire(300);
                int least = round * 300;
                backup();
                assertBeginning(restore(target, "round" + round), least);
            }
        } finally {
            stop.set(true);
            writer.join();
        }
    }

    private static void assertBeginning(Path folder, int least) {
        try (Store restored = RocksStore.open(folder, Fixture.SMALL)) {
            int documents = consecutive(restored, Space.DOCUMENT);
            assertTrue(documents >= least, documents + " of at least " + least);
            assertEquals(documents, consecutive(restored, Space.EXPIRY), "every batch is whole");
        }
    }

    /** The number of entries, of which none is missing up to the last. */
    private static int consecutive(Store store, Space space) {
        int number = 0;
        try (Cursor all = store.scan(P, space, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
            while (all.next()) {
                assertArrayEquals(key(number++), all.key());
            }
        }
        return number;
    }

    @Test
    void aFlippedBitInAnyFileIsFound() throws IOException {
        fill(0, 300);
        backup();
        Random random = new Random(7);
        List<Path> files;
        try (Stream<Path> all = Files.walk(target)) {
            files = all.filter(file ->
                            Files.isRegularFile(file) && !file.endsWith("lock") && !file.endsWith("mayfly-backups"))
                    .sorted()
                    .toList();
        }
        assertTrue(files.size() >= 4, files.toString());
        for (Path file : files) {
            byte[] sound = Files.readAllBytes(file);
            if (sound.length == 0) {
                continue;
            }
            byte[] flipped = sound.clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, flipped);
            BackupException found = assertThrows(
                    BackupException.class, () -> RocksBackups.verify(target, BackupProgress.NONE), file.toString());
            assertTrue(found.toString().contains(file.getFileName().toString()), found.toString());
            assertThrows(BackupException.class, () -> restore(target, "never"));
            assertFalse(Files.exists(temporary.resolve("never/format")));
            Files.write(file, sound);
        }
        RocksBackups.verify(target, BackupProgress.NONE);
        assertRestored(target, "never", 300);
    }

    @Test
    void aBackupThatWasCancelledLeavesNothingBehind() {
        fill(0, 300);
        backup();
        fill(300, 600);
        assertThrows(
                CancellationException.class,
                () -> store().backup(target, FACTS, (_, _) -> {
                    throw new CancellationException("enough");
                }));
        assertEquals(1, RocksBackups.list(target).size());
        assertFalse(Files.exists(temporary.resolve("data/backup")));
        assertEquals(2, backup().number());
        assertFalse(Files.exists(target.resolve("000002.new")));
        assertRestored(target, "restored", 600);
    }

    @Test
    void aRestoreThatBrokeOffIsNoDataFolderAndIsBegunAgain() {
        fill(0, 300);
        backup();
        Path data = temporary.resolve("restored");
        assertThrows(
                CancellationException.class,
                () -> RocksBackups.restore(
                        target,
                        data,
                        _ -> {
                            throw new CancellationException("enough");
                        },
                        BackupProgress.NONE));
        StoreException refusal = assertThrows(StoreException.class, () -> RocksStore.open(data, Fixture.SMALL));
        assertTrue(refusal.toString().contains("has not ended"), refusal.toString());
        assertRestored(target, "restored", 300);
    }

    @Test
    void nothingIsRestoredOverData() {
        fill(0, 10);
        backup();
        assertThrows(BackupException.class, () -> restore(target, "data"));
    }

    @Test
    void aFolderOfSomethingElseTakesNoBackups() throws IOException {
        Files.createDirectories(target);
        Files.writeString(target.resolve("letters"), "of a person");
        BackupException refusal = assertThrows(BackupException.class, this::backup);
        assertTrue(refusal.toString().contains("something else"), refusal.toString());
    }

    @Test
    void theDataFolderTakesNoBackups() {
        target = temporary.resolve("data/inside");
        assertThrows(BackupException.class, this::backup);
    }

    @Test
    void aManifestCannotNameFilesElsewhere() throws IOException {
        fill(0, 10);
        backup();
        Path manifest = target.resolve("000001/manifest");
        String sound = Files.readString(manifest);
        String body = sound.substring(0, sound.lastIndexOf("end ")).replace(" CURRENT\n", " ../../CURRENT\n");
        String end = "end " + HashedFile.sha256(body.getBytes(StandardCharsets.UTF_8)) + "\n";
        Files.writeString(manifest, body + end);
        assertThrows(BackupException.class, () -> restore(target, "restored"));
    }

    private Store store() {
        return requireNonNull(opened);
    }

    private BackupSummary backup() {
        return store().backup(target, FACTS, BackupProgress.NONE);
    }

    private void fill(int from, int until) {
        for (int number = from; number < until; number++) {
            put(store(), number, Durability.LOGGED);
        }
    }

    private int tables() throws IOException {
        try (Stream<Path> files = Files.list(target.resolve("files"))) {
            return (int) files.count();
        }
    }

    private Path restore(Path backup, String name) {
        Path folder = temporary.resolve(name);
        RocksBackups.restore(backup, folder, _ -> {}, BackupProgress.NONE);
        return folder;
    }

    private void assertRestored(Path backup, String name, int documents) {
        try (Store restored = RocksStore.open(restore(backup, name), Fixture.SMALL)) {
            for (int number = 0; number < documents; number++) {
                assertArrayEquals(
                        value(number), requireNonNull(restored.get(P, Space.DOCUMENT, key(number)), "" + number));
            }
            assertNull(restored.get(P, Space.DOCUMENT, key(documents)));
        }
    }
}
