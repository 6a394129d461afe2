package dev.mayfly.face.couchbase.bucket;

/**
 * The rules by which buckets are made.
 *
 * @param vBuckets how many partitions a bucket has for its clients, a power of two
 */
public record BucketRules(CouchbaseRelease release, Edition edition, int vBuckets) {
    public static final int VBUCKETS = 1_024;
    private static final int VBUCKETS_MAX = 1 << 15;

    public BucketRules {
        if (Integer.bitCount(vBuckets) != 1 || vBuckets > VBUCKETS_MAX) {
            throw new IllegalArgumentException("the number of vBuckets is a power of two");
        }
    }

    public boolean isEnterprise() {
        return edition == Edition.ENTERPRISE;
    }

    public boolean is76() {
        return release.isAtLeast(CouchbaseRelease.R7_6);
    }
}
