package dev.mayfly.test.couchbase;

import com.couchbase.client.dcp.Client;
import com.couchbase.client.dcp.StreamFrom;
import com.couchbase.client.dcp.StreamTo;
import com.couchbase.client.dcp.config.DcpControl;
import com.couchbase.client.dcp.highlevel.CollectionCreated;
import com.couchbase.client.dcp.highlevel.CollectionDropped;
import com.couchbase.client.dcp.highlevel.DatabaseChangeListener;
import com.couchbase.client.dcp.highlevel.Deletion;
import com.couchbase.client.dcp.highlevel.DocumentChange;
import com.couchbase.client.dcp.highlevel.FlowControlMode;
import com.couchbase.client.dcp.highlevel.Mutation;
import com.couchbase.client.dcp.highlevel.Rollback;
import com.couchbase.client.dcp.highlevel.ScopeCreated;
import com.couchbase.client.dcp.highlevel.ScopeDropped;
import com.couchbase.client.dcp.highlevel.SeqnoAdvanced;
import com.couchbase.client.dcp.highlevel.StreamEnd;
import com.couchbase.client.dcp.highlevel.StreamFailure;
import com.couchbase.client.dcp.highlevel.StreamOffset;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The vendor's own consumer of DCP, and what it has been told. */
final class DcpConsumer implements AutoCloseable, DatabaseChangeListener {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Those who wait are told after so many. */
    private static final int COUNTED = 1_000;

    private final Client client;
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final Map<Integer, StreamOffset> offsets = new ConcurrentHashMap<>();
    private final List<DocumentChange> changes = new ArrayList<>();
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
    private volatile boolean acknowledges = true;
    private volatile boolean countsOnly;
    private volatile Consumer<DocumentChange> hearer = _ -> {};

    private DcpConsumer(int port, String user, String password, String bucket, UnaryOperator<Client.Builder> settings) {
        Client.Builder builder = Client.builder()
                .connectionString("couchbase://127.0.0.1:" + port)
                .credentials(user, password)
                .bucket(bucket)
                .collectionsAware(true)
                .controlParam(DcpControl.Names.ENABLE_EXPIRY_OPCODE, true);
        this.client = settings.apply(builder).build();
        client.listener(this, FlowControlMode.MANUAL);
        client.connect().block(PATIENCE);
    }

    /** Connected, and with no stream yet. */
    static DcpConsumer connect(CouchbaseEndpoint endpoint, String bucket, UnaryOperator<Client.Builder> settings) {
        return new DcpConsumer(endpoint.kvPort(), endpoint.user(), endpoint.password(), bucket, settings);
    }

    /** The same, of a server that was started by its command. */
    static DcpConsumer connect(int port, UnaryOperator<Client.Builder> settings) {
        return new DcpConsumer(port, "Administrator", "password", "default", settings);
    }

    /** Where it has come to, and the beginning of all that it has heard nothing of. */
    Map<Integer, StreamOffset> allOffsets(Map<Integer, StreamOffset> known) {
        Map<Integer, StreamOffset> all = new HashMap<>(known);
        for (int vBucket = 0; vBucket < client.numPartitions(); vBucket++) {
            all.putIfAbsent(vBucket, StreamOffset.ZERO);
        }
        return all;
    }

    /** Streams all there is and all that comes. */
    static DcpConsumer fromBeginning(
            CouchbaseEndpoint endpoint, String bucket, UnaryOperator<Client.Builder> settings) {
        DcpConsumer consumer = connect(endpoint, bucket, settings);
        consumer.stream(StreamFrom.BEGINNING, StreamTo.INFINITY);
        return consumer;
    }

    void stream(StreamFrom from, StreamTo to) {
        client.initializeState(from, to).block(PATIENCE);
        client.startStreaming().block(PATIENCE);
    }

    void resume(Map<Integer, StreamOffset> positions) {
        client.resumeStreaming(positions).block(PATIENCE);
    }

    Client client() {
        return client;
    }

    /** Where it has come to, by vBucket. */
    Map<Integer, StreamOffset> offsets() {
        return Map.copyOf(offsets);
    }

    /** The changes of documents that it was told, in their order. */
    List<DocumentChange> changes() {
        synchronized (changes) {
            return List.copyOf(changes);
        }
    }

    /** Returns once it has been told so many changes of documents. */
    void awaitChanges(int count) {
        Await.until(count + " changes are told", () -> changes().size() >= count);
    }

