package dev.mayfly.face.couchbase.audit;

import dev.mayfly.face.couchbase.bucket.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is logged, and how.
 *
 * @param logPath the folder that the log is in; empty for the one the server has for it
 * @param rotateSeconds after how long another file is begun
 * @param rotateBytes at what size another file is begun
 * @param disabledUsers of whom nothing is logged, such as {@code name/local}
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
        ObjectNode json = Json.object()
                .put("enabled", enabled)
                .put("logPath", logPath)
                .put("rotateSeconds", rotateSeconds)
                .put("rotateBytes", rotateBytes)
                .put("revision", revision);
        new TreeSet<>(disabledUsers).forEach(json.putArray("disabledUsers")::add);
        return Json.bytes(json);
    }

    static AuditSettings fromBytes(byte[] bytes) {
        ObjectNode json = Json.kept(bytes);
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
