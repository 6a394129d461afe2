package dev.mayfly.face.couchbase.rest;

import dev.mayfly.engine.ExpiryStatistics;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import tools.jackson.databind.node.ObjectNode;

/**
 * The size of a bucket. Expired documents are never counted, whether they are destroyed or not, though the count may
 * lag a little.
 *
 * @param items live documents
 * @param bytes stored
 */
record BucketStats(long items, long bytes) {
    private static final long MIB = 1 << 20;
    private static final double PERCENT = 100;

    static BucketStats of(Bucket bucket) {
        long items = 0;
        long bytes = 0;
        for (BucketCollection each : bucket.collections()) {
            try {
                ExpiryStatistics statistics = each.collection().statistics();
                items += statistics.live();
                bytes += statistics.bytes();
            } catch (EngineException _) {
                // It was dropped or emptied just now.
            }
        }
        return new BucketStats(items, bytes);
    }

    /** Returns the quota in bytes. */
    static long quota(Bucket bucket) {
        return bucket.settings().number(BucketSettings.RAM_QUOTA, 0) * MIB;
    }

    void addTo(ObjectNode stats, Bucket bucket) {
        stats.put("quotaPercentUsed", Math.min(PERCENT, bytes * PERCENT / Math.max(1, quota(bucket))))
                .put("opsPerSec", 0)
                .put("diskFetches", 0)
                .put("itemCount", items)
                .put("diskUsed", bytes)
                .put("dataUsed", bytes)
                .put("memUsed", bytes)
                .put("vbActiveNumNonResident", 0);
    }
}
