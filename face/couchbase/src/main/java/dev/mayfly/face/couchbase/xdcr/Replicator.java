package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.sequence.SequencedChange;
import dev.mayfly.engine.sequence.SequencedPage;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketChanges;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.ManifestEvent;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.bucket.VBucketChange;
import dev.mayfly.face.couchbase.kv.ConflictRule;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.XattrBlob;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.Opcode;
import dev.mayfly.face.couchbase.wire.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out one replication, on a thread of its own, until it is stopped. */
final class Replicator {
    /*
     * Each vBucket is read a page at a time, and a page is answered by the target before the next of the vBucket is read, so
     * the changes of a key arrive in their order. Where it has come to is noted about once a second; what lies behind the
     * note is sent again after a failure, which changes nothing at the target: it has that already.
     */
    private static final Logger LOG = LoggerFactory.getLogger(Replicator.class);
    private static final int PAGE_CHANGES = 256;
    private static final long PAGE_BYTES = 256 << 10;
    private static final long NOTE_NANOS = 1_000_000_000;
    private static final long BACKOFF_NANOS = 100_000_000;
    private static final long BACKOFF_NANOS_MAX = 10_000_000_000L;
    private static final int MILLIS = 1_000;
    private static final int META_BYTES = 28;
    private static final int FORCE_ACCEPT = 0x02;
    private static final int IS_EXPIRATION = 0x10;
    private static final byte[] NOTHING = {};

    private final Replication replication;
    private final RemoteCluster cluster;
    private final Bucket bucket;
    private final BucketChanges changes;
    private final ReplicationPositions positions;
    private final ReplicationCounts counts;
    private final Clock machine;
    private final @Nullable Pattern keys;
    private final Map<Integer, Integer> collections = new HashMap<>();
    private volatile boolean hasNews;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;
    private volatile String lastFailure = "";

    Replicator(
            Replication replication,
            RemoteCluster cluster,
            Bucket bucket,
            ReplicationPositions positions,
            ReplicationCounts counts,
            Clock machine) {
        this.replication = replication;
        this.cluster = cluster;
        this.bucket = bucket;
        this.changes = bucket.changes();
        this.positions = positions;
        this.counts = counts;
        this.machine = machine;
        this.keys = replication.filter().keys();
    }

    ReplicationCounts counts() {
        return counts;
    }

    /** Why it does not go on at present, or empty. */
    String lastFailure() {
        return lastFailure;
    }

    /** The number of vBuckets of which something is still to be sent. */
    int behind() {
        int behind = 0;
        for (int vBucket = 0; vBucket < bucket.vBuckets(); vBucket++) {
            behind += changes.high(vBucket) > positions.of(vBucket) ? 1 : 0;
        }
        return behind;
    }

    void start() {
        Thread made = Thread.ofVirtual().name("couchbase-xdcr").unstarted(this::run);
        thread = made;
        made.start();
    }

