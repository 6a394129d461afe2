package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.BucketType;
import dev.mayfly.face.couchbase.bucket.ClusterMap;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.PurgeInterval;
import java.math.BigInteger;
import tools.jackson.databind.node.ObjectNode;

/** A bucket as the management service shows it. */
final class BucketForms {
    private static final int FRAGMENTATION = 30;

    private final ClusterMap map;
    private final NodeForms nodes;
    private final ClusterSettings cluster;

    BucketForms(ClusterMap map, NodeForms nodes, ClusterSettings cluster) {
        this.map = map;
        this.nodes = nodes;
        this.cluster = cluster;
    }

    /** @param hasMap whether the vBuckets are to be shown */
    ObjectNode of(Bucket bucket, String host, boolean hasMap) {
        ObjectNode json = CouchbaseJson.object();
        map.describe(json, bucket, hasMap ? host : null);
        addLinks(json, bucket);
        nodes.addTo(json.putArray("nodes"), host);
        addSettings(json, bucket.settings());
        addCompaction(json, bucket.settings());
        ObjectNode quota = json.putObject("quota");
        quota.put("ram", BucketStats.quota(bucket)).put("rawRAM", BucketStats.quota(bucket));
        BucketStats.of(bucket).addTo(json.putObject("basicStats"), bucket);
        return json;
    }

    private static void addLinks(ObjectNode json, Bucket bucket) {
        String path = "/pools/default/buckets/" + bucket.name();
        String controller = path + "/controller/";
        json.put("authType", "sasl");
        ObjectNode controllers = json.putObject("controllers");
        controllers
                .put("compactAll", controller + "compactBucket")
                .put("compactDB", controller + "compactDatabases")
                .put("purgeDeletes", controller + "unsafePurgeBucket");
        if (bucket.settings().isFlushEnabled()) {
            controllers.put("flush", controller + "doFlush");
        }
        json.putObject("stats").put("uri", path + "/stats").put("nodeStatsListURI", path + "/nodes");
    }

    private void addSettings(ObjectNode json, BucketSettings settings) {
        BucketType type = settings.type();
        json.put("replicaNumber", settings.replicas())
                .put("threadsNumber", settings.number("threadsNumber", 3))
                .put("evictionPolicy", settings.text("evictionPolicy", evictionOf(type)))
                .put("durabilityMinLevel", settings.durability())
                .put("conflictResolutionType", settings.text("conflictResolutionType", "seqno"));
        if (type == BucketType.COUCHBASE) {
            json.put("replicaIndex", settings.isOn("replicaIndex"));
        }
        if (nodes.rules().isEnterprise()) {
            json.put("maxTTL", type == BucketType.MEMCACHED ? 0 : settings.maxTtl())
                    .put("compressionMode", settings.text("compressionMode", "passive"));
        }
        if (nodes.rules().is76()) {
            json.put("rank", settings.number("rank", 0));
        }
        if (settings.text("storageBackend", "").equals("magma")) {
            addHistory(json, settings);
        }
    }

    private static String evictionOf(BucketType type) {
        return switch (type) {
            case COUCHBASE, MEMCACHED -> "valueOnly";
            case EPHEMERAL -> "noEviction";
        };
    }

    private static void addHistory(ObjectNode json, BucketSettings settings) {
        json.put("storageQuotaPercentage", 50)
                .put("historyRetentionSeconds", new BigInteger(settings.text("historyRetentionSeconds", "0")))
                .put("historyRetentionBytes", new BigInteger(settings.text("historyRetentionBytes", "0")))
                .put(
                        "historyRetentionCollectionDefault",
                        settings.text("historyRetentionCollectionDefault", "true")
                                .equals("true"));
    }

    private void addCompaction(ObjectNode json, BucketSettings settings) {
        switch (settings.type()) {
            case MEMCACHED -> json.put("autoCompactionSettings", false);
            case EPHEMERAL -> json.put("purgeInterval", purgeDays(settings));
            case COUCHBASE -> {
                if (!settings.isOn(CompactionDraft.DEFINED)) {
                    json.put("autoCompactionSettings", false);
                    return;
                }
                addThresholds(
                        json.putObject("autoCompactionSettings"),
                        settings.text(
                                CompactionDraft.PERCENTAGE,
                                cluster.get(CompactionDraft.PERCENTAGE, Integer.toString(FRAGMENTATION))));
                json.put("purgeInterval", purgeDays(settings));
            }
        }
    }

    static void addThresholds(ObjectNode json, String percentage) {
        json.put("parallelDBAndViewCompaction", false);
        json.putObject("databaseFragmentationThreshold")
                .put("percentage", Integer.parseInt(percentage))
                .put("size", "undefined");
        json.putObject("viewFragmentationThreshold")
                .put("percentage", FRAGMENTATION)
                .put("size", "undefined");
    }

    private double purgeDays(BucketSettings settings) {
        return PurgeInterval.days(settings, cluster.purgeDays());
    }
}
