package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.json.JsonObject;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With auditing enabled, changes of buckets and collections stand in the audit log. */
final class AuditIT {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void changesAreLoggedWithTheirFields() throws Exception {
        try (LocalServer server =
                LocalServer.start(Map.of(Setting.DATA, folder.resolve("data").toString()))) {
            Rest rest = server.rest();
            rest.post("/pools/default/buckets", "name", "before", "ramQuotaMB", "100")
                    .require(202);
            Path logs = folder.resolve("data").resolve("logs");
            rest.post("/settings/audit", "auditdEnabled", "true", "logPath", logs.toString())
                    .require(200);
            rest.post("/settings/audit", "logPath", "/etc").require(400);
            assertEquals(true, rest.get("/settings/audit").json().getBoolean("auditdEnabled"));
            rest.post("/pools/default/buckets", "name", "b", "ramQuotaMB", "100", "maxTTL", "60")
                    .require(202);
            rest.post("/pools/default/buckets/b", "maxTTL", "30").require(200);
            String scopes = "/pools/default/buckets/b/scopes";
            rest.post(scopes, "name", "s").require(200);
            rest.post(scopes + "/s/collections", "name", "c", "maxTTL", "10").require(200);
            rest.form("PATCH", scopes + "/s/collections/c", "maxTTL", "20").require(200);
            rest.delete(scopes + "/s/collections/c").require(200);
            rest.delete("/pools/default/buckets/b").require(200);
            List<JsonObject> events = events();
            assertEvent(events, 8201, "bucket_name", "b");
            JsonObject modified = assertEvent(events, 8202, "bucket_name", "b");
            assertEquals(30, modified.getObject("props").getInt("max_ttl"));
            assertEvent(events, 8203, "bucket_name", "b");
            for (int id : new int[] {8261, 8270, 8262}) {
                JsonObject event = assertEvent(events, id, "collection_name", "c");
                assertEquals("s", event.getString("scope_name"));
                assertEquals("b", event.getString("bucket_name"));
                assertNotNull(event.getString("new_manifest_uid"));
                assertFalse(event.toString().contains("axTTL"), event::toString);
            }
            assertTrue(events.stream().noneMatch(event -> "before".equals(event.getString("bucket_name"))));
        }
    }

    private static JsonObject assertEvent(List<JsonObject> events, int id, String field, String value) {
        JsonObject event = events.stream()
                .filter(each -> each.getInt("id") == id)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no event " + id + " in " + events));
        assertEquals(value, event.getString(field), event::toString);
        assertNotNull(event.getString("timestamp"));
        assertEquals("Administrator", event.getObject("real_userid").getString("user"));
        assertNotNull(event.getObject("real_userid").getString("domain"));
        for (String side : List.of("remote", "local")) {
            assertNotNull(event.getObject(side).getString("ip"));
            assertTrue(event.getObject(side).getInt("port") > 0);
        }
        return event;
    }

    /** Returns the contents of whatever audit log there is. */
    private List<JsonObject> events() throws IOException {
        List<JsonObject> events = new ArrayList<>();
        List<Path> logs;
        try (Stream<Path> files = Files.walk(folder)) {
            logs = files.filter(file -> file.getFileName().toString().endsWith("audit.log"))
                    .toList();
        }
        for (Path log : logs) {
            for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
                events.add(JsonObject.fromJson(line));
            }
        }
        return events;
    }
}
