package dev.mayfly.store.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The disk operations that a store uses directly; tests substitute their own. */
interface Disk {
    Disk REAL = new Disk() {};

    /** Makes the write-ahead log survive a loss of power. */
    default void sync(RocksDB database) throws RocksDBException {
        database.syncWal();
    }

    /** Returns the number of bytes that can still be written in the folder. */
    default long usableBytes(Path folder) throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }
}
