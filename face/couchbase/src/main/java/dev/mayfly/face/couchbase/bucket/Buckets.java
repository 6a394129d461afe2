package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.RecordsCopy;
import dev.mayfly.engine.schema.LimitChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The buckets: found, made, changed and deleted. Every change is durable before it is seen. Safe for concurrent use;
 * one change at a time.
 */
public final class Buckets {
    /** The name under which this face's collections and records are kept. */
    public static final String FACE = "couchbase";

    /** The bucket that a new data folder has. */
    public static final String DEFAULT = "default";

    public static final int BUCKETS_MAX = 30;
    public static final int SCOPES_MAX = 1_200;
    public static final int COLLECTIONS_MAX = 1_200;

    private static final int ATTEMPTS_MAX = 100;

    private final Engine engine;
    private final BucketStore store;
    private final FaceRecords records;
    private final LimitAudit limits;
    private final BucketRules rules;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final List<Consumer<Bucket>> listeners = new CopyOnWriteArrayList<>();
    private final String nodeUuid;
    private final MapRevision revision;
    private final RecordsCopy copy;
    private volatile Runnable takenOver = () -> {};
    private volatile double purgeDays = PurgeInterval.CLUSTER_DAYS;

    public Buckets(Engine engine, BucketRules rules) {
        this.engine = engine;
        this.store = new BucketStore(engine);
        this.records = engine.records(FACE);
        this.limits = new LimitAudit(engine.audit());
        this.rules = rules;
        this.nodeUuid = store.node();
        this.copy = new RecordsCopy(records);
        this.revision = new MapRevision(records);
        boolean isNew = !revision.takeOver();
        copy.readAnew(this::restore);
        if (isNew) {
            create(DEFAULT, BucketSettings.plain());
        } else {
            // The announced ports may differ.
            revision.begin();
        }
    }

    /** Returns 32 hexadecimal digits that stay the same as long as the data folder exists. */
    public String node() {
        return nodeUuid;
    }

    private void restore() {
        Map<String, BucketRecord> known = store.all();
        if (!engine.isShared()) {
            store.dropStrays(known);
        }
        known.forEach((name, record) -> {
            Bucket bucket =
                    new Bucket(engine, name, record.uuid(), record.vBuckets(), record.settings(), record.manifest());
            bucket.changes().restore(record.manifest());
            bucket.set(record.manifest(), open(bucket, record.manifest()));
            // What is lost with a server lives on where other servers have it.
            boolean isLost = record.settings().type().isEphemeral() && !engine.isShared();
            if (record.flushing() || isLost) {
                empty(bucket);
            }
            bucket.pager().apply();
            buckets.put(name, bucket);
            purgeTombstones(bucket, purgeMillis(bucket));
        });
    }

    private List<BucketCollection> open(Bucket bucket, Manifest manifest) {
        List<BucketCollection> opened = store.open(bucket, manifest, purgeMillis(bucket));
        bucket.changes().take(opened);
        return opened;
    }

    /** Returns the time that the tombstones of a bucket stay. */
    public long purgeMillis(Bucket bucket) {
        return PurgeInterval.millis(PurgeInterval.days(bucket.settings(), purgeDays));
    }

    /** Sets the days that tombstones stay in buckets without a setting of their own. */
    public synchronized void setPurgeDays(double days) {
        purgeDays = days;
        buckets.values().forEach(this::applyPurge);
    }

    private void applyPurge(Bucket bucket) {
        long millis = purgeMillis(bucket);
        for (BucketCollection each : bucket.collections()) {
            if (each.collection().record().changes().tombstoneMillis() != millis) {
                each.collection().definition().keepTombstones(millis);
            }
        }
    }

    /** The records of the face, which all servers share. */
    public FaceRecords records() {
        return records;
    }

    public BucketRules rules() {
        return rules;
    }

    /** Returns when everything is known that other servers have changed before the call; at once where there are none. */
    public void refresh() {
        if (engine.isShared()) {
            records.refresh();
            if (copy.isOld() && takeOver()) {
                takenOver.run();
            }
        }
    }

    /** Returns true if other servers have the same buckets. */
    public boolean isShared() {
        return engine.isShared();
    }

    /** @param action runs when this has taken over what other servers have changed */
    public void onTakeOver(Runnable action) {
        takenOver = action;
    }

    private synchronized boolean takeOver() {
        return copy.readAnew(this::readAnew);
    }

