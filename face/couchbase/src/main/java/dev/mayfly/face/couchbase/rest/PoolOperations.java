package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.ClusterMap;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tells what this server is, what it consists of, and where its parts are. */
final class PoolOperations {
    private static final int QUOTA_MIN = 256;
    private static final String DEFAULT = "/pools/default";

    private final Buckets buckets;
    private final ClusterMap map;
    private final NodeForms nodes;
    private final ClusterSettings cluster;

    PoolOperations(Buckets buckets, ClusterMap map, NodeForms nodes, ClusterSettings cluster) {
        this.buckets = buckets;
        this.map = map;
        this.nodes = nodes;
        this.cluster = cluster;
    }

    void addTo(RestRoutes routes) {
        RestRoutes.Need read = RestRoutes.cluster("pools", "read");
        routes.add("GET", "/versions", RestRoutes.LOGIN, _ -> RestReply.json(versions(CouchbaseJson.object())))
                .add("GET", "/pools", read, _ -> RestReply.json(pools()))
                .add("GET", DEFAULT, read, this::pool)
                .add("GET", "/pools/nodes", read, this::pool)
                .add("POST", DEFAULT, RestRoutes.cluster("pools", "write"), this::set)
                .add("GET", DEFAULT + "/nodeServices", read, _ -> json(map.global()))
                .add("GET", DEFAULT + "/terseClusterInfo", read, _ -> RestReply.json(terse()))
                .add("GET", "/nodes/self", RestRoutes.cluster("nodes", "read"), this::self)
                .add(
                        "POST",
                        "/node/controller/setupServices",
                        RestRoutes.cluster("admin.setup", "write"),
                        _ -> refused("cannot change node services after cluster is provisioned"))
                .add(
                        "POST",
                        "/node/controller/rename",
                        RestRoutes.cluster("admin.setup", "write"),
                        _ -> refused("Renaming is disallowed for nodes that are already part of a cluster"))
                .add("GET", "/nodeStatuses", RestRoutes.cluster("nodes", "read"), this::statuses)
                .add("GET", DEFAULT + "/buckets/{bucket}/nodes", RestRoutes.bucket("settings", "read"), this::pool);
    }

    static HttpResponse json(byte[] bytes) {
        return HttpResponse.of(200).withBody("application/json", bytes);
    }

    /** A list of what is wrong. */
    private static HttpResponse refused(String text) {
        return RestReply.json(400, CouchbaseJson.array().add(text));
    }

    private ObjectNode versions(ObjectNode json) {
        BucketRules rules = buckets.rules();
        json.put("implementationVersion", rules.release().version(rules.edition()));
        json.putObject("componentsVersion").put("ns_server", rules.release().version(rules.edition()));
        return json;
    }

    private ObjectNode pools() {
        String uuid = "?uuid=" + buckets.node();
        ObjectNode json = CouchbaseJson.object()
                .put("isAdminCreds", true)
                .put("isROAdminCreds", false)
                .put("isEnterprise", buckets.rules().isEnterprise())
                .put("configProfile", "default");
        json.putArray("allowedServices").add("kv").add("n1ql");
        json.put("isDeveloperPreview", false);
        json.putArray("pools")
                .addObject()
                .put("name", "default")
                .put("uri", DEFAULT + uuid)
                .put("streamingUri", "/poolsStreaming/default" + uuid);
        json.putObject("settings");
        json.put("uuid", buckets.node());
        return versions(json);
    }

