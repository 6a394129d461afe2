package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is replicated, and where to. Immutable.
 *
 * @param cluster the uuid of the remote cluster
 */
public record Replication(
        String id, String cluster, String source, String target, ReplicationFilter filter, boolean paused) {
    static Replication of(String cluster, String source, String target, ReplicationFilter filter) {
        return new Replication(cluster + "/" + source + "/" + target, cluster, source, target, filter, false);
    }

    Replication with(ReplicationFilter changed, boolean stands) {
        return new Replication(id, cluster, source, target, changed, stands);
    }

    byte[] toBytes() {
        ObjectNode json = CouchbaseJson.object()
                .put("id", id)
                .put("cluster", cluster)
                .put("source", source)
                .put("target", target)
                .put("paused", paused);
        json.set("filter", filter.toJson());
        return CouchbaseJson.bytes(json);
    }

    static Replication fromBytes(byte[] bytes) {
        JsonNode json = CouchbaseJson.kept(bytes);
        return new Replication(
                json.path("id").asString(),
                json.path("cluster").asString(),
                json.path("source").asString(),
                json.path("target").asString(),
                ReplicationFilter.fromJson(json.path("filter")),
                json.path("paused").asBoolean(false));
    }
}
