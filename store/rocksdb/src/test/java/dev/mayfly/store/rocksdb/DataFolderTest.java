package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path temporary;

    private Path folder = Path.of("");

    @BeforeEach
    void chooseFolder() {
        folder = temporary.resolve("deep/data");
    }

    @Test
    void aNewFolderIsItsOwnersAlone() throws IOException {
        RocksStore.open(folder, Fixture.SMALL).close();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    }

    @Test
    void theFormatIsWrittenDown() throws IOException {
        RocksStore.open(folder, Fixture.SMALL).close();
        assertEquals("mayfly-data 1\n", Files.readString(folder.resolve("format")));
    }

    @Test
    void aSecondOpeningIsRefused() {
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL)) {
            Fixture.put(store, 1, Durability.LOGGED);
            StoreException refusal = refusal(Reason.LOCKED);
            assertTrue(refusal.toString().contains(folder.toString()), refusal.toString());
            assertTrue(refusal.toString().contains("" + ProcessHandle.current().pid()), refusal.toString());
        }
        RocksStore.open(folder, Fixture.SMALL).close();
    }

    @Test
    void aNewerFormatIsRefused() throws IOException {
        RocksStore.open(folder, Fixture.SMALL).close();
        Files.writeString(folder.resolve("format"), "mayfly-data 2\n");
        StoreException refusal = refusal(Reason.NEWER_FORMAT);
        assertTrue(refusal.toString().contains(folder.toString()), refusal.toString());
    }

    @Test
    void anUnreadableFormatIsRefused() throws IOException {
        RocksStore.open(folder, Fixture.SMALL).close();
        for (String nonsense : new String[] {"", "mayfly-data x", "mayfly-data -1", "something else 1"}) {
            Files.writeString(folder.resolve("format"), nonsense);
            refusal(Reason.CORRUPT);
        }
        Files.write(folder.resolve("format"), new byte[] {'m', 'a', 'y', (byte) 0xe6, 'l', 'y'});
        refusal(Reason.CORRUPT);
    }

    @Test
    void dataWithoutAFormatIsNotTakenForAnEmptyFolder() throws IOException {
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL)) {
            Fixture.put(store, 1, Durability.LOGGED);
        }
        Files.delete(folder.resolve("format"));
        refusal(Reason.CORRUPT);
    }

    @Test
    void aCreationThatDidNotEndIsBegunAgain() throws IOException {
        RocksStore.open(folder, Fixture.SMALL).close();
        Files.delete(folder.resolve("format"));
        Files.delete(folder.resolve("rocksdb/CURRENT"));
        RocksStore.open(folder, Fixture.SMALL).close();
        assertTrue(Files.exists(folder.resolve("format")));
    }

    @Test
    void aDatabaseThatVanishedIsNotCreatedAnew() throws IOException {
        RocksStore.open(folder, Fixture.SMALL).close();
        Files.delete(folder.resolve("rocksdb/CURRENT"));
        refusal(Reason.CORRUPT);
        assertFalse(Files.exists(folder.resolve("rocksdb/CURRENT")));
    }

    @Test
    void aFolderThatCannotBeMadeIsRefused() throws IOException {
        Files.writeString(temporary.resolve("deep"), "a file in the way");
        refusal(Reason.UNAVAILABLE);
    }

    private StoreException refusal(Reason reason) {
        StoreException refusal = assertThrows(
                StoreException.class,
                () -> RocksStore.open(folder, Fixture.SMALL).close());
        assertEquals(reason, refusal.reason(), refusal.toString());
        return refusal;
    }
}