    /** From now on it takes what it is sent and says nothing of it. */
    void stopAcknowledging() {
        acknowledges = false;
    }

    void acknowledgeAll() {
        acknowledges = true;
        changes().forEach(DocumentChange::flowControlAck);
    }

    /** Gives everything that it is told to this one, too, on the thread that hears it. */
    void onChange(Consumer<DocumentChange> also) {
        hearer = also;
    }

    /** From now on it counts what it is told, and keeps none of it. */
    void countOnly() {
        countsOnly = true;
    }

    /** Returns once it has been told so many of a kind. */
    void awaitCount(String kind, long count) throws InterruptedException {
        for (long before = -1; count(kind) < count; ) {
            if (count(kind) == before) {
                throw new AssertionError("told only " + before + " of " + count + ": " + kind);
            }
            before = count(kind);
            synchronized (counts) {
                counts.wait(PATIENCE.toMillis());
            }
        }
    }

    long count(String kind) {
        return counts.computeIfAbsent(kind, _ -> new AtomicLong()).get();
    }

    private void count(DocumentChange change, String what) {
        long now = counts.computeIfAbsent(what, _ -> new AtomicLong()).incrementAndGet();
        change.flowControlAck();
        if (now % COUNTED == 0) {
            synchronized (counts) {
                counts.notifyAll();
            }
        }
    }

    /** The next thing it is told, or null if there is none in a while. */
    @Nullable
    String poll(Duration patience) throws InterruptedException {
        return told.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The next thing it is told. */
    String next() throws InterruptedException {
        String next = poll(PATIENCE);
        if (next == null) {
            throw new AssertionError("nothing was told");
        }
        return next;
    }

    /** So many things that it is told, sorted: those of different vBuckets come in any order. */
    List<String> next(int count) throws InterruptedException {
        List<String> all = new ArrayList<>(count);
        for (int each = 0; each < count; each++) {
            String next = poll(PATIENCE);
            if (next == null) {
                throw new AssertionError("told only " + all.size() + " of " + count + ": " + all);
            }
            all.add(next);
        }
        all.sort(null);
        return all;
    }

    private void take(DocumentChange change, String what) {
        offsets.put(change.getVbucket(), change.getOffset());
        hearer.accept(change);
        if (countsOnly) {
            count(change, what);
            return;
        }
        synchronized (changes) {
            changes.add(change);
        }
        if (acknowledges) {
            change.flowControlAck();
        }
        told.add(what + " " + change.getQualifiedKey());
    }

    @Override
    public void onMutation(Mutation mutation) {
        take(mutation, "mutation");
    }

    @Override
    public void onDeletion(Deletion deletion) {
        take(deletion, deletion.isDueToExpiration() ? "expiration" : "deletion");
    }

    @Override
    public void onSeqnoAdvanced(SeqnoAdvanced advanced) {
        offsets.put(advanced.getVbucket(), advanced.getOffset());
    }

    @Override
    public void onScopeCreated(ScopeCreated created) {
        event(created.getVbucket(), "scope " + created.getScopeName());
    }

    @Override
    public void onScopeDropped(ScopeDropped dropped) {
        event(dropped.getVbucket(), "dropped scope " + dropped.getScopeId());
    }

    @Override
    public void onCollectionCreated(CollectionCreated created) {
        event(
                created.getVbucket(),
                "collection " + created.getCollectionName() + " "
                        + created.getMaxTtl().orElse(0));
    }

    @Override
    public void onCollectionDropped(CollectionDropped dropped) {
        event(dropped.getVbucket(), "dropped collection " + dropped.getCollectionId());
    }

    /** Every vBucket tells it; one of them is enough. */
    private void event(int vBucket, String what) {
        if (vBucket == 0) {
            told.add(what);
        }
    }

    @Override
    public void onRollback(Rollback rollback) {
        told.add("rollback " + (rollback.getSeqno() == 0 ? "to 0" : "back"));
        rollback.resume();
    }

    @Override
    public void onStreamEnd(StreamEnd end) {
        if (end.getVbucket() == 0) {
            told.add("end " + end.getReason());
        }
    }

    @Override
    public void onFailure(StreamFailure failure) {
        told.add("failure " + failure.getCause());
    }

    @Override
    public void close() {
        client.close();
    }
}
