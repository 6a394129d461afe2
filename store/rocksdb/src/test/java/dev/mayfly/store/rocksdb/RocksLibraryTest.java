package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RocksLibraryTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void libraryIsUnpackedUnderTheNameThatItIsLookedFor() throws Exception {
        RocksLibrary.unpack(folder.resolve("native"));
        RocksLibrary.unpack(folder.resolve("native"));
        try (Stream<Path> files = Files.list(folder.resolve("native"))) {
            List<Path> unpacked = files.toList();
            assertEquals(
                    List.of(System.mapLibraryName("rocksdbjni")),
                    unpacked.stream().map(file -> file.getFileName().toString()).toList());
            assertTrue(Files.size(unpacked.getFirst()) > 1_000_000);
        }
    }
}
