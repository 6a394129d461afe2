package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.kv.ConflictRule;
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
    private static final String DEFAULTS = "xdcr-defaults";

    /** Changes that are still to be looked at are counted up to this number. */
    private static final int COUNTED_MAX = 100_000;

    private final Buckets buckets;
    private final FaceRecords records;
    private final Clock machine;
    private final Map<String, Replicator> running = new TreeMap<>();
    private final Map<String, ReplicationPositions> positions = new TreeMap<>();
    private final Map<String, ReplicationCounts> counts = new TreeMap<>();
    private final ReplicationQueue queue = new ReplicationQueue();

    public Replications(Buckets buckets, FaceRecords records, Clock machine) {
        this.buckets = buckets;
        this.records = records;
        this.machine = machine;
    }

    /**
     * How a replication is.
     *
     * @param behind the number of vBuckets of which something is still to be sent
     * @param failure why it does not go on at present, or empty
     * @param statistics by the names that clients have for them
     */
    public record State(Replication replication, int behind, String failure, Map<String, Double> statistics) {}

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

    /** Keeps a cluster once it has answered. A cluster of its name is replaced, and replications to it go on with what is said now. */
    public RemoteCluster put(RemoteCluster asked) {
        RemoteCluster cluster = asked.identified(uuid(asked));
        synchronized (this) {
            RemoteCluster before = find(cluster.name());
            if (before != null && !before.uuid().equals(cluster.uuid()) && isUsed(before)) {
                throw new ReplicationException("hostname", "Replications to the cluster of this name exist");
            }
            records.put(CLUSTER + cluster.name(), CouchbaseJson.bytes(cluster.toJson()));
            all().stream().filter(each -> each.cluster().equals(cluster.uuid())).forEach(each -> {
                end(each.id());
                begin(each);
            });
        }
        return cluster;
    }

    /** Returns what a cluster says that it is, and keeps nothing. */
    public RemoteCluster validated(RemoteCluster asked) {
        return asked.identified(uuid(asked));
    }

    private static String uuid(RemoteCluster cluster) {
        try {
            return new RemoteManagement(cluster).uuid();
        } catch (IOException failure) {
            throw new ReplicationException("hostname", "The cluster cannot be asked: " + failure.getMessage());
        }
    }

    private boolean isUsed(RemoteCluster cluster) {
        return all().stream().anyMatch(each -> each.cluster().equals(cluster.uuid()));
    }

    public synchronized void removeCluster(String name) {
        RemoteCluster cluster = find(name);
        if (cluster == null) {
            throw new ReplicationException("name", "unknown remote cluster");
        }
        if (isUsed(cluster)) {
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
        ReplicationCounts done = counts(replication.id());
        Bucket bucket = buckets.find(replication.source());
        long left = bucket == null ? 0 : positions(replication, bucket).changesLeft(COUNTED_MAX);
        return new State(
                replication,
                replicator == null ? 0 : replicator.behind(),
                replicator == null ? "" : replicator.lastFailure(),
                done.byName(left));
    }

    private ReplicationCounts counts(String id) {
        return counts.computeIfAbsent(id, _ -> new ReplicationCounts());
    }

    /** Those of a replication that runs are those that it moves. */
    private ReplicationPositions positions(Replication replication, Bucket bucket) {
        ReplicationPositions own = positions.get(replication.id());
        return own == null ? new ReplicationPositions(records, POSITIONS + replication.id(), bucket) : own;
    }

    /** Returns how a replication is. */
    public synchronized State state(String id) {
        return state(require(id));
    }

    /** Returns the settings that a new replication has. */
    public synchronized ReplicationSettings defaults() {
        byte[] kept = records.get(DEFAULTS);
        return kept == null ? ReplicationSettings.INITIAL : ReplicationSettings.fromJson(CouchbaseJson.kept(kept));
    }

    /** Changes the settings that new replications have. */
    public synchronized ReplicationSettings changeDefaults(Map<ReplicationSetting, String> changes) {
        ReplicationSettings changed = defaults().with(changes);
        records.put(DEFAULTS, CouchbaseJson.bytes(changed.toJson()));
        return changed;
    }

    public synchronized Replication require(String id) {
        byte[] kept = records.get(REPLICATION + id);
        if (kept == null) {
            throw new ReplicationException("id", "requested resource not found");
        }
        return Replication.fromBytes(kept);
    }

    /** Begins a new replication, if the target can be asked and fits. */
    public Replication create(
            String source, String clusterName, String target, Map<ReplicationSetting, String> changes) {
        RemoteCluster cluster;
        Bucket bucket;
        synchronized (this) {
            cluster = find(clusterName);
            bucket = buckets.find(source);
        }
        if (bucket != null && !bucket.changes().canFollow()) {
            throw new ReplicationException("fromBucket", "A bucket of several servers is not replicated");
        }
        if (cluster == null) {
            throw new ReplicationException("toCluster", "unknown remote cluster");
        }
        if (bucket == null) {
            throw new ReplicationException("fromBucket", "The bucket does not exist");
        }
        checkTarget(cluster, bucket, target);
        return create(Replication.of(cluster.uuid(), source, target, defaults().with(changes)));
    }

    private static void checkTarget(RemoteCluster cluster, Bucket bucket, String target) {
        String rule;
        try {
            rule = new RemoteManagement(cluster).conflictRule(target);
        } catch (IOException failure) {
            throw new ReplicationException("toBucket", "The bucket cannot be asked for: " + failure.getMessage());
        }
        boolean isSame = rule.equals("seqno") == (ConflictRule.of(bucket) == ConflictRule.REVISION);
        if (!isSame) {
            throw new ReplicationException("toBucket", "The buckets resolve conflicts by different rules");
        }
    }

    private synchronized Replication create(Replication replication) {
        if (records.get(REPLICATION + replication.id()) != null) {
            throw new ReplicationException(
                    "toBucket", "Replication to the same remote cluster and bucket already exists");
        }
        records.put(REPLICATION + replication.id(), replication.toBytes());
        begin(replication);
        return replication;
    }

    /** Goes on by other settings from where it is, or from the beginning where something else passes now. */
    public synchronized Replication change(String id, Map<ReplicationSetting, String> changes) {
        Replication before = require(id);
        Replication changed = before.with(before.settings().with(changes));
        end(id);
        Bucket bucket = buckets.find(changed.source());
        if (bucket != null && changed.settings().needsRestream(before.settings())) {
            ReplicationPositions all = positions(changed, bucket);
            all.restart();
            all.keep();
        }
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
        if (replication.settings().isPaused() || bucket == null || cluster == null) {
            return;
        }
        ReplicationPositions from = positions(replication, bucket);
        Replicator replicator =
                new Replicator(replication, cluster, bucket, from, counts(replication.id()), queue, machine);
        positions.put(replication.id(), from);
        running.put(replication.id(), replicator);
        replicator.start();
    }

    private void end(String id) {
        Replicator replicator = running.remove(id);
        positions.remove(id);
        if (replicator != null) {
            replicator.stop();
        }
    }
}
