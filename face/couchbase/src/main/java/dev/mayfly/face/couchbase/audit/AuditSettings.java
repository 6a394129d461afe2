package dev.mayfly.face.couchbase.audit;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The selection of audited events, and the form of the log.
 *
 * @param logPath the folder that the log is in; empty for the one the server has for it
 * @param rotateSeconds age at which another file is begun
 * @param rotateBytes size at which another file is begun
 * @param disabledUsers users whose events are not logged, such as {@code name/local}
 * @param revision grows with every change
 */
public record AuditSettings(
        boolean enabled,
        String logPath,
        int rotateSeconds,
        long rotateBytes,
        Set<String> disabledUsers,
        long revision) {
    public static final AuditSettings INSTALLED = new AuditSettings(false, "", 86_400, 20 << 20, Set.of(), 1);

    public AuditSettings {
        disabledUsers = Set.copyOf(disabledUsers);
    }

    byte[] toBytes() {
        ObjectNode json = CouchbaseJson.object()
                .put("enabled", enabled)
                .put("logPath", logPath)
                .put("rotateSeconds", rotateSeconds)
                .put("rotateBytes", rotateBytes)
                .put("revision", revision);
        new TreeSet<>(disabledUsers).forEach(json.putArray("disabledUsers")::add);
        return CouchbaseJson.bytes(json);
    }

    static AuditSettings fromBytes(byte[] bytes) {
        ObjectNode json = CouchbaseJson.kept(bytes);
        List<String> disabled = new ArrayList<>();
        for (JsonNode each : json.path("disabledUsers")) {
            disabled.add(each.asString());
        }
        return new AuditSettings(
                json.path("enabled").asBoolean(),
                json.path("logPath").asString(),
                json.path("rotateSeconds").asInt(),
                json.path("rotateBytes").asLong(),
                Set.copyOf(disabled),
                json.path("revision").asLong());
    }
}
