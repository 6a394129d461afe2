package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The other clusters, and the replications to them: kept, started and stopped. Safe for concurrent use. */
public final class Replications {
    private static final String CLUSTER = "xdcr-cluster/";
    private static final String REPLICATION = "xdcr-replication/";
    private static final String POSITIONS = "xdcr-positions/";

    private final Buckets buckets;
    private final FaceRecords records;
    private final Clock machine;
    private final Map<String, Replicator> running = new TreeMap<>();
    private final Map<String, ReplicationCounts> counts = new TreeMap<>();

    public Replications(Buckets buckets, FaceRecords records, Clock machine) {
        this.buckets = buckets;
        this.records = records;
        this.machine = machine;
    }

    /** A cluster or a replication that is asked for is not there, or cannot be so. */
    public static final class ReplicationException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String field;

        ReplicationException(String field, String text) {
            super(text);
            this.field = field;
        }

        /** The name of the value that is wrong. */
        public String field() {
            return field;
        }
    }

    /** How a replication is. */
    public record State(Replication replication, ReplicationCounts counts, int behind, String failure) {}

    /** Begins what was going on when the server ended. */
    public synchronized void restore() {
        all().forEach(this::begin);
    }

    public synchronized void close() {
        List.copyOf(running.values()).forEach(Replicator::stop);
        running.clear();
    }

    public synchronized List<RemoteCluster> clusters() {
        List<RemoteCluster> all = new ArrayList<>();
        records.list(CLUSTER).values().forEach(bytes -> all.add(RemoteCluster.fromJson(CouchbaseJson.kept(bytes))));
        return all;
    }

    private @Nullable RemoteCluster find(String name) {
        byte[] kept = records.get(CLUSTER + name);
        return kept == null ? null : RemoteCluster.fromJson(CouchbaseJson.kept(kept));
    }

    /** Keeps a cluster once it has answered. */
    public synchronized RemoteCluster put(String name, String hostname, String user, String password) {
        String uuid;
        try {
            uuid = RemoteManagement.uuid(hostname, user, password);
        } catch (IOException failure) {
            throw new ReplicationException("hostname", "The cluster cannot be asked: " + failure.getMessage());
        }
        RemoteCluster cluster = new RemoteCluster(name, uuid, hostname, user, password);
        records.put(CLUSTER + name, CouchbaseJson.bytes(cluster.toJson()));
        return cluster;
    }

    public synchronized void removeCluster(String name) {
        RemoteCluster cluster = find(name);
        if (cluster == null) {
            throw new ReplicationException("name", "unknown remote cluster");
        }
        boolean isUsed = all().stream().anyMatch(each -> each.cluster().equals(cluster.uuid()));
        if (isUsed) {
            throw new ReplicationException("name", "Replications to the cluster exist");
        }
        records.delete(CLUSTER + name);
    }

    private List<Replication> all() {
        return records.list(REPLICATION).values().stream()
                .map(Replication::fromBytes)
                .toList();
    }

    public synchronized List<State> states() {
        return all().stream().map(this::state).toList();
    }

    private State state(Replication replication) {
        Replicator replicator = running.get(replication.id());
        ReplicationCounts done = counts.computeIfAbsent(replication.id(), _ -> new ReplicationCounts());
        return replicator == null
                ? new State(replication, done, 0, "")
                : new State(replication, done, replicator.behind(), replicator.lastFailure());
    }

    public synchronized Replication require(String id) {
        byte[] kept = records.get(REPLICATION + id);
        if (kept == null) {
            throw new ReplicationException("id", "requested resource not found");
        }
        return Replication.fromBytes(kept);
    }

    /** Begins a new replication. */
    public synchronized Replication create(String source, String clusterName, String target, ReplicationFilter filter) {
        RemoteCluster cluster = find(clusterName);
        if (cluster == null) {
            throw new ReplicationException("toCluster", "unknown remote cluster");
        }
        Bucket bucket = buckets.find(source);
        if (bucket == null) {
            throw new ReplicationException("fromBucket", "The bucket does not exist");
        }
        if (!bucket.changes().canFollow()) {
            throw new ReplicationException("fromBucket", "A bucket of several servers is not replicated");
        }
        Replication replication = Replication.of(cluster.uuid(), source, target, filter);
        if (records.get(REPLICATION + replication.id()) != null) {
            throw new ReplicationException(
                    "toBucket", "Replication to the same remote cluster and bucket already exists");
        }
        records.put(REPLICATION + replication.id(), replication.toBytes());
        begin(replication);
        return replication;
    }

    /** Goes on by other settings from where it is. */
    public synchronized Replication change(String id, ReplicationFilter filter, boolean paused) {
        Replication changed = require(id).with(filter, paused);
        end(id);
        records.put(REPLICATION + id, changed.toBytes());
        begin(changed);
        return changed;
    }

    public synchronized void remove(String id) {
        require(id);
        end(id);
        records.delete(REPLICATION + id);
        records.delete(POSITIONS + id);
        counts.remove(id);
    }

    private void begin(Replication replication) {
        Bucket bucket = buckets.find(replication.source());
        RemoteCluster cluster = clusters().stream()
                .filter(each -> each.uuid().equals(replication.cluster()))
                .findFirst()
                .orElse(null);
        if (replication.paused() || bucket == null || cluster == null) {
            return;
        }
        Replicator replicator = new Replicator(
                replication,
                cluster,
                bucket,
                new ReplicationPositions(records, POSITIONS + replication.id(), bucket),
                counts.computeIfAbsent(replication.id(), _ -> new ReplicationCounts()),
                machine);
        running.put(replication.id(), replicator);
        replicator.start();
    }

    private void end(String id) {
        Replicator replicator = running.remove(id);
        if (replicator != null) {
            replicator.stop();
        }
    }
}
