package dev.mayfly.face.couchbase.bucket;

import java.util.zip.CRC32;

/** Which vBucket a key belongs to, and which shard a vBucket lies in. */
public final class VBucketHash {
    /*
     * A bucket has a power of two of vBuckets, and a vBucket's number is the last bits of one hash. So a shard is found from the
     * last six bits, by which all of a vBucket is in it for every bucket of 64 vBuckets or more; where there are more shards
     * than 64, from the last ten, since buckets have 1024 vBuckets unless told otherwise.
     */
    private static final int FEWEST = 64;
    private static final int MOST = 1024;

    private VBucketHash() {}

    /** Returns the vBucket of a key, of a number of them that is a power of two. */
    public static int of(byte[] key, int offset, int length, int vBuckets) {
        return hash(key, offset, length) & vBuckets - 1;
    }

    /** Returns the shard in which the vBucket of a key lies. */
    public static int shardOf(byte[] key, int shards) {
        int among = shards <= FEWEST ? FEWEST : MOST;
        return Math.min(shards - 1, of(key, 0, key.length, among) * shards / among);
    }

    /** Returns the shard of a vBucket; of a vBucket that lies in several, the first. */
    static int shardOf(int vBucket, int shards) {
        int among = shards <= FEWEST ? FEWEST : MOST;
        return Math.min(shards - 1, (vBucket & among - 1) * shards / among);
    }

    private static int hash(byte[] key, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(key, offset, length);
        return (int) (crc.getValue() >> 16) & 0x7fff;
    }
}
