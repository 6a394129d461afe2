package dev.mayfly.face.couchbase.bucket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where documents are stored rests on this, so it never changes. */
final class VBucketHashTest {
    private static byte[] key(int number) {
        return ("key-" + number).getBytes(StandardCharsets.US_ASCII);
    }

    private static int vBucket(int number, int vBuckets) {
        byte[] key = key(number);
        return VBucketHash.of(key, 0, key.length, vBuckets);
    }

    /** The CRC-32 of these nine digits is 0xcbf43926, by which every description of it is checked. */
    @Test
    void vBucketIsFromTheUpperHalfOfTheChecksum() {
        byte[] digits = "-123456789-".getBytes(StandardCharsets.US_ASCII);
        assertEquals(0x4bf4 & 1023, VBucketHash.of(digits, 1, 9, 1024));
        assertEquals(0x4bf4 & 63, VBucketHash.of(digits, 1, 9, 64));
    }

    @ParameterizedTest
    @CsvSource({"2, 64", "3, 128", "4, 1024", "64, 1024", "100, 1024", "1024, 1024"})
    void allOfAVBucketLiesInOneShard(int shards, int vBuckets) {
        Map<Integer, Integer> shardOf = new HashMap<>();
        for (int number = 0; number < 20_000; number++) {
            int shard = VBucketHash.shardOf(key(number), shards);
            assertTrue(shard >= 0 && shard < shards);
            Integer other = shardOf.putIfAbsent(vBucket(number, vBuckets), shard);
            assertTrue(other == null || other == shard);
        }
        assertEquals(shards, shardOf.values().stream().distinct().count());
    }

    @Test
    void thereMayBeMoreShardsThanVBuckets() {
        for (int number = 0; number < 20_000; number++) {
            assertTrue(VBucketHash.shardOf(key(number), 4096) < 4096);
        }
    }
}
