package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;

/** Takes out of a bucket what is expired, and the tombstones that are older than their interval. */
final class Compaction {
    private final Buckets buckets;
    private final ClusterSettings cluster;

    /** From now on buckets keep tombstones as their settings say, or those of the cluster. */
    Compaction(Buckets buckets, ClusterSettings cluster) {
        this.buckets = buckets;
        this.cluster = cluster;
        buckets.addListener(this::follow);
        followAll();
    }

    private void follow(Bucket bucket) {
        if (!bucket.isDropped()) {
            buckets.pager().keepTombstones(bucket, cluster.purgeMillis(bucket.settings()));
        }
    }

    /** To be called when the settings of the cluster have changed. */
    void followAll() {
        buckets.all().forEach(this::follow);
    }

    /** @param isForced whether tombstones go however young they are */
    void compact(Bucket bucket, boolean isForced) {
        buckets.purgeTombstones(bucket, isForced ? 0 : cluster.purgeMillis(bucket.settings()));
        buckets.pager().compact(bucket, isForced);
    }
}
