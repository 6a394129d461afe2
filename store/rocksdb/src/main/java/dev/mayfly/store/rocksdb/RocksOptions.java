package dev.mayfly.store.rocksdb;

/**
 * The settings of a store that an operator may choose.
 *
 * @param blockCacheBytes memory for blocks read from files, indexes and filters included
 * @param hotBytes memory of the heap for documents that were read lately; 0 for none
 * @param memtableBytes memory for writes of one space before they become a file
 * @param logBytesMax how large the write-ahead log may grow before the memtables that hold it back are written
 * @param reserveBytes free space of the file system below which only what frees space is written; 0 for no reserve
 * @param backgroundJobs flushes and compactions at one time
 */
public record RocksOptions(
        long blockCacheBytes,
        long hotBytes,
        long memtableBytes,
        long logBytesMax,
        long reserveBytes,
        int backgroundJobs) {
    private static final long MIB = 1 << 20;

    /**
     * A small log is what makes a start after a kill short: replaying costs as much as writing did. Half a million
     * documents of 200 bytes with 24 MiB of log were open again in 1.3 s, with 48 MiB in 2.0 s, and cost the same to load.
     */
    public static final RocksOptions DEFAULT = new RocksOptions(256 * MIB, 64 * MIB, 16 * MIB, 24 * MIB, 64 * MIB, 2);

    public RocksOptions {
        if (blockCacheBytes < 0
                || hotBytes < 0
                || memtableBytes <= 0
                || logBytesMax <= 0
                || reserveBytes < 0
                || backgroundJobs <= 0) {
            throw new IllegalArgumentException("sizes and counts of a store must be positive");
        }
    }

    public RocksOptions withBlockCacheBytes(long bytes) {
        return new RocksOptions(bytes, hotBytes, memtableBytes, logBytesMax, reserveBytes, backgroundJobs);
    }

    public RocksOptions withHotBytes(long bytes) {
        return new RocksOptions(blockCacheBytes, bytes, memtableBytes, logBytesMax, reserveBytes, backgroundJobs);
    }

    public RocksOptions withMemtableBytes(long bytes) {
        return new RocksOptions(blockCacheBytes, hotBytes, bytes, logBytesMax, reserveBytes, backgroundJobs);
    }

    public RocksOptions withLogBytesMax(long bytes) {
        return new RocksOptions(blockCacheBytes, hotBytes, memtableBytes, bytes, reserveBytes, backgroundJobs);
    }

    public RocksOptions withReserveBytes(long bytes) {
        return new RocksOptions(blockCacheBytes, hotBytes, memtableBytes, logBytesMax, bytes, backgroundJobs);
    }
}
