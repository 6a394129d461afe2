package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.ChangeSequence;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.sequence.SequencedPage;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * All changes of a bucket in the order of their sequence numbers, vBucket by vBucket, and the histories these belong to.
 * Safe for concurrent use.
 */
public final class BucketChanges {
    /*
     * The order is the engine's. Events of the manifest have numbers of the same kind: while one is being made, nothing counts
     * as settled from the number on that it can have.
     *
     * What has been streamed is noted about once a second, by a write that is synced, so everything up to the number noted is
     * on the disk. A start that does not follow a clean end begins a new history there: whatever a client has seen beyond may
     * be lost, and it is sent back to it.
     */
    private static final Logger LOG = LoggerFactory.getLogger(BucketChanges.class);
    private static final String CHANGES = "changes/";
    private static final String EVENTS = "events/";
    private static final long NOTHING_IN_FLIGHT = Long.MAX_VALUE;

    private final Engine engine;
    private final FaceRecords records;
    private final Bucket bucket;
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();
    private final SecureRandom random = new SecureRandom();
    private volatile FailoverLog failovers = FailoverLog.FIRST;
    private volatile ManifestEvents events = ManifestEvents.NONE;
    private volatile long inFlight = NOTHING_IN_FLIGHT;
    private volatile boolean followed;
    private volatile long streamed;
    private boolean closed;

    BucketChanges(Engine engine, Bucket bucket) {
        this.engine = engine;
        this.records = engine.records(Buckets.FACE);
        this.bucket = bucket;
    }

    /** Takes over what was kept, before the bucket is served. */
    void restore(Manifest manifest) {
        if (!canFollow()) {
            return;
        }
        byte[] kept = records.get(EVENTS + bucket.name());
        ManifestEvents known = kept == null ? null : ManifestEvents.fromBytes(kept, bucket.uuid());
        long[] old = {0};
        // Those of a bucket that is older than this record come before everything else.
        events = known == null ? ManifestEvents.NONE.leadingTo(manifest, () -> ++old[0]) : known;
        record(manifest);
        byte[] state = records.get(CHANGES + bucket.name());
        ObjectNode json = state == null ? CouchbaseJson.object() : CouchbaseJson.kept(state);
        if (json.path("uuid").asString().equals(bucket.uuid())) {
            followed = true;
            streamed = json.path("streamed").asLong();
            FailoverLog log = FailoverLog.fromJson(json);
            failovers = json.path("clean").asBoolean() ? log : log.branching(newSalt(), streamed);
            write(false);
        }
    }

    private long newSalt() {
        return random.nextLong() | 1;
    }

    private void write(boolean isClean) {
        ObjectNode json = CouchbaseJson.object()
                .put("uuid", bucket.uuid())
                .put("streamed", streamed)
                .put("clean", isClean);
        failovers.addTo(json);
        records.put(CHANGES + bucket.name(), CouchbaseJson.bytes(json));
    }

    /** Begins what a new bucket has: the events of its manifest. */
    void begin(Manifest manifest) {
        if (canFollow()) {
            events = ManifestEvents.NONE;
            record(manifest);
        }
    }

    void forget() {
        records.delete(CHANGES + bucket.name());
        records.delete(EVENTS + bucket.name());
        tell();
    }

    /** Begins a change of the manifest; nothing that it can be numbered with is settled before {@link #ended}. */
    void beginning() {
        inFlight = engine.lastVersion() + 1;
    }

    /** Numbers and keeps what leads to a manifest. */
    void record(Manifest manifest) {
        if (!canFollow()) {
            return;
        }
        ManifestEvents after = events.leadingTo(manifest, engine::takeVersion);
        if (!after.equals(events) || records.get(EVENTS + bucket.name()) == null) {
            records.put(EVENTS + bucket.name(), after.toBytes(bucket.uuid()));
            events = after;
        }
    }

    void ended() {
        inFlight = NOTHING_IN_FLIGHT;
        tell();
    }

    /** Everything is gone: a history of its own begins, with nothing in it. */
    synchronized void restarted() {
        if (followed) {
            failovers = new FailoverLog(List.of(new FailoverLog.Branch(newSalt(), 0)));
            streamed = 0;
            write(false);
            tell();
        }
    }

    /** Returns false where other servers may write the bucket, too: then its changes have no one order. */
    public boolean canFollow() {
        return !engine.isShared();
    }

    public boolean isFollowed() {
        return followed;
    }

    /** Begins to keep the order of changes, for the rest of the bucket's life. */
    public void follow() {
        boolean isNew = false;
        synchronized (this) {
            if (!followed) {
                streamed = engine.lastVersion();
                write(false);
                followed = true;
                isNew = true;
            }
        }
        if (isNew) {
            take(bucket.collections());
        }
    }

    /** Has the order be kept of these collections, if the bucket is followed. */
    void take(List<BucketCollection> collections) {
        if (!followed) {
            return;
        }
        List<ChangeSequence> unbuilt = new ArrayList<>();
        for (BucketCollection each : collections) {
            ChangeSequence sequence = each.collection().changeSequence();
            sequence.follow(bucket.vBuckets());
            if (!sequence.isBuilt()) {
                unbuilt.add(sequence);
            }
        }
        if (!unbuilt.isEmpty()) {
            Thread.ofPlatform().daemon().name("couchbase-sequence").start(() -> build(unbuilt));
        }
    }

    private void build(List<ChangeSequence> sequences) {
        for (ChangeSequence each : sequences) {
            try {
                each.build();
            } catch (RuntimeException failure) {
                LOG.warn("the changes of a collection of bucket {} could not be put in order", bucket, failure);
            }
        }
        tell();
    }

