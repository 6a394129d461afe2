package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The settings and tasks of the cluster as a whole, and further requests of clients. */
final class SettingsOperations {
    private static final String COMPACTION = "/settings/autoCompaction";

    private final Buckets buckets;
    private final ClusterSettings cluster;
    private final Audit audit;
    private final ReplicationOperations replications;

    SettingsOperations(Buckets buckets, ClusterSettings cluster, Audit audit, ReplicationOperations replications) {
        this.replications = replications;
        this.buckets = buckets;
        this.cluster = cluster;
        this.audit = audit;
    }

    void addTo(RestRoutes routes) {
        RestRoutes.Need tasks = RestRoutes.cluster("tasks", "read");
        routes.add("GET", COMPACTION, RestRoutes.cluster("settings.autocompaction", "read"), _ -> compaction())
                .add(
                        "POST",
                        "/controller/setAutoCompaction",
                        RestRoutes.cluster("settings.autocompaction", "write"),
                        this::setCompaction)
                .add("GET", "/pools/default/tasks", tasks, _ -> RestReply.json(tasks()))
                .add("GET", "/pools/default/rebalanceProgress", tasks, _ -> RestReply.named(200, "status", "none"))
                .add("GET", "/settings/indexes", RestRoutes.cluster("settings.indexes", "read"), _ -> indexes())
                .add("GET", "/internalSettings", RestRoutes.cluster("admin.settings", "read"), _ -> internal())
                .add(
                        "GET",
                        "/settings/stats",
                        RestRoutes.cluster("settings", "read"),
                        _ -> RestReply.json(CouchbaseJson.object().put("sendStats", false)))
                .add("GET", "/settings/autoFailover", RestRoutes.cluster("settings", "read"), _ -> failover())
                .add(
                        "GET",
                        "/pools/default/buckets/{bucket}/stats",
                        RestRoutes.bucket("stats", "read"),
                        this::statistics);
    }

    private HttpResponse compaction() {
        ObjectNode json = CouchbaseJson.object();
        BucketForms.addThresholds(
                json.putObject("autoCompactionSettings"), cluster.get(CompactionDraft.PERCENTAGE, "30"));
        json.put("purgeInterval", cluster.purgeDays());
        return RestReply.json(json);
    }

    private HttpResponse setCompaction(RestCall call) {
        RestForm form = call.form();
        Map<String, String> values = new TreeMap<>(cluster.values());
        Map<String, String> errors = new TreeMap<>();
        String parallel = form.get("parallelDBAndViewCompaction");
        if (parallel == null) {
            errors.put("parallelDBAndViewCompaction", "parallelDBAndViewCompaction is missing");
        } else if (!parallel.equals("true") && !parallel.equals("false")) {
            errors.put("parallelDBAndViewCompaction", "parallelDBAndViewCompaction is invalid");
        }
        new CompactionDraft(null, form, values, errors).readThresholds();
        if (!errors.isEmpty()) {
            throw new RestException(RestReply.errors(400, errors));
        }
        if (!"1".equals(call.query("just_validate"))) {
            cluster.put(values);
            ObjectNode details = CouchbaseJson.object().put("purge_interval", cluster.purgeDays());
            audit.log(AuditEvent.COMPACTION_MODIFIED, AuditedEvents.actor(call), details);
        }
        return RestReply.done();
    }

    /** Returns the replications, and one that never runs: other long work runs within the request that asks for it. */
    private ArrayNode tasks() {
        ArrayNode json = CouchbaseJson.array();
        json.addObject()
                .put("type", "rebalance")
                .put("status", "notRunning")
                .put("statusIsStale", false)
                .put("masterRequestTimedOut", false);
        replications.addTasks(json);
        return json;
    }

    private static HttpResponse indexes() {
        return RestReply.json(CouchbaseJson.object()
                .put("storageMode", "plasma")
                .put("indexerThreads", 0)
                .put("numReplica", 0)
                .put("redistributeIndexes", false));
    }

    private static HttpResponse internal() {
        return RestReply.json(CouchbaseJson.object()
                .put("maxBucketCount", Buckets.BUCKETS_MAX)
                .put("magmaMinMemoryQuota", BucketDraft.MAGMA_QUOTA_MIN));
    }

    private static HttpResponse failover() {
        return RestReply.json(
                CouchbaseJson.object().put("enabled", false).put("timeout", 120).put("count", 0));
    }

    /** The last reading of what is known of a bucket. */
    private HttpResponse statistics(RestCall call) {
        Bucket bucket = buckets.find(call.parameter("bucket"));
        if (bucket == null) {
            return RestReply.notFound();
        }
        BucketStats stats = BucketStats.of(bucket);
        ObjectNode json = CouchbaseJson.object();
        ObjectNode samples = json.putObject("op").putObject("samples");
        samples.putArray("curr_items").add(stats.items());
        samples.putArray("curr_items_tot").add(stats.items());
        samples.putArray("mem_used").add(stats.bytes());
        samples.putArray("couch_docs_data_size").add(stats.bytes());
        samples.putArray("couch_total_disk_size").add(stats.bytes());
        return RestReply.json(json);
    }
}
