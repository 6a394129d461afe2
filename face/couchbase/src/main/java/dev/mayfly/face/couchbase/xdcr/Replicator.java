package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.sequence.SequencedPage;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketChanges;
import dev.mayfly.face.couchbase.bucket.ManifestEvent;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.bucket.VBucketChange;
import dev.mayfly.face.couchbase.kv.ConflictRule;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out one replication, on a thread of its own, until it is stopped. */
final class Replicator {
    /*
     * Each vBucket is read a page at a time, and a page is answered by the target before the next of the vBucket is read, so
     * the changes of a key arrive in their order. Pages of several vBuckets are sent together: at a steady rate of writes each has
     * few, and an answer would be waited for with nearly every document. Where it has come to is noted about once a second; what
     * lies behind the note is sent again after a failure, which changes nothing at the target: it has that already. Up to
     * there the bucket, too, notes that its changes are on the disk, or a crash would have everything sent again.
     *
     * Documents of a collection that the target does not have are passed over, and the collection is noted. About once a minute,
     * and after each connection, the target is asked again; once it has the collection, all that was passed is sent.
     */
    private static final Logger LOG = LoggerFactory.getLogger(Replicator.class);
    private static final long NOTE_NANOS = 1_000_000_000;
    private static final long RECHECK_NANOS = 60_000_000_000L;
    private static final long BACKOFF_NANOS = 100_000_000;

    private final Replication replication;
    private final RemoteCluster cluster;
    private final Bucket bucket;
    private final BucketChanges changes;
    private final ReplicationPositions positions;
    private final ReplicationCounts counts;
    private final ReplicationQueue queue;
    private final Clock machine;
    private final Pacer pacer = Pacer.ofMachine();
    private final long backoffNanosMax;
    private volatile boolean hasNews;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;
    private volatile String lastFailure = "";
    private long notedAt;

    /** The number up to which any vBucket can have been sent. */
    private long reached;

    private boolean isBusy;

