package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Natives.opened;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The list of the files of a database, which names the first and the last key of each. */
final class FileList {
    /*
     * RocksDB appends to the list what becomes of the files, and begins another list only when the last one is large. Until
     * then it holds the keys of files that are long gone. There is no call that begins another, but files whose keys are
     * large make a list large: so a large key is put where otherwise nothing is, and taken out again.
     */
    /** The size behind which another list is begun, or several times what must be in it if that is more. */
    static final long BYTES_MAX = 16 << 10;

    private static final int FILLER_BYTES_MIN = 8 << 10;
    private static final int FILLER_BYTES_MAX = 1 << 20;
    private static final int ROUNDS_MAX = 32;

    private FileList() {}

    /** Begins another list, and deletes the last one with all files that are not needed any more. */
    static void renew(RocksDB database, ColumnFamilyHandle unused) throws RocksDBException {
        Path current = Path.of(database.getName(), "CURRENT");
        String before = read(current);
        byte[] filler = new byte[FILLER_BYTES_MIN];
        FlushOptions flushing = opened(new FlushOptions());
        try {
            flushing.setWaitForFlush(true);
            for (int round = 0; round < ROUNDS_MAX && read(current).equals(before); round++) {
                database.put(unused, filler, new byte[0]);
                database.flush(flushing, List.of(unused));
                database.delete(unused, filler);
                database.flush(flushing, List.of(unused));
                database.compactRange(unused);
                filler = new byte[Math.min(FILLER_BYTES_MAX, filler.length * 2)];
            }
        } finally {
            Natives.close(flushing);
        }
        database.disableFileDeletions();
        database.enableFileDeletions();
    }

    private static String read(Path current) throws RocksDBException {
        try {
            return Files.readString(current);
        } catch (IOException failure) {
            throw new RocksDBException("the name of the list of files cannot be read: " + failure.getMessage());
        }
    }
}
