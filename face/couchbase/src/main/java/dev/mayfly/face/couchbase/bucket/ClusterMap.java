package dev.mayfly.face.couchbase.bucket;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The terse configuration that a client receives: the servers, the bucket it has chosen, and which server its vBuckets are
 * best asked for at; any server serves any. Safe for concurrent use.
 */
public final class ClusterMap {
    /** The placeholder that a client replaces by the host it has connected to. */
    public static final String SAME_HOST = "$HOST";

    public static final long EPOCH = 1;

    private static final List<String> CAPABILITIES = List.of(
            "collections",
            "durableWrite",
            "tombstonedUserXAttrs",
            "subdoc.ReplaceBodyWithXattr",
            "subdoc.DocumentMacroSupport",
            "subdoc.ReviveDocument",
            "touch",
            "cccp",
            "dcp",
            "rangeScan",
            "xattr");
    private static final List<String> CAPABILITIES_76 =
            List.of("preserveExpiry", "querySystemCollection", "subdoc.ReplicaRead");
    private static final List<String> CAPABILITIES_OF_ALL = List.of("cbhello", "nodesExt");

    private final Buckets buckets;
    private final ClusterServers servers;

    public ClusterMap(Buckets buckets, ClusterServers servers) {
        this.buckets = buckets;
        this.servers = servers;
    }

    /** The servers that are in it. */
    public ClusterServers servers() {
        return servers;
    }

    /** Returns the revision of the current map. */
    public long revision() {
        return buckets.revision();
    }

    /** Returns the map for a client that has chosen no bucket. */
    public byte[] global() {
        ObjectNode json = head();
        addServices(json, servers.now());
        addCluster(json);
        return CouchbaseJson.bytes(json);
    }

    /**
     * Returns the map for a client that has chosen a bucket.
     *
     * @param host under which the client has found this node, or {@link #SAME_HOST}
     */
    public byte[] of(Bucket bucket, String host) {
        ClusterServers.View view = servers.now();
        ObjectNode json = head();
        addBucket(json, bucket);
        addNodes(json, view, host);
        addServices(json, view);
        addCluster(json);
        if (bucket.settings().type() != BucketType.MEMCACHED) {
            addPartitions(json, bucket, view, host);
        }
        return CouchbaseJson.bytes(json);
    }

    private ObjectNode head() {
        return CouchbaseJson.object().put("rev", buckets.revision()).put("revEpoch", EPOCH);
    }

    /**
     * Describes a bucket as the management service does.
     *
     * @param host under which the client has found this node, or null to leave out the vBuckets
     */
    public void describe(ObjectNode json, Bucket bucket, @Nullable String host) {
        addBucket(json, bucket);
        if (host != null && bucket.settings().type() != BucketType.MEMCACHED) {
            addPartitions(json, bucket, servers.now(), host);
        }
    }

    /** Adds the fields that begin every description of a bucket. */
    private void addBucket(ObjectNode json, Bucket bucket) {
        BucketType type = bucket.settings().type();
        String path = "/pools/default/buckets/" + bucket.name();
        json.put("name", bucket.name())
                .put("nodeLocator", type == BucketType.MEMCACHED ? "ketama" : "vbucket")
                .put("bucketType", type.shown());
        if (type == BucketType.COUCHBASE) {
            json.put("storageBackend", bucket.settings().text("storageBackend", "couchstore"));
        }
        json.put("uuid", bucket.uuid())
                .put("uri", path + "?bucket_uuid=" + bucket.uuid())
                .put(
                        "streamingUri",
                        "/pools/default/bucketsStreaming/" + bucket.name() + "?bucket_uuid=" + bucket.uuid());
        if (type != BucketType.MEMCACHED) {
            json.put("numVBuckets", bucket.vBuckets());
            json.put("collectionsManifestUid", bucket.manifest().hexUid());
        }
        json.put("bucketCapabilitiesVer", "");
        ArrayNode capabilities = json.putArray("bucketCapabilities");
        CAPABILITIES_OF_ALL.forEach(capabilities::add);
        if (type != BucketType.MEMCACHED) {
            CAPABILITIES.forEach(capabilities::add);
            if (buckets.rules().is76()) {
                CAPABILITIES_76.forEach(capabilities::add);
            }
        }
    }

    private static void addNodes(ObjectNode json, ClusterServers.View view, String host) {
        ArrayNode nodes = json.putArray("nodes");
        for (ClusterServers.Place place : view.places()) {
            ObjectNode node = nodes.addObject();
            NodePorts ports = place.ports();
            node.put("hostname", place.hostOr(host) + ":" + ports.management());
            node.putObject("ports").put("direct", ports.keyValue());
        }
    }

    /** Adds the servers; one that is alone without its host, for a client knows the host it has connected to. */
    private void addServices(ObjectNode json, ClusterServers.View view) {
        ArrayNode nodes = json.putArray("nodesExt");
        for (ClusterServers.Place place : view.places()) {
            ObjectNode node = nodes.addObject();
            addServices(node.putObject("services"), place.ports());
            if (place.isThis()) {
                node.put("thisNode", true);
            }
            if (place.host() != null) {
                node.put("hostname", place.host());
            }
            node.put("nodeUUID", place.host() == null ? buckets.node() : nodeUuid(place));
            if (buckets.rules().isEnterprise()) {
                node.put("serverGroup", "Group 1");
            }
        }
    }

    /** The identity of one of several servers, as 32 hexadecimal digits. */
    private static String nodeUuid(ClusterServers.Place place) {
        return place.node().id().replace("-", "");
    }

    private static void addServices(ObjectNode services, NodePorts ports) {
        services.put("kv", ports.keyValue()).put("mgmt", ports.management()).put("n1ql", ports.query());
        if (ports.encrypted()) {
            services.put("kvSSL", ports.keyValue())
                    .put("mgmtSSL", ports.management())
                    .put("n1qlSSL", ports.query());
        }
    }

    private void addCluster(ObjectNode json) {
        json.put("clusterName", "").put("clusterUUID", buckets.node());
        json.putArray("clusterCapabilitiesVer").add(1).add(0);
        json.putObject("clusterCapabilities").putArray("n1ql").add("enhancedPreparedStatements");
    }

    private static void addPartitions(ObjectNode json, Bucket bucket, ClusterServers.View view, String host) {
        ObjectNode map = json.putObject("vBucketServerMap");
        int replicas = bucket.settings().replicas();
        map.put("hashAlgorithm", "CRC").put("numReplicas", replicas);
        ArrayNode list = map.putArray("serverList");
        view.places()
                .forEach(place ->
                        list.add(place.hostOr(host) + ":" + place.ports().keyValue()));
        int[] servers = serversOfShards(bucket, view);
        ArrayNode rows = map.putArray("vBucketMap");
        for (int vBucket = 0; vBucket < bucket.vBuckets(); vBucket++) {
            ArrayNode row = rows.addArray().add(servers[VBucketHash.shardOf(vBucket, servers.length)]);
            for (int replica = 0; replica < replicas; replica++) {
                row.add(-1);
            }
        }
    }

    /** The place of the server of each shard; all collections of a bucket are divided alike. */
    private static int[] serversOfShards(Bucket bucket, ClusterServers.View view) {
        int[] servers = new int[bucket.shards()];
        for (int shard = 0; shard < servers.length; shard++) {
            servers[shard] = view.serverOf(bucket, shard);
        }
        return servers;
    }
}
