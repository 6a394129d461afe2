package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Natives.opened;

import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.HyperClockCache;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksObject;
import org.rocksdb.WALRecoveryMode;

/** The configuration of RocksDB; holds its native objects, which must live as long as the database. */
final class Tuning implements AutoCloseable {
    /*
     * Against RocksDB's defaults:
     *
     * - A flipped byte in the log refuses to open (TolerateCorruptedTailRecords) instead of losing silently everything
     *   behind it; only a torn tail, which a crash leaves, is cut off. Paranoid checks stay on.
     * - A scan over many deleted keys turns them into a range deletion, and a memtable with many range deletions is
     *   flushed: a sweep deletes its queue by ranges, and every read pays for those in the memtable (sweeping batches of
     *   100 cost 8.0 us a document with at most 200 of them, 10.9 with 2,000).
     * - The memtable of documents has a Bloom filter, so that a read of what is in the files, or of nothing, does not
     *   search it (a quarter less for a hit, half for a miss, a tenth more for an insert).
     * - No compaction filter: what is destroyed is decided above, in the same batch as what is announced.
     * - Indexes and filters of files are held by the open files, about 1 % of what is stored, and not looked up in the
     *   block cache: a get asked the cache three times a file, which was a quarter of its time, and now once. The cache
     *   is the one without locks, and a block of documents finds a key by its hash.
     * - The expiry queue has no Bloom filter, since it is only scanned.
     */
    private static final int BLOOM_BITS = 10;
    private static final int BLOCK_BYTES = 8 << 10;
    private static final int TABLE_FORMAT = 6;
    private static final int TOMBSTONES_FOR_RANGE = 64;
    private static final int RANGE_DELETIONS_MAX = 200;
    private static final double MEMTABLE_BLOOM_RATIO = 0.05;
    private static final long FILE_BYTES = 64 << 20;
    private static final long LEVEL_BASE_BYTES = 256 << 20;
    private static final long BYTES_PER_SYNC = 1 << 20;
    private static final long INFO_LOG_BYTES = 4 << 20;

    static {
        RocksDB.loadLibrary();
    }

    private final RocksOptions options;
    private final WALRecoveryMode recovery;
    private final List<RocksObject> owned = new ArrayList<>();
    private final Cache cache;
    private final BloomFilter bloom;

    Tuning(RocksOptions options, WALRecoveryMode recovery) {
        this.options = options;
        this.recovery = recovery;
        this.cache = own(new HyperClockCache(options.blockCacheBytes(), 0, -1, false));
        this.bloom = own(new BloomFilter(BLOOM_BITS, false));
    }

    private <T extends RocksObject> T own(T object) {
        owned.add(opened(object));
        return object;
    }

    DBOptions database(boolean create) {
        return own(new DBOptions())
                .setCreateIfMissing(create)
                .setCreateMissingColumnFamilies(create)
                .setWalRecoveryMode(recovery)
                .setParanoidChecks(true)
                .setMaxBackgroundJobs(options.backgroundJobs())
                .setBytesPerSync(BYTES_PER_SYNC)
                .setMaxTotalWalSize(options.logBytesMax())
                .setMaxManifestFileSize(FileList.BYTES_MAX)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(INFO_LOG_BYTES)
                .setKeepLogFileNum(4)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    /** The column family that every RocksDB database has; it holds nothing here. */
    ColumnFamilyOptions unused() {
        return own(new ColumnFamilyOptions()).setWriteBufferSize(1 << 20);
    }

    ColumnFamilyOptions space(Space space) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(BLOCK_BYTES)
                .setFormatVersion(TABLE_FORMAT)
                .setCacheIndexAndFilterBlocks(false);
        if (space == Space.DOCUMENT) {
            table.setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash);
        }
        if (space != Space.EXPIRY) {
            table.setFilterPolicy(bloom);
        }
        ColumnFamilyOptions family = own(new ColumnFamilyOptions())
                .setTableFormatConfig(table)
                .setWriteBufferSize(options.memtableBytes())
                .setMaxWriteBufferNumber(4)
                .setLevelCompactionDynamicLevelBytes(true)
                .setTargetFileSizeBase(FILE_BYTES)
                .setMaxBytesForLevelBase(LEVEL_BASE_BYTES)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setMinTombstonesForRangeConversion(TOMBSTONES_FOR_RANGE)
                .setMemtableMaxRangeDeletions(RANGE_DELETIONS_MAX);
        if (space == Space.DOCUMENT) {
            family.setMemtableWholeKeyFiltering(true).setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM_RATIO);
        }
        return family;
    }

    @Override
    public void close() {
        owned.reversed().forEach(Natives::close);
    }
}
