package dev.mayfly.store.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** What a store asks of the disk itself; a test puts its own in the way. */
interface Disk {
    Disk REAL = new Disk() {};

    /** Makes the write-ahead log survive a loss of power. */
    default void sync(RocksDB database) throws RocksDBException {
        database.syncWal();
    }

    /** How many bytes can still be written in the folder. */
    default long usableBytes(Path folder) throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }
}