    /** Returns when it sends nothing any more. */
    void stop() {
        stopped = true;
        wake();
        Thread running = thread;
        if (running != null) {
            running.interrupt();
            try {
                running.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void wake() {
        hasNews = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        long backoff = BACKOFF_NANOS;
        while (!stopped && !bucket.isDropped()) {
            try (TargetConnection target = TargetConnection.open(cluster, replication.target());
                    BucketChanges.Subscription subscription = changes.subscribe(this::wake)) {
                changes.follow();
                collections.clear();
                lastFailure = "";
                backoff = BACKOFF_NANOS;
                replicate(target, subscription);
            } catch (IOException | EngineException failure) {
                lastFailure = String.valueOf(failure.getMessage());
                LOG.debug("the replication {} is interrupted", replication.id(), failure);
            } finally {
                note();
            }
            if (!stopped) {
                LockSupport.parkNanos(this, backoff);
                backoff = Math.min(backoff * 2, BACKOFF_NANOS_MAX);
            }
        }
    }

    private void note() {
        try {
            positions.keep();
        } catch (EngineException failure) {
            LOG.debug("where the replication {} is could not be noted", replication.id(), failure);
        }
    }

    private void replicate(TargetConnection target, BucketChanges.Subscription subscription) throws IOException {
        long notedAt = machine.tickNanos();
        while (!stopped && !bucket.isDropped()) {
            hasNews = false;
            subscription.renew();
            boolean hasSent = changes.isBuilt() && round(target);
            if (machine.tickNanos() - notedAt >= NOTE_NANOS) {
                notedAt = machine.tickNanos();
                note();
            }
            if (!hasSent && !hasNews) {
                LockSupport.parkNanos(this, NOTE_NANOS);
            }
        }
    }

    private boolean round(TargetConnection target) throws IOException {
        positions.branch();
        long settled = changes.settled();
        boolean hasSent = false;
        for (int vBucket = 0; vBucket < bucket.vBuckets() && !stopped; vBucket++) {
            long from = positions.of(vBucket);
            if (changes.high(vBucket) > from && settled > from) {
                SequencedPage.Bounds bounds = new SequencedPage.Bounds(from, settled, PAGE_CHANGES, PAGE_BYTES);
                VBucketChange.Page page = changes.page(vBucket, bounds, DOCUMENTS);
                send(target, page);
                positions.move(vBucket, page.until());
                hasSent = true;
            }
        }
        return hasSent;
    }

    /** Documents of everything but what the server keeps for itself. */
    private static final VBucketChange.Selection DOCUMENTS = new VBucketChange.Selection() {
        @Override
        public boolean wants(BucketCollection collection) {
            return !collection.scope().equals(Scope.SYSTEM);
        }

        @Override
        public boolean wants(ManifestEvent event) {
            return false;
        }
    };

    private void send(TargetConnection target, VBucketChange.Page page) throws IOException {
        Map<Integer, Integer> known = new HashMap<>();
        for (VBucketChange change : page.changes()) {
            if (!known.containsKey(change.collection())) {
                known.put(change.collection(), targetCollection(target, change.collection()));
            }
        }
        int asked = 0;
        for (VBucketChange change : page.changes()) {
            asked += write(target, known.getOrDefault(change.collection(), -1), change) ? 1 : 0;
        }
        for (int answer = 0; answer < asked; answer++) {
            take(target.read());
        }
    }

    /** A collection goes to that of the same name. */
    private int targetCollection(TargetConnection target, int collection) throws IOException {
        Integer known = collections.get(collection);
        BucketCollection source = bucket.find(collection);
        if (known != null || source == null) {
            return known == null ? -1 : known;
        }
        int found = target.collection(source.path());
        if (found >= 0) {
            collections.put(collection, found);
        }
        return found;
    }

    private void take(TargetConnection.TargetAnswer answer) throws IOException {
        if (answer.is(Status.KEY_EEXISTS) || answer.is(Status.LOCKED)) {
            if (answer.is(Status.LOCKED)) {
                throw new IOException("a document of the target is locked");
            }
            counts.behind.incrementAndGet();
        } else if (answer.is(Status.UNKNOWN_COLLECTION)) {
            collections.clear();
            counts.unmapped.incrementAndGet();
        } else {
            answer.require("a document");
            counts.written.incrementAndGet();
        }
    }

    /** Returns false if nothing is to be sent. */
    private boolean write(TargetConnection target, int collection, VBucketChange change) throws IOException {
        SequencedChange of = change.document();
        if (of == null) {
            return false;
        }
        if (collection < 0) {
            counts.unmapped.incrementAndGet();
            return false;
        }
        byte[] key = of.key().bytes();
        Document document = of.document();
        Tombstone tombstone = of.tombstone();
        boolean isFiltered = !ReplicationFilter.passes(keys, key) || (tombstone != null && leavesOut(tombstone));
        if (isFiltered) {
            counts.filtered.incrementAndGet();
        } else if (document != null) {
            writeDocument(target, collection, key, document);
        } else if (tombstone != null) {
            writeTombstone(target, collection, key, tombstone);
        }
        return !isFiltered;
    }

    private boolean leavesOut(Tombstone tombstone) {
        return tombstone.cause() == Tombstone.Cause.EXPIRED
                ? replication.filter().skipsExpirations()
                : replication.filter().skipsDeletions();
    }

    private void writeDocument(TargetConnection target, int collection, byte[] key, Document document)
            throws IOException {
        DocumentMeta meta = DocumentMeta.of(document);
        boolean hasXattrs = meta.xattrs().length > 0;
        byte[] value = hasXattrs ? new XattrBlob(meta.xattrs(), document.body()).toBytes() : document.body();
        long expiry = replication.filter().dropsExpiry() ? 0 : DocumentMeta.expiry(document);
        byte[] extras = extras(meta, expiry, 0);
        target.write(Opcode.SET_WITH_META, collection, key, hasXattrs ? Datatype.XATTR : Datatype.RAW, extras, value);
    }

    private void writeTombstone(TargetConnection target, int collection, byte[] key, Tombstone tombstone)
            throws IOException {
        DocumentMeta meta = DocumentMeta.fromBytes(tombstone.face());
        boolean hasXattrs = meta.xattrs().length > 0;
        byte[] value = hasXattrs ? new XattrBlob(meta.xattrs(), NOTHING).toBytes() : NOTHING;
        int options = tombstone.cause() == Tombstone.Cause.EXPIRED ? IS_EXPIRATION : 0;
        byte[] extras = extras(meta, tombstone.goneAt() / MILLIS, options);
        target.write(Opcode.DEL_WITH_META, collection, key, hasXattrs ? Datatype.XATTR : Datatype.RAW, extras, value);
    }

    private byte[] extras(DocumentMeta meta, long time, int options) {
        int forced = ConflictRule.of(bucket) == ConflictRule.REVISION ? 0 : FORCE_ACCEPT;
        return ByteBuffer.allocate(META_BYTES)
                .putInt(meta.flags())
                .putInt((int) time)
                .putLong(meta.rev())
                .putLong(meta.cas())
                .putInt(options | forced)
                .array();
    }
}
