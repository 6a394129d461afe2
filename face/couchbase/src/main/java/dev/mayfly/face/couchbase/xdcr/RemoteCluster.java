package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Another cluster, as a replication reaches it.
 *
 * @param uuid that it says it has
 * @param hostname of its management service, with the port
 */
public record RemoteCluster(
        String name, String uuid, String hostname, String user, String password, RemoteSecurity security) {
    RemoteCluster identified(String known) {
        return new RemoteCluster(name, known, hostname, user, password, security);
    }

    ObjectNode toJson() {
        return CouchbaseJson.object()
                .put("name", name)
                .put("uuid", uuid)
                .put("hostname", hostname)
                .put("user", user)
                .put("password", password)
                .put("security", security.level().name())
                .put("certificate", security.certificate())
                .put("clientCertificate", security.identity().certificate())
                .put("clientKey", security.identity().key());
    }

    static RemoteCluster fromJson(JsonNode json) {
        RemoteSecurity.Level level =
                RemoteSecurity.Level.valueOf(json.path("security").asString(RemoteSecurity.Level.NONE.name()));
        return new RemoteCluster(
                json.path("name").asString(),
                json.path("uuid").asString(),
                json.path("hostname").asString(),
                json.path("user").asString(),
                json.path("password").asString(),
                new RemoteSecurity(
                        level,
                        json.path("certificate").asString(""),
                        new ClientIdentity(
                                json.path("clientCertificate").asString(""),
                                json.path("clientKey").asString(""))));
    }

    @Override
    public String toString() {
        return name + " at " + hostname;
    }
}
