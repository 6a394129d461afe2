package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is replicated, and where to. Immutable.
 *
 * @param cluster the uuid of the remote cluster
 */
public record Replication(String id, String cluster, String source, String target, ReplicationSettings settings) {
    static Replication of(String cluster, String source, String target, ReplicationSettings settings) {
        return new Replication(cluster + "/" + source + "/" + target, cluster, source, target, settings);
    }

    Replication with(ReplicationSettings changed) {
        return new Replication(id, cluster, source, target, changed);
    }

    byte[] toBytes() {
        ObjectNode json = CouchbaseJson.object()
                .put("id", id)
                .put("cluster", cluster)
                .put("source", source)
                .put("target", target);
        json.set("settings", settings.toJson());
        return CouchbaseJson.bytes(json);
    }

    static Replication fromBytes(byte[] bytes) {
        JsonNode json = CouchbaseJson.kept(bytes);
        return new Replication(
                json.path("id").asString(),
                json.path("cluster").asString(),
                json.path("source").asString(),
                json.path("target").asString(),
                ReplicationSettings.fromJson(json.path("settings")));
    }
}