    /** Reads anew what other servers may have changed. */
    private void readAnew() {
        boolean isLater = revision.takeOver();
        Map<String, BucketRecord> known = store.all();
        for (Bucket bucket : List.copyOf(buckets.values())) {
            BucketRecord record = known.get(bucket.name());
            if (record == null || !record.uuid().equals(bucket.uuid())) {
                buckets.remove(bucket.name(), bucket);
                bucket.markDropped();
                told(bucket);
            }
        }
        known.forEach((name, record) -> {
            Bucket bucket = buckets.computeIfAbsent(
                    name,
                    _ -> new Bucket(
                            engine, name, record.uuid(), record.vBuckets(), record.settings(), record.manifest()));
            bucket.set(record.settings());
            bucket.set(record.manifest(), store.found(bucket, record.manifest()));
        });
        if (isLater) {
            tellAll();
        }
    }

    private void tellAll() {
        known().forEach(this::told);
    }

    private void told(Bucket bucket) {
        listeners.forEach(listener -> listener.accept(bucket));
    }

    /** Begins a new revision, since there are other servers than before. */
    public synchronized void serversChanged() {
        revision.begin();
        tellAll();
    }

    /** Returns the bucket of exactly this name; null when there is none. */
    public @Nullable Bucket find(String name) {
        refresh();
        return buckets.get(name);
    }

    public Bucket require(String name) {
        Bucket bucket = find(name);
        if (bucket == null) {
            throw BucketException.bucketMissing(name);
        }
        return bucket;
    }

    /** Returns the buckets, sorted by name. */
    public List<Bucket> all() {
        refresh();
        return known();
    }

    private List<Bucket> known() {
        List<Bucket> all = new ArrayList<>(buckets.values());
        all.sort(Comparator.comparing(Bucket::name));
        return all;
    }

    /** Returns a number that grows with every change that a client's map of the cluster shows. */
    public long revision() {
        return revision.now();
    }

    /**
     * Adds a listener for every change of a bucket, its end too, called once the change is visible, on the thread that
     * made it.
     */
    public void addListener(Consumer<Bucket> listener) {
        listeners.add(listener);
    }

    public void removeListener(Consumer<Bucket> listener) {
        listeners.remove(listener);
    }

    private void tell(Bucket bucket) {
        revision.next();
        told(bucket);
    }

    /** @param settings that were found valid */
    public synchronized Bucket create(String name, BucketSettings settings) {
        refresh();
        // Names that differ in case alone would share a folder where folders do not mind it.
        if (buckets.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
            throw BucketException.bucketExists();
        }
        if (buckets.size() >= BUCKETS_MAX) {
            throw BucketException.refused("Cannot create more than " + BUCKETS_MAX + " buckets");
        }
        int vBuckets = settings.number(BucketSettings.VBUCKETS, rules.vBuckets());
        Manifest manifest = Manifest.initial(rules.release());
        BucketRecord record = new BucketRecord(store.newUuid(), vBuckets, settings, manifest, false, List.of());
        Bucket bucket = new Bucket(engine, name, record.uuid(), vBuckets, settings, manifest);
        bucket.changes().begin(manifest);
        bucket.set(manifest, open(bucket, manifest));
        limits.bucket(name, MaxTtl.NONE, settings.maxTtl());
        store.putNew(name, record);
        buckets.put(name, bucket);
        tell(bucket);
        return bucket;
    }

    /** @param settings that were found valid */
    public synchronized void update(Bucket bucket, BucketSettings settings) {
        limits.bucket(bucket.name(), bucket.settings().maxTtl(), settings.maxTtl());
        store.replace(bucket, record -> record.with(settings));
        bucket.set(settings);
        applyPurge(bucket);
        tell(bucket);
    }

    /** Notes that the server ends in order. */
    public void close() {
        buckets.values().forEach(bucket -> bucket.changes().close());
    }

    /** Does work while no other change of buckets is made. */
    public synchronized void alone(Runnable work) {
        work.run();
    }