    Replicator(
            Replication replication,
            RemoteCluster cluster,
            Bucket bucket,
            ReplicationPositions positions,
            ReplicationCounts counts,
            ReplicationQueue queue,
            Clock machine) {
        this.replication = replication;
        this.cluster = cluster;
        this.bucket = bucket;
        this.changes = bucket.changes();
        this.positions = positions;
        this.counts = counts;
        this.queue = queue;
        this.machine = machine;
        this.backoffNanosMax = replication.settings().number(ReplicationSetting.FAILURE_RESTART_INTERVAL) * NOTE_NANOS;
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
                lastFailure = "";
                backoff = BACKOFF_NANOS;
                replicate(target, subscription);
            } catch (IOException | EngineException failure) {
                lastFailure = String.valueOf(failure.getMessage());
                LOG.debug("the replication {} is interrupted", replication.id(), failure);
            } finally {
                setBusy(false);
                note();
            }
            sleep(backoff);
            backoff = Math.min(backoff * 2, backoffNanosMax);
        }
    }

    /** Waits, whatever it is woken for, unless it is stopped. */
    private void sleep(long nanos) {
        long until = machine.tickNanos() + nanos;
        for (long left = nanos; left > 0 && !stopped; left = until - machine.tickNanos()) {
            LockSupport.parkNanos(this, left);
        }
    }

    private void note() {
        try {
            changes.noteStreamed(reached);
            if (positions.keep()) {
                counts.checkpoints.incrementAndGet();
            }
        } catch (EngineException failure) {
            counts.failedCheckpoints.incrementAndGet();
            LOG.debug("where the replication {} is could not be noted", replication.id(), failure);
        }
    }

    private void noteInTime() {
        long now = machine.tickNanos();
        if (now - notedAt >= NOTE_NANOS) {
            notedAt = now;
            counts.measure(now);
            note();
        }
    }

    private void replicate(TargetConnection target, BucketChanges.Subscription subscription) throws IOException {
        ReplicationSettings settings = replication.settings();
        TargetCollections collections = new TargetCollections(bucket, CollectionMapping.of(settings), target);
        PageSender sender = new PageSender(target, collections, settings, counts, ConflictRule.of(bucket));
        positions.aim(target.bucketUuid());
        notedAt = machine.tickNanos();
        long recheckedAt = notedAt - RECHECK_NANOS;
        while (!stopped && !bucket.isDropped()) {
            hasNews = false;
            subscription.renew();
            boolean hasSent = false;
            if (changes.isBuilt()) {
                positions.branch();
                if (machine.tickNanos() - recheckedAt >= RECHECK_NANOS) {
                    recheckedAt = machine.tickNanos();
                    collections.forget();
                    fill(collections, sender);
                }
                hasSent = round(sender);
            }
            setBusy(hasSent);
            noteInTime();
            if (!hasSent && !hasNews) {
                LockSupport.parkNanos(this, NOTE_NANOS);
            }
        }
    }

    private void setBusy(boolean isNow) {
        if (isNow != isBusy) {
            isBusy = isNow;
            if (isNow) {
                queue.begin(replication.settings().priority());
            } else {
                queue.end(replication.settings().priority());
            }
        }
    }

    /** Sends what there is; what several vBuckets have goes together, up to the size of a page. */
    private boolean round(PageSender sender) throws IOException {
        ReplicationSettings settings = replication.settings();
        ReplicationBatch batch = new ReplicationBatch(settings.pageChanges(), settings.pageBytes());
        long settled = changes.settled();
        boolean hasSent = false;
        for (int vBucket = 0; vBucket < bucket.vBuckets() && !stopped; vBucket++) {
            long from = positions.of(vBucket);
            if (changes.high(vBucket) > from && settled > from) {
                batch.add(vBucket, changes.page(vBucket, batch.bounds(from, settled), DOCUMENTS));
                reached = settled;
                hasSent = true;
                if (batch.isFull()) {
                    send(sender, batch);
                }
            }
        }
        if (!stopped) {
            send(sender, batch);
        }
        return hasSent;
    }

    private void send(PageSender sender, ReplicationBatch batch) throws IOException {
        send(sender, batch.changes());
        batch.settle(positions::move);
        noteInTime();
    }

    /** Sends changes of which no two are of one key, and returns once the target has taken them. */
    private void send(PageSender sender, List<VBucketChange> together) throws IOException {
        ReplicationSettings settings = replication.settings();
        if (!together.isEmpty()) {
            sleep(queue.pauseNanos(settings.priority()));
            long begun = machine.tickNanos();
            long bytes = sender.send(together);
            counts.tookNanos(machine.tickNanos() - begun);
            positions.addIncomplete(sender.takeIncomplete());
            if (settings.bytesPerSecond() > 0) {
                pacer.spend(bytes, settings.bytesPerSecond());
            }
        }
    }

    /** Sends what was passed over of collections that the target has by now. */
    private void fill(TargetCollections collections, PageSender sender) throws IOException {
        for (int collection : positions.incomplete()) {
            if (collections.of(collection).isComplete()) {
                for (int vBucket = 0; vBucket < bucket.vBuckets() && !stopped; vBucket++) {
                    long until = positions.of(vBucket);
                    for (long from = 0; from < until && !stopped; ) {
                        VBucketChange.Page page = changes.page(vBucket, bounds(from, until), only(collection));
                        send(sender, page.changes());
                        noteInTime();
                        from = page.until();
                    }
                }
                if (!stopped && collections.of(collection).isComplete()) {
                    positions.removeIncomplete(collection);
                }
            }
        }
    }

    private SequencedPage.Bounds bounds(long from, long until) {
        ReplicationSettings settings = replication.settings();
        return new SequencedPage.Bounds(from, until, settings.pageChanges(), settings.pageBytes());
    }

    /** Documents of everything but what the server keeps for itself. */
    private static final DocumentSelection DOCUMENTS =
            collection -> !collection.scope().equals(Scope.SYSTEM);

    private static DocumentSelection only(int uid) {
        return collection -> collection.uid() == uid;
    }

    /** A selection of no events. */
    @FunctionalInterface
    private interface DocumentSelection extends VBucketChange.Selection {
        @Override
        default boolean wants(ManifestEvent event) {
            return false;
        }
    }
}
