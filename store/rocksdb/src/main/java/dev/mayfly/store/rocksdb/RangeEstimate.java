package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Natives.opened;

import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * Tells how many entries a range has without reading them: RocksDB knows about how many of a memtable, and exactly which
 * blocks of its files, lie in a range.
 */
final class RangeEstimate {
    private final RocksDatabase database;

    RangeEstimate(RocksDatabase database) {
        this.database = database;
    }

    double entries(Partition partition, Space space, KeyRange range) throws RocksDBException {
        ColumnFamilyHandle column = database.column(space);
        Slice from = opened(new Slice(PlacedKeys.of(partition, range.from())));
        byte[] end = PlacedKeys.end(partition, range.until());
        Slice until = opened(new Slice(end == null ? PlacedKeys.LAST : end));
        try {
            Range placed = new Range(from, until);
            double inMemory = database.database().getApproximateMemTableStats(column, placed).count;
            long bytes = database.database()
                    .getApproximateSizes(column, List.of(placed), SizeApproximationFlag.INCLUDE_FILES)[0];
            return bytes == 0 ? inMemory : inMemory + bytes * entriesPerByte(column);
        } finally {
            Natives.close(from);
            Natives.close(until);
        }
    }

    /** Returns the mean of a space's files: keys of other kinds have other sizes. */
    private double entriesPerByte(ColumnFamilyHandle column) throws RocksDBException {
        long inMemory =
                property(column, "num-entries-active-mem-table") + property(column, "num-entries-imm-mem-tables");
        long inFiles = Math.max(1, property(column, "estimate-num-keys") - inMemory);
        return (double) inFiles / Math.max(1, property(column, "live-sst-files-size"));
    }

    private long property(ColumnFamilyHandle column, String name) throws RocksDBException {
        return database.database().getLongProperty(column, "rocksdb." + name);
    }
}
