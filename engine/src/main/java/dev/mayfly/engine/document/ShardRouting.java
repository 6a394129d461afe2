package dev.mayfly.engine.document;

import org.apache.commons.codec.digest.MurmurHash3;

/** The shard of a key by its hash. */
public final class ShardRouting {
    private ShardRouting() {}

    /**
     * Returns the shard of the first bytes of a key: MurmurHash3 for x86 of 32 bits with seed 0, read as a fraction of the
     * number of shards. So each shard has one span of hashes, and the spans have the order of the shards.
     */
    public static int byHash(byte[] key, int length, int shards) {
        return shards == 1 ? 0 : share(MurmurHash3.hash32x86(key, 0, length, 0), shards);
    }

    private static int share(int hash, int shards) {
        return (int) (Integer.toUnsignedLong(hash) * shards >>> Integer.SIZE);
    }
}
