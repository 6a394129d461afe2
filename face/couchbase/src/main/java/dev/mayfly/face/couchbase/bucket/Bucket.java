package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.Engine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bucket as it is now. An instance held by a caller reflects later changes; safe for concurrent use. */
public final class Bucket {
    private final String name;
    private final String uuid;
    private final int vBuckets;
    private final long seed;
    private final ExpiryPager pager = new ExpiryPager(this);
    private final BucketChanges changes;
    private volatile BucketSettings settings;
    private volatile Contents contents;
    private volatile boolean dropped;

    private record Contents(Manifest manifest, CollectionTable table) {}

    Bucket(Engine engine, String name, String uuid, int vBuckets, BucketSettings settings, Manifest manifest) {
        this.changes = new BucketChanges(engine, this);
        this.name = name;
        this.uuid = uuid;
        this.vBuckets = vBuckets;
        this.seed = Long.parseUnsignedLong(uuid, 0, 16, 16);
        this.settings = settings;
        this.contents = new Contents(manifest, CollectionTable.EMPTY);
    }

    public String name() {
        return name;
    }

    /** Returns 32 hexadecimal digits, different for each bucket there ever was. */
    public String uuid() {
        return uuid;
    }

    public int vBuckets() {
        return vBuckets;
    }

    public BucketSettings settings() {
        return settings;
    }

    /** Returns the pager that destroys its expired documents. */
    public ExpiryPager pager() {
        return pager;
    }

    public Manifest manifest() {
        return contents.manifest;
    }

    /** Returns whether the bucket is gone: its name may belong to another by now. */
    public boolean isDropped() {
        return dropped;
    }

    /** Returns the collection of this number, or null. */
    public @Nullable BucketCollection find(int collection) {
        return contents.table.find(collection);
    }

    public @Nullable BucketCollection find(String scope, String collection) {
        return contents.table.find(scope + "." + collection);
    }

    /** Returns the collection by scope and name with a dot between them, or null. */
    public @Nullable BucketCollection find(String path) {
        return contents.table.find(path);
    }

    /** Returns the collections in no order. */
    public List<BucketCollection> collections() {
        return contents.table.all();
    }

    /** Returns the number of shards into which its collections are divided. */
    int shards() {
        BucketCollection standard = find(Scope.DEFAULT, CollectionDefinition.DEFAULT);
        return standard == null ? 1 : standard.collection().record().shards();
    }

    /** Returns the vBucket of a key, which has no collection's number in front. */
    public int vBucketOf(byte[] key, int offset, int length) {
        return VBucketHash.of(key, offset, length, vBuckets);
    }

    /** Returns the order of its changes. */
    public BucketChanges changes() {
        return changes;
    }

    /** Returns the name of a vBucket's history of now, which changes when something may have been lost. */
    public long vBucketUuid(int vBucket) {
        return vBucketUuid(vBucket, changes.failovers().newest().salt());
    }

    /** Returns the name of one of a vBucket's histories: a fixed function of the bucket, the vBucket and the history's salt. */
    long vBucketUuid(int vBucket, long salt) {
        long mixed = (seed + salt + vBucket) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8_FEB8_6659_FD93L;
        // 48 bits, which every client reads without loss, whatever number type it uses.
        return (mixed ^ mixed >>> 29) >>> 16;
    }

    void set(BucketSettings changed) {
        settings = changed;
    }

    void set(Manifest manifest, List<BucketCollection> collections) {
        contents = new Contents(manifest, new CollectionTable(collections));
    }

    void markDropped() {
        dropped = true;
        contents = new Contents(contents.manifest, CollectionTable.EMPTY);
    }

    @Override
    public String toString() {
        return name;
    }
}
