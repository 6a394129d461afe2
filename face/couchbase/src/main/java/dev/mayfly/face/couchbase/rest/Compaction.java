package dev.mayfly.face.couchbase.rest;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import java.util.List;

/** Takes out of a bucket what is expired, and the tombstones that are older than their interval, without a trace. */
final class Compaction {
    private final Engine engine;
    private final Buckets buckets;

    Compaction(Engine engine, Buckets buckets) {
        this.engine = engine;
        this.buckets = buckets;
    }

    /** @param isForced whether tombstones go however young they are */
    void compact(Bucket bucket, boolean isForced) {
        List<Collection> collections =
                bucket.collections().stream().map(BucketCollection::collection).toList();
        buckets.purgeTombstones(bucket, isForced ? 0 : buckets.purgeMillis(bucket));
        if (isForced) {
            // Expired documents leave their tombstones before those are purged.
            engine.purge(collections);
        }
        engine.compact(collections);
    }
}
