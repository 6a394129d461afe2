package dev.mayfly.face.couchbase.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The entries of the audit log after changes of buckets and collections. */
final class AuditRequestsTest {
    private static final String ADMIN = "Administrator:password";
    private static final String ALL = "/pools/default/buckets";

    @TempDir
    private Path folder;

    private RestFixture fixture() {
        return new RestFixture(RestFixture.NEW, folder);
    }

    private List<JsonNode> events() throws IOException {
        return events(folder.resolve("audit"));
    }

    private static List<JsonNode> events(Path in) throws IOException {
        List<JsonNode> events = new ArrayList<>();
        for (String line : Files.readAllLines(in.resolve("audit.log"), UTF_8)) {
            events.add(CouchbaseJson.read(line.getBytes(UTF_8)));
        }
        return events;
    }

    private static JsonNode only(List<JsonNode> events, int id) {
        List<JsonNode> found =
                events.stream().filter(each -> each.path("id").asInt() == id).toList();
        assertEquals(1, found.size(), events.toString());
        return found.getFirst();
    }

    private static void hasWhoAndWhere(JsonNode event) {
        assertEquals("2023-11-14T22:13:20.000Z", event.path("timestamp").asString());
        assertEquals(
                "{\"domain\":\"admin\",\"user\":\"Administrator\"}",
                event.path("real_userid").toString());
        assertEquals(
                "{\"ip\":\"127.0.0.1\",\"port\":40000}", event.path("remote").toString());
        assertEquals("{\"ip\":\"127.0.0.1\",\"port\":8091}", event.path("local").toString());
    }

    @Test
    void changesOfABucketAreWrittenWithItsLimit() throws IOException {
        try (RestFixture fixture = fixture()) {
            fixture.post("/settings/audit", "auditdEnabled", "true").require(200);
            fixture.post(ALL, "name", "b", "ramQuotaMB", "100", "maxTTL", "60").require(202);
            fixture.post(ALL + "/b", "maxTTL", "90", "ramQuotaMB", "100").require(200);
            fixture.delete(ALL + "/b").require(200);
            List<JsonNode> events = events();
            JsonNode created = only(events, 8_201);
            hasWhoAndWhere(created);
            assertEquals("create bucket", created.path("name").asString());
            assertEquals("Bucket was created", created.path("description").asString());
            assertEquals("b", created.path("bucket_name").asString());
            assertEquals("membase", created.path("type").asString());
            assertEquals(60, created.path("props").path("max_ttl").asInt());
            JsonNode modified = only(events, 8_202);
            hasWhoAndWhere(modified);
            assertEquals("{\"max_ttl\":90}", modified.path("props").toString());
            JsonNode deleted = only(events, 8_203);
            hasWhoAndWhere(deleted);
            assertEquals("b", deleted.path("bucket_name").asString());
        }
    }

    @Test
    void changesOfCollectionsAreWrittenWithoutTheirLimits() throws IOException {
        try (RestFixture fixture = fixture()) {
            fixture.post("/settings/audit", "auditdEnabled", "true").require(200);
            String collections = ALL + "/default/scopes/_default/collections";
            fixture.post(collections, "name", "c", "maxTTL", "5").require(200);
            fixture.send(ADMIN, "PATCH", collections + "/c", "maxTTL=6").require(200);
            fixture.delete(collections + "/c").require(200);
            List<JsonNode> events = events();
            int uid = 2;
            for (int id : new int[] {8_261, 8_270, 8_262}) {
                JsonNode event = only(events, id);
                hasWhoAndWhere(event);
                assertEquals("default", event.path("bucket_name").asString());
                assertEquals("_default", event.path("scope_name").asString());
                assertEquals("c", event.path("collection_name").asString());
                assertEquals(
                        Integer.toString(uid++), event.path("new_manifest_uid").asString());
                assertFalse(event.toString().contains("TTL") || event.toString().contains("ttl"));
            }
        }
    }

    @Test
    void nothingIsWrittenUntilItIsTurnedOnAndAfterItIsTurnedOff() throws IOException {
        try (RestFixture fixture = fixture()) {
            fixture.post(ALL, "name", "a", "ramQuotaMB", "100").require(202);
            assertFalse(Files.exists(folder.resolve("audit/audit.log")));
            fixture.post("/settings/audit", "auditdEnabled", "true").require(200);
            fixture.post("/settings/audit", "auditdEnabled", "false").require(200);
            int lines = events().size();
            fixture.post(ALL, "name", "b", "ramQuotaMB", "100").require(202);
            assertEquals(lines, events().size());
        }
    }

    @Test
    void refusedChangeIsNotWritten() throws IOException {
        try (RestFixture fixture = fixture()) {
            fixture.post("/settings/audit", "auditdEnabled", "true").require(200);
            fixture.post(ALL + "/default", "maxTTL", "-1").require(400);
            assertTrue(events().stream().noneMatch(each -> each.path("id").asInt() == 8_202));
        }
    }

