package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.ClusterMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The configurations that clients find their way by, kept until they change. Safe for concurrent use. */
public final class ClusterConfigs {
    private final ClusterMap map;
    /** One for each bucket; those of dropped buckets are no longer read, and the next change forgets them. */
    private final Map<Bucket, Kept> kept = new ConcurrentHashMap<>();

    public ClusterConfigs(ClusterMap map) {
        this.map = map;
    }

    /** Returns the configuration of a bucket: JSON with its map of vBuckets. Not to be changed. */
    byte[] of(Bucket bucket) {
        long revision = revision();
        Kept found = kept.get(bucket);
        if (found == null || found.revision != revision) {
            kept.keySet().removeIf(Bucket::isDropped);
            found = new Kept(revision, map.of(bucket, ClusterMap.SAME_HOST));
            kept.put(bucket, found);
        }
        return found.config;
    }

    /** Returns the configuration of the node alone. */
    byte[] global() {
        return map.global();
    }

    long epoch() {
        return ClusterMap.EPOCH;
    }

    /** Grows with every change. */
    long revision() {
        return map.revision();
    }

    private record Kept(long revision, byte[] config) {}
}
