package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamageTest {
    private static final int ENTRIES = 600;
    private static final int IN_FILES = 250;
    private static final int LOG_FLIPS = 48;
    private static final int OTHER_FLIPS = 48;

    /** The number of writes of its own that a compaction makes. */
    private static final int COMPACTION_WRITES = 2;

    @TempDir
    Path temporary;

    private Path pristine = Path.of("");
    private int copies;

    /** A store of which some entries are in files and the others in the log, as a kill would leave it. */
    @BeforeEach
    void writeAndKill() throws IOException {
        Path folder = temporary.resolve("data");
        pristine = temporary.resolve("pristine");
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL)) {
            for (int i = 0; i < ENTRIES; i++) {
                Fixture.put(store, i, Durability.LOGGED);
                if (i == IN_FILES) {
                    store.compact();
                }
            }
            Fixture.copy(folder, pristine);
        }
    }

    @Test
    void everyFlipInTheLogIsRefusedWithTheFilesName() throws IOException {
        long length = Files.size(log(pristine));
        for (int i = 0; i < LOG_FLIPS; i++) {
            Path copy = copy();
            flip(log(copy), length * i / LOG_FLIPS, 1 << (i % 8));
            StoreException refusal = assertThrows(
                    StoreException.class,
                    () -> RocksStore.open(copy, Fixture.SMALL).close());
            assertEquals(Reason.CORRUPT, refusal.reason());
            assertTrue(refusal.toString().contains(log(copy).toString()), refusal.toString());
        }
    }

    @Test
    void noFlipAnywhereGivesAWrongAnswer() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<Path> files = filesOf(pristine);
        for (int i = 0; i < OTHER_FLIPS; i++) {
            Path copy = copy();
            Path file = copy.resolve(pristine.relativize(files.get(i % files.size())));
            if (Files.size(file) > 0) {
                flip(file, random.nextLong(Files.size(file)), 1 << random.nextInt(8));
                assertRefusedOrRight(copy, file);
            }
        }
    }

    private static void assertRefusedOrRight(Path copy, Path file) {
        try (RocksStore store = RocksStore.open(copy, Fixture.SMALL)) {
            for (int i = 0; i < ENTRIES; i++) {
                assertArrayEquals(
                        Fixture.value(i), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(i)), file + " entry " + i);
            }
        } catch (StoreException refusal) {
            assertTrue(
                    refusal.reason() == Reason.CORRUPT || refusal.reason() == Reason.NEWER_FORMAT, refusal.toString());
        }
    }

    @Test
    void aTornTailIsCutOff() throws IOException {
        long length = Files.size(log(pristine));
        for (long cut = 1; cut < 40; cut += 7) {
            Path copy = copy();
            try (FileChannel channel = FileChannel.open(log(copy), StandardOpenOption.WRITE)) {
                channel.truncate(length - cut);
            }
            try (RocksStore store = RocksStore.open(copy, Fixture.SMALL)) {
                assertNotNull(store.get(Fixture.P, Space.DOCUMENT, Fixture.key(ENTRIES - 2)));
                assertNull(store.get(Fixture.P, Space.DOCUMENT, Fixture.key(ENTRIES - 1)));
            }
        }
    }

    @Test
    void salvageKeepsWhatLiesBeforeTheDamageAndSaysWhatLiesBehind() throws IOException {
        Path copy = copy();
        Path log = log(copy);
        long at = Files.size(log) / 2;
        long length = Files.size(log);
        flip(log, at, 1);
        LogRepair salvage = RocksStore.salvage(copy);
        assertTrue(salvage.isDamaged());
        assertFalse(salvage.gap());
        assertEquals(log, salvage.log());
        assertTrue(salvage.offset() <= at && at - salvage.offset() < 300, salvage.toString());
        assertEquals(length - salvage.offset(), salvage.bytesLost());
        try (RocksStore store = RocksStore.open(copy, Fixture.SMALL)) {
            int kept = 0;
            while (kept < ENTRIES && store.get(Fixture.P, Space.DOCUMENT, Fixture.key(kept)) != null) {
                kept++;
            }
            assertEquals(kept + COMPACTION_WRITES, salvage.lastSequence());
            assertTrue(kept > IN_FILES && kept < ENTRIES, kept + " kept");
            for (int i = kept; i < ENTRIES; i++) {
                assertNull(store.get(Fixture.P, Space.DOCUMENT, Fixture.key(i)));
            }
        }
    }

    @Test
    void salvageOfAnUndamagedStoreLosesNothing() throws IOException {
        Path copy = copy();
        LogRepair salvage = RocksStore.salvage(copy);
        assertFalse(salvage.isDamaged());
        assertEquals(0, salvage.bytesLost());
        assertRefusedOrRight(copy, copy);
    }

    private Path copy() throws IOException {
        Path copy = temporary.resolve("copy" + copies++);
        Fixture.copy(pristine, copy);
        return copy;
    }

    private static Path log(Path folder) throws IOException {
        return filesOf(folder).stream()
                .filter(file -> file.toString().endsWith(".log"))
                .max((first, second) -> first.compareTo(second))
                .orElseThrow();
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void flip(Path file, long at, int bits) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) at] = (byte) (bytes[(int) at] ^ bits);
        Files.write(file, bytes);
    }
}