    @Test
    void someUsersAreNotWatched() throws IOException {
        try (RestFixture fixture = fixture()) {
            fixture.send(ADMIN, "PUT", "/settings/rbac/users/local/ann", "password=secret-word&roles=admin")
                    .require(200);
            assertEquals(
                    "Unrecognized users: bob/local",
                    fixture.post("/settings/audit", "disabledUsers", "ann/local,bob/local")
                            .error("disabledUsers"));
            fixture.post("/settings/audit", "auditdEnabled", "true", "disabledUsers", "ann/local")
                    .require(200);
            fixture.send("ann:secret-word", "POST", ALL + "/default", "maxTTL=5")
                    .require(200);
            assertTrue(events().stream().noneMatch(each -> each.path("id").asInt() == 8_202));
            fixture.post(ALL + "/default", "maxTTL", "6").require(200);
            only(events(), 8_202);
        }
    }

    @Test
    void settingsAreShownCheckedAndKept() throws IOException {
        try (RestFixture fixture = fixture()) {
            fixture.post("/settings/audit", "auditdEnabled", "true", "rotateSize", "1048576", "rotateInterval", "900")
                    .require(200);
            fixture.restart();
            JsonNode shown = fixture.get("/settings/audit").json();
            assertTrue(shown.path("auditdEnabled").asBoolean());
            assertEquals(1_048_576, shown.path("rotateSize").asInt());
            assertEquals(900, shown.path("rotateInterval").asInt());
            assertEquals(
                    folder.resolve("audit").toString(), shown.path("logPath").asString());
            assertEquals(
                    "The value must be in range from 15 minutes to 7 days",
                    fixture.post("/settings/audit", "rotateInterval", "60").error("rotateInterval"));
            assertEquals(
                    "Value must not be a fraction of minute",
                    fixture.post("/settings/audit", "rotateInterval", "901").error("rotateInterval"));
            assertEquals(
                    "The value must be in range from 1048576 to 524288000 (inclusive)",
                    fixture.post("/settings/audit", "rotateSize", "5").error("rotateSize"));
            assertEquals(
                    "Following events are either unknown or not modifiable: 8201",
                    fixture.post("/settings/audit", "disabled", "8201").error("disabled"));
            fixture.post(ALL + "/default", "maxTTL", "6").require(200);
            only(events(), 8_202);
        }
    }

    @Test
    void logStaysInsideItsFolder() throws IOException {
        try (RestFixture fixture = fixture()) {
            for (String outside : new String[] {"/tmp", "../elsewhere", "logs/../../b", "store", "."}) {
                assertEquals(
                        "The value must be a valid directory",
                        fixture.post("/settings/audit", "auditdEnabled", "true", "logPath", outside)
                                .error("logPath"));
            }
            fixture.post("/settings/audit", "auditdEnabled", "true", "logPath", "logs/inner")
                    .require(200);
            fixture.post(ALL + "/default", "maxTTL", "6").require(200);
            only(events(folder.resolve("logs/inner")), 8_202);
        }
    }

    @Test
    void serverThatKeepsNothingHasNoLog() {
        try (RestFixture fixture = new RestFixture()) {
            assertTrue(fixture.post("/settings/audit", "auditdEnabled", "true")
                    .error("logPath")
                    .startsWith("This server keeps nothing on disk"));
        }
    }

    @Test
    void fileIsReplacedWhenItIsFullAndNothingIsLost() throws IOException {
        try (RestFixture fixture = fixture()) {
            fixture.post("/settings/audit", "auditdEnabled", "true", "rotateSize", "1048576")
                    .require(200);
            String padding = " ".repeat(200_000);
            for (int round = 0; round < 12; round++) {
                String manifest = "{\"scopes\":[{\"name\":\"_default\",\"collections\":[{\"name\":\"_default\"},"
                        + "{\"name\":\"c" + round + "\"}]}]" + padding + "}";
                fixture.send(ADMIN, "PUT", ALL + "/default/scopes", manifest).require(200);
            }
            List<Path> files;
            try (Stream<Path> listed = Files.list(folder.resolve("audit"))) {
                files = listed.toList();
            }
            assertTrue(files.size() >= 2, files.toString());
            int sets = 0;
            for (Path file : files) {
                assertTrue(Files.size(file) <= 1_048_576, file.toString());
                for (String line : Files.readAllLines(file, UTF_8)) {
                    sets += CouchbaseJson.read(line.getBytes(UTF_8)).path("id").asInt() == 8_263 ? 1 : 0;
                }
            }
            assertEquals(12, sets);
        }
    }

    @Test
    void communityEditionHasNoAudit() {
        try (RestFixture fixture = new RestFixture(RestFixture.FREE, folder)) {
            fixture.get("/settings/audit").require(400);
            fixture.post("/settings/audit", "auditdEnabled", "true").require(400);
        }
    }
}