    private HttpResponse pool(RestCall call) {
        ObjectNode json = CouchbaseJson.object().put("name", "default");
        nodes.addTo(json.putArray("nodes"), call.host());
        json.putObject("buckets")
                .put("uri", DEFAULT + "/buckets?v=" + buckets.revision() + "&uuid=" + buckets.node())
                .put("terseBucketsBase", DEFAULT + "/b/")
                .put("terseStreamingBucketsBase", DEFAULT + "/bs/");
        ArrayNode names = json.putArray("bucketNames");
        for (Bucket bucket : buckets.all()) {
            if (call.may(Permission.bucket(bucket.name(), "settings", "read"))) {
                names.addObject().put("bucketName", bucket.name()).put("uuid", bucket.uuid());
            }
        }
        json.putArray("alerts");
        json.put("rebalanceStatus", "none")
                .put("balanced", true)
                .put("nodeStatusesUri", "/nodeStatuses")
                .put("nodeServicesUri", DEFAULT + "/nodeServices?v=" + buckets.revision())
                .put("maxBucketCount", Buckets.BUCKETS_MAX)
                .put("maxCollectionCount", Buckets.COLLECTIONS_MAX)
                .put("maxScopeCount", Buckets.SCOPES_MAX)
                .put("minReplicasCount", 0)
                .put("clusterName", cluster.get("clusterName", ""))
                .put("memoryQuota", cluster.memoryQuota());
        json.putObject("tasks").put("uri", DEFAULT + "/tasks");
        json.putObject("counters");
        addCompaction(json.putObject("autoCompactionSettings"));
        addStorage(json.putObject("storageTotals"));
        return RestReply.json(json);
    }

    private void addCompaction(ObjectNode json) {
        BucketForms.addThresholds(json, cluster.get(CompactionDraft.PERCENTAGE, "30"));
    }

    private void addStorage(ObjectNode totals) {
        long stored = 0;
        long quota = 0;
        for (Bucket bucket : buckets.all()) {
            stored += BucketStats.of(bucket).bytes();
            quota += bucket.settings().number(BucketSettings.RAM_QUOTA, 0);
        }
        long mib = 1 << 20;
        totals.putObject("ram")
                .put("total", Runtime.getRuntime().maxMemory())
                .put("quotaTotal", cluster.memoryQuota() * mib)
                .put("quotaUsed", quota * mib)
                .put("used", stored)
                .put("usedByData", stored)
                .put("quotaUsedPerNode", quota * mib)
                .put("quotaTotalPerNode", cluster.memoryQuota() * mib);
        totals.putObject("hdd").put("used", stored).put("usedByData", stored);
    }

    private HttpResponse set(RestCall call) {
        RestForm form = call.form();
        String quota = form.get("memoryQuota");
        if (quota != null) {
            BigDecimal number = Numbers.whole(quota);
            if (number == null) {
                throw RestException.invalid("memoryQuota", "The value must be an integer");
            }
            if (!Numbers.isBetween(quota, QUOTA_MIN, Integer.MAX_VALUE)) {
                throw RestException.invalid(
                        "memoryQuota",
                        "The data service quota (" + quota + "MB) cannot be less than " + QUOTA_MIN
                                + "MB (current total buckets quota, or at least " + QUOTA_MIN + "MB).");
            }
            cluster.put("memoryQuota", quota);
        }
        String name = form.get("clusterName");
        if (name != null) {
            cluster.put("clusterName", name);
        }
        return RestReply.empty(200);
    }

    private ObjectNode terse() {
        return CouchbaseJson.object()
                .put("clusterUUID", buckets.node())
                .put("orchestrator", NodeForms.otpNode())
                .put("isBalanced", true)
                .put("clusterCompatVersion", buckets.rules().release().number().substring(0, 3));
    }

    private HttpResponse self(RestCall call) {
        ArrayNode all = CouchbaseJson.array();
        nodes.addTo(all, call.host());
        for (JsonNode node : all) {
            if (node.path("thisNode").asBoolean(false)) {
                return RestReply.json(node);
            }
        }
        throw new IllegalStateException("this server is among those that live");
    }

    private HttpResponse statuses(RestCall call) {
        ArrayNode all = CouchbaseJson.array();
        nodes.addTo(all, call.host());
        ObjectNode json = CouchbaseJson.object();
        for (JsonNode node : all) {
            json.putObject(node.path("hostname").asString())
                    .put("status", "healthy")
                    .put("gracefulFailoverPossible", false)
                    .put("otpNode", node.path("otpNode").asString())
                    .put("replication", 1);
        }
        return RestReply.json(json);
    }
}
