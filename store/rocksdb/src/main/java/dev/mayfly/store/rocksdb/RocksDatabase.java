package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Natives.opened;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mayfly.store.api.Space;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The open database with everything native that lives as long as it does; owns and closes all of it.
 *
 * <p>Its methods are plain calls: none waits for calls in flight, so the caller of {@link #close} must have seen them
 * end.
 */
final class RocksDatabase implements AutoCloseable {
    private final Tuning tuning;
    private final RocksDB database;
    private final List<ColumnFamilyHandle> handles;
    private final ColumnFamilyHandle[] columns;
    private final ValueLengths lengths = new ValueLengths();
    private final int[] columnIds;
    private final ReadOptions reading = opened(new ReadOptions());
    private final WriteOptions writing = opened(new WriteOptions());

    private RocksDatabase(Tuning tuning, RocksDB database, List<ColumnFamilyHandle> handles) {
        this.tuning = tuning;
        this.database = database;
        this.handles = handles;
        this.columns = columnsOf(handles);
        this.columnIds = new int[columns.length];
        for (Space space : Space.values()) {
            columnIds[space.code()] = column(space).getID();
        }
    }

    private static ColumnFamilyHandle[] columnsOf(List<ColumnFamilyHandle> handles) {
        int last = 0;
        for (Space space : Space.values()) {
            last = Math.max(last, space.code());
        }
        ColumnFamilyHandle[] columns = new ColumnFamilyHandle[last + 1];
        int at = 1;
        for (Space space : Space.values()) {
            columns[space.code()] = handles.get(at++);
        }
        return columns;
    }

    /** Opens the database for reading alone: writes nothing, and holds in memory what its log has above its tables. */
    static RocksDatabase openReadOnly(Path folder, RocksOptions options) throws RocksDBException {
        return open(
                options,
                WALRecoveryMode.TolerateCorruptedTailRecords,
                (tuning, descriptors, handles) ->
                        RocksDB.openReadOnly(tuning.database(false), folder.toString(), descriptors, handles));
    }

    static RocksDatabase open(Path folder, RocksOptions options, WALRecoveryMode recovery, boolean create)
            throws RocksDBException {
        return open(
                options,
                recovery,
                (tuning, descriptors, handles) ->
                        RocksDB.open(tuning.database(create), folder.toString(), descriptors, handles));
    }

    /** One way of opening the database. */
    @FunctionalInterface
    private interface Way {
        RocksDB open(Tuning tuning, List<ColumnFamilyDescriptor> descriptors, List<ColumnFamilyHandle> handles)
                throws RocksDBException;
    }

    private static RocksDatabase open(RocksOptions options, WALRecoveryMode recovery, Way way) throws RocksDBException {
        Tuning tuning = new Tuning(options, recovery);
        try {
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tuning.unused()));
            for (Space space : Space.values()) {
                descriptors.add(new ColumnFamilyDescriptor(nameOf(space), tuning.space(space)));
            }
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            RocksDB database = opened(way.open(tuning, descriptors, handles));
            handles.forEach(Natives::opened);
            return new RocksDatabase(tuning, database, handles);
        } catch (RocksDBException | RuntimeException failure) {
            tuning.close();
            throw failure;
        }
    }

    private static byte[] nameOf(Space space) {
        return ("space-" + space.code()).getBytes(US_ASCII);
    }

    RocksDB database() {
        return database;
    }

    /** The length of the values of this database, as its readers have found. */
    ValueLengths lengths() {
        return lengths;
    }

    ColumnFamilyHandle column(Space space) {
        return columns[space.code()];
    }

    /** The number by which the log names the space. */
    int columnId(Space space) {
        return columnIds[space.code()];
    }

    /** The options for plain reads of the present. */
    ReadOptions reading() {
        return reading;
    }

    /** Writes a batch of {@link BatchEncoder} so that it survives the end of the process. */
    void write(byte[] encoded) throws RocksDBException {
        WriteBatch batch = opened(new WriteBatch(encoded));
        try {
            database.write(writing, batch);
        } finally {
            Natives.close(batch);
        }
    }

    /** Writes the memtables into files, so that the log can go. */
    void flush() throws RocksDBException {
        FlushOptions flushing = opened(new FlushOptions());
        try {
            database.flush(flushing.setWaitForFlush(true), handles);
        } finally {
            Natives.close(flushing);
        }
    }

    /** Returns the approximate number of documents; none if that cannot be told. */
    long documentsEstimate() {
        try {
            return database.getLongProperty(column(Space.DOCUMENT), "rocksdb.estimate-num-keys");
        } catch (RocksDBException _) {
            return 0;
        }
    }

    /** Returns the approximate number of bytes by which the levels are behind; none if that cannot be told. */
    long compactionDebtBytes() {
        long bytes = 0;
        for (ColumnFamilyHandle handle : handles) {
            try {
                bytes += database.getLongProperty(handle, "rocksdb.estimate-pending-compaction-bytes");
            } catch (RocksDBException _) {
                // A figure to look at: the others are told all the same.
            }
        }
        return bytes;
    }

    /** Links or copies into a folder, which must not be there, the files of one moment of the database. */
    void checkpoint(Path folder) throws RocksDBException {
        Checkpoint checkpoint = opened(Checkpoint.create(database));
        try {
            checkpoint.createCheckpoint(folder.toString());
        } finally {
            Natives.close(checkpoint);
        }
    }

    /** Rewrites everything, and leaves nothing in the folder of what was deleted before. */
    void compact() throws RocksDBException {
        CompactRangeOptions options = opened(compacting());
        try {
            compact(options);
            FileList.renew(database, handles.getFirst());
        } finally {
            Natives.close(options);
        }
    }

    static CompactRangeOptions compacting() {
        return new CompactRangeOptions()
                .setExclusiveManualCompaction(false)
                .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForceOptimized);
    }

    void compact(CompactRangeOptions options) throws RocksDBException {
        flush();
        for (Space space : Space.values()) {
            database.compactRange(column(space), null, null, options);
        }
    }

    @Override
    public void close() {
        Natives.close(writing);
        Natives.close(reading);
        handles.reversed().forEach(Natives::close);
        Natives.close(database);
        tuning.close();
    }
}
