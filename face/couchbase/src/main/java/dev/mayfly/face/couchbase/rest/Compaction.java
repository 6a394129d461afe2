package dev.mayfly.face.couchbase.rest;

import dev.mayfly.engine.Engine;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;

/** Takes out of a bucket what is expired, and the tombstones that are older than their interval. */
final class Compaction {
    private final Engine engine;
    private final Buckets buckets;
    private final ClusterSettings cluster;

    Compaction(Engine engine, Buckets buckets, ClusterSettings cluster) {
        this.engine = engine;
        this.buckets = buckets;
        this.cluster = cluster;
    }

    /** @param isForced whether tombstones go however young they are */
    void compact(Bucket bucket, boolean isForced) {
        engine.sweeper().sweepNow();
        buckets.purgeTombstones(bucket, isForced ? 0 : cluster.purgeMillis(bucket.settings()));
    }
}