    /**
     * Returns a change of a collection's limit, or for the default collection of its bucket's, that is written with others;
     * then {@link #reread} makes it known. Null if the limit is so already.
     *
     * @param seconds as {@link MaxTtl} has it
     */
    public synchronized @Nullable LimitChange limitChange(BucketCollection collection, int seconds) {
        Bucket bucket = collection.bucket();
        BucketRecord record = store.require(bucket);
        String name = BucketStore.recordOf(bucket.name());
        if (collection.isDefault()) {
            int limit = Math.max(MaxTtl.NONE, seconds);
            int before = record.settings().maxTtl();
            BucketSettings settings = record.settings().with(Map.of(BucketSettings.MAX_TTL, Integer.toString(limit)));
            return before == limit
                    ? null
                    : LimitAudit.ofBucket(
                            bucket.name(), name, record.with(settings).toBytes(), before, limit);
        }
        Manifest after = ManifestChanges.limited(record.manifest(), collection, seconds);
        byte[] changed = record.with(after, record.tombstones()).toBytes();
        return after.equals(record.manifest())
                ? null
                : LimitAudit.ofCollection(
                        collection.collection().name(),
                        name,
                        changed,
                        collection.definition().maxTtl(),
                        seconds);
    }

    /** Takes over the record of a bucket, which was written with other changes. */
    public synchronized void reread(Bucket bucket) {
        BucketRecord record = store.require(bucket);
        bucket.set(record.settings());
        bucket.changes().beginning();
        try {
            bucket.changes().record(record.manifest());
            bucket.set(record.manifest(), open(bucket, record.manifest()));
        } finally {
            bucket.changes().ended();
        }
        tell(bucket);
    }

    public synchronized void drop(Bucket bucket) {
        store.require(bucket);
        buckets.remove(bucket.name(), bucket);
        bucket.markDropped();
        store.delete(bucket.name());
        bucket.changes().forget();
        tell(bucket);
    }

    /** Empties every collection. If the process ends midway, the next one completes it at its start. */
    public synchronized void flush(Bucket bucket) {
        store.replace(bucket, kept -> kept.flushing(true));
        empty(bucket);
        told(bucket);
    }

    private void empty(Bucket bucket) {
        bucket.collections().forEach(store::empty);
        bucket.set(bucket.manifest(), open(bucket, bucket.manifest()));
        bucket.changes().restarted();
        store.replace(bucket, kept -> kept.flushing(false));
    }

    /** Makes one change of a manifest, and returns the new manifest. */
    synchronized Manifest change(Bucket bucket, ManifestChange change) {
        refresh();
        for (int attempt = 1; ; attempt++) {
            try {
                return changeOnce(bucket, change);
            } catch (StaleManifestException _) {
                if (attempt == ATTEMPTS_MAX) {
                    throw BucketException.refused(
                            "Other servers have changed the collections of this bucket meanwhile");
                }
                readAnew();
            }
        }
    }

    /** Another server has changed the manifest that a change began with. */
    private static final class StaleManifestException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private Manifest changeOnce(Bucket bucket, ManifestChange change) {
        store.require(bucket);
        Manifest before = bucket.manifest();
        Manifest after = change.apply(before);
        if (after.equals(before)) {
            return before;
        }
        List<BucketCollection> dropped =
                bucket.collections().stream().filter(each -> !each.isIn(after)).toList();
        long now = engine.clock().wallMillis();
        limits.manifest(bucket.name(), before, after);
        store.replace(bucket, kept -> {
            if (!kept.manifest().equals(before)) {
                throw new StaleManifestException();
            }
            List<BucketRecord.Tombstone> tombstones = new ArrayList<>(kept.tombstonesSince(now - purgeMillis(bucket)));
            dropped.forEach(each -> tombstones.add(new BucketRecord.Tombstone(each.path(), each.uid(), now)));
            return kept.with(after, tombstones);
        });
        List<BucketCollection> kept =
                bucket.collections().stream().filter(each -> each.isIn(after)).toList();
        bucket.changes().beginning();
        try {
            bucket.changes().record(after);
            bucket.set(before, kept);
            dropped.forEach(store::drop);
            bucket.set(after, open(bucket, after));
        } finally {
            bucket.changes().ended();
        }
        tell(bucket);
        return after;
    }

    /** A step from one manifest to another; it throws {@link BucketException} when it cannot be taken. */
    @FunctionalInterface
    interface ManifestChange {
        Manifest apply(Manifest before);
    }

    /** Forgets the collections that were dropped longer ago than this, and returns their number. */
    public synchronized int purgeTombstones(Bucket bucket, long intervalMillis) {
        BucketRecord record = store.require(bucket);
        long until = engine.clock().wallMillis() - intervalMillis;
        int purged = record.tombstones().size() - record.tombstonesSince(until).size();
        if (purged > 0) {
            // Another server may change the collections meanwhile.
            store.replace(bucket, kept -> kept.with(kept.manifest(), kept.tombstonesSince(until)));
        }
        return purged;
    }
}