    /** Returns true if the order of everything is known. */
    public boolean isBuilt() {
        for (BucketCollection each : bucket.collections()) {
            if (!each.collection().changeSequence().isBuilt()) {
                return false;
            }
        }
        return true;
    }

    public FailoverLog failovers() {
        return failovers;
    }

    /** The histories that a vBucket has had, the newest first. */
    public List<FailoverLog.Entry> failovers(int vBucket) {
        return failovers.branches().stream()
                .map(each -> new FailoverLog.Entry(bucket.vBucketUuid(vBucket, each.salt()), each.from()))
                .toList();
    }

    /**
     * The number of the last change of a vBucket; of all vBuckets together while nobody follows them, and until it is known
     * where each stands.
     */
    public long high(int vBucket) {
        if (!followed || !isBuilt()) {
            return engine.lastVersion();
        }
        long high = lastEvent();
        for (BucketCollection each : bucket.collections()) {
            high = Math.max(high, each.collection().changeSequence().high(vBucket));
        }
        return high;
    }

    /** The number of the last change of a vBucket in one collection; of everything while nobody follows it. */
    public long high(int vBucket, BucketCollection collection) {
        return followed && isBuilt() ? collection.collection().changeSequence().high(vBucket) : engine.lastVersion();
    }

    /** Returns how many changes of documents of a vBucket have numbers above this one; counts no more than so many. */
    public int count(int vBucket, long after, int max) {
        int count = 0;
        if (followed && isBuilt()) {
            for (BucketCollection each : bucket.collections()) {
                count += each.collection().changeSequence().count(vBucket, after, max - count);
            }
        }
        return count;
    }

    private long lastEvent() {
        List<ManifestEvent> all = events.events();
        return all.isEmpty() ? 0 : all.getLast().seqno();
    }

    /** The highest number of a change of a vBucket of which nothing is left, or 0. */
    public long purged(int vBucket) {
        long purged = 0;
        for (BucketCollection each : bucket.collections()) {
            purged = Math.max(purged, each.collection().changeSequence().purged(vBucket));
        }
        return purged;
    }

    /** The number up to which everything is there, and at or below which nothing is added any more. */
    public long settled() {
        long given = engine.lastVersion();
        long settled = Math.min(given, inFlight - 1);
        // A collection that is being made is not among these yet, but then the change of the manifest is in flight.
        for (BucketCollection each : bucket.collections()) {
            settled = Math.min(settled, each.collection().changeSequence().settled(given));
        }
        return settled;
    }

    /** Reads changes of a vBucket up to what is {@link #settled}. */
    public VBucketChange.Page page(int vBucket, SequencedPage.Bounds bounds, VBucketChange.Selection wanted) {
        List<VBucketChange> all = new ArrayList<>();
        long until = bounds.until();
        for (ManifestEvent each : events.events()) {
            if (each.seqno() > bounds.after() && wanted.wants(each)) {
                all.add(VBucketChange.of(each));
            }
        }
        for (BucketCollection each : bucket.collections()) {
            ChangeSequence sequence = each.collection().changeSequence();
            if (sequence.high(vBucket) > bounds.after() && wanted.wants(each)) {
                SequencedPage page = sequence.read(vBucket, bounds);
                until = Math.min(until, page.until());
                page.changes().forEach(change -> all.add(VBucketChange.of(each.uid(), change)));
            }
        }
        return new VBucketChange.Page(inOrder(all, bounds.after(), until), until);
    }

    /** Changes of one transaction that is older than the order have one number where they are of different collections. */
    private static List<VBucketChange> inOrder(List<VBucketChange> all, long after, long until) {
        all.removeIf(change -> change.seqno() > until);
        all.sort(Comparator.comparingLong(VBucketChange::seqno));
        for (int index = all.size() - 2; index >= 0; index--) {
            long next = all.get(index + 1).seqno();
            if (all.get(index).seqno() >= next) {
                all.set(index, all.get(index).numbered(next - 1));
            }
        }
        all.removeIf(change -> change.seqno() <= after);
        return all;
    }

    /** The number up to which what was streamed is known to be on the disk. */
    public long streamed() {
        return streamed;
    }

    /** Notes that changes up to this number have been streamed, and may be relied upon from then on. */
    public synchronized void noteStreamed(long until) {
        if (followed && !closed && until > streamed) {
            streamed = until;
            write(false);
        }
    }

    /** Ends in order: nothing that was streamed can be lost. */
    synchronized void close() {
        if (followed && !bucket.isDropped()) {
            streamed = Math.max(streamed, settled());
            closed = true;
            write(true);
        }
    }

    /** Runs something after each change, on the thread of its writer; it must not block. */
    public Subscription subscribe(Runnable follower) {
        followers.add(follower);
        return new Subscription(follower);
    }

    private void tell() {
        followers.forEach(Runnable::run);
    }

    /** A follower of the bucket and of the collections that it has had. */
    public final class Subscription implements AutoCloseable {
        private final Runnable follower;
        private List<BucketCollection> known = List.of();

        Subscription(Runnable follower) {
            this.follower = follower;
        }

        /** Follows the collections of now. */
        public void renew() {
            List<BucketCollection> current = bucket.collections();
            if (!current.equals(known)) {
                known.forEach(each -> each.collection().changeSequence().removeFollower(follower));
                current.forEach(each -> each.collection().changeSequence().addFollower(follower));
                known = current;
            }
        }

        @Override
        public void close() {
            followers.remove(follower);
            known.forEach(each -> each.collection().changeSequence().removeFollower(follower));
            known = List.of();
        }
    }
}
