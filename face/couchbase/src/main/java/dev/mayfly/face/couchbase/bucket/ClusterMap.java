package dev.mayfly.face.couchbase.bucket;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The terse configuration that a client receives: the single node and the bucket it has chosen. Safe for concurrent
 * use.
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
            "xattr");
    private static final List<String> CAPABILITIES_76 =
            List.of("preserveExpiry", "querySystemCollection", "subdoc.ReplicaRead");
    private static final List<String> CAPABILITIES_OF_ALL = List.of("cbhello", "nodesExt");

    private final Buckets buckets;
    private final Supplier<NodePorts> nodePorts;

    /** @param nodePorts asked only once they are known: the map is made before anything listens */
    public ClusterMap(Buckets buckets, Supplier<NodePorts> nodePorts) {
        this.buckets = buckets;
        this.nodePorts = nodePorts;
    }

    public NodePorts ports() {
        return nodePorts.get();
    }

    /** Returns the revision of the current map. */
    public long revision() {
        return buckets.revision();
    }

    /** Returns the map for a client that has chosen no bucket. */
    public byte[] global() {
        ObjectNode json = head();
        addNode(json);
        addCluster(json);
        return CouchbaseJson.bytes(json);
    }

    /**
     * Returns the map for a client that has chosen a bucket.
     *
     * @param host under which the client has found this node, or {@link #SAME_HOST}
     */
    public byte[] of(Bucket bucket, String host) {
        ObjectNode json = head();
        addBucket(json, bucket);
        addNodes(json, host);
        addNode(json);
        addCluster(json);
        if (bucket.settings().type() != BucketType.MEMCACHED) {
            addPartitions(json, bucket, host);
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
            addPartitions(json, bucket, host);
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

    private void addNodes(ObjectNode json, String host) {
        ObjectNode node = json.putArray("nodes").addObject();
        NodePorts ports = ports();
        node.put("hostname", host + ":" + ports.management());
        node.putObject("ports").put("direct", ports.keyValue());
    }

    /** Adds the node without its host: a client knows the host it has connected to. */
    private void addNode(ObjectNode json) {
        ObjectNode node = json.putArray("nodesExt").addObject();
        addServices(node.putObject("services"));
        node.put("thisNode", true).put("nodeUUID", buckets.node());
        if (buckets.rules().isEnterprise()) {
            node.put("serverGroup", "Group 1");
        }
    }

    private void addServices(ObjectNode services) {
        NodePorts ports = ports();
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

    private void addPartitions(ObjectNode json, Bucket bucket, String host) {
        ObjectNode map = json.putObject("vBucketServerMap");
        int replicas = bucket.settings().replicas();
        map.put("hashAlgorithm", "CRC").put("numReplicas", replicas);
        map.putArray("serverList").add(host + ":" + ports().keyValue());
        ArrayNode rows = map.putArray("vBucketMap");
        for (int vBucket = 0; vBucket < bucket.vBuckets(); vBucket++) {
            ArrayNode row = rows.addArray().add(0);
            for (int replica = 0; replica < replicas; replica++) {
                row.add(-1);
            }
        }
    }
}
