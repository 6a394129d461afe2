package dev.mayfly.store.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/** The native library of RocksDB, which is unpacked from its jar at every start unless it lies on the library path. */
public final class RocksLibrary {
    private RocksLibrary() {}

    /** Unpacks it once, for processes whose {@code java.library.path} is this folder; it is there whole or not at all. */
    public static void unpack(Path folder) throws IOException {
        String packed = Environment.getJniLibraryFileName("rocksdb");
        try (InputStream library = RocksDB.class.getClassLoader().getResourceAsStream(packed)) {
            if (library == null) {
                return;
            }
            Files.createDirectories(folder);
            Path begun = Files.createTempFile(folder, "unpacked", "");
            Files.copy(library, begun, StandardCopyOption.REPLACE_EXISTING);
            String name = System.mapLibraryName(Environment.getSharedLibraryName("rocksdb"));
            Files.move(begun, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
