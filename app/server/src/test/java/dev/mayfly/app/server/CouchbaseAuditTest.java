package dev.mayfly.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Changes of collections by statements are audited as those by requests of management are. */
final class CouchbaseAuditTest {
    private static final String LOGIN =
            "Basic " + Base64.getEncoder().encodeToString("Administrator:password".getBytes(UTF_8));

    @TempDir
    private Path folder = Path.of("");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private void post(int port, String path, String form) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Authorization", LOGIN)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertTrue(answer.statusCode() < 300, answer.body());
    }

    private void query(ServerFixture fixture, String statement) throws Exception {
        int port = fixture.server.couchbasePorts().query();
        post(port, "/query/service", "statement=" + URLEncoder.encode(statement, UTF_8));
    }

    private List<JsonNode> events() throws Exception {
        List<JsonNode> events = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("data/audit/audit.log"), UTF_8)) {
            events.add(new JsonMapper().readTree(line));
        }
        return events;
    }

    @Test
    void statementsLeaveTheEventsOfRequests() throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.DATA, folder.resolve("data").toString(),
                Setting.CLOCK, "virtual@" + ServerFixture.START);
        try (ServerFixture fixture = new ServerFixture(flags)) {
            int management = fixture.server.port(FaceName.COUCHBASE);
            post(management, "/settings/audit", "auditdEnabled=true");
            new ThreeFaces(fixture).couchbase("b", 0);
            query(fixture, "CREATE SCOPE b.s");
            query(fixture, "CREATE COLLECTION b.s.c WITH {\"maxTTL\": 60}");
            query(fixture, "DROP COLLECTION b.s.c");
            query(fixture, "DROP SCOPE b.s");
            List<JsonNode> events = events();
            List<Integer> ids = events.stream()
                    .map(event -> event.path("id").asInt())
                    .filter(id -> id >= 8_259 && id <= 8_262)
                    .toList();
            assertEquals(List.of(8_259, 8_261, 8_262, 8_260), ids, events.toString());
            JsonNode created = events.stream()
                    .filter(event -> event.path("id").asInt() == 8_261)
                    .findFirst()
                    .orElseThrow();
            assertEquals("b", created.path("bucket_name").asString());
            assertEquals("s", created.path("scope_name").asString());
            assertEquals("c", created.path("collection_name").asString());
            assertEquals("Administrator", created.path("real_userid").path("user").asString());
            assertEquals("127.0.0.1", created.path("remote").path("ip").asString());

            JsonNode entries = fixture.get("/api/v1/audit?collection=couchbase/b/s.c").json().path("items");
            JsonNode limit = entries.path(0);
            assertEquals("policy", limit.path("action").asString(), entries.toString());
            assertEquals("maxTTL the bucket's", limit.path("before").asString());
            assertEquals("maxTTL 60 s", limit.path("after").asString());
            assertEquals("couchbase query", limit.path("way").asString());
            assertEquals("Administrator", limit.path("who").asString());
            assertEquals("dropped", entries.path(entries.size() - 1).path("action").asString());
        }
    }

    @Test
    void aBucketsLimitIsAuditedWhicheverWay() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            new ThreeFaces(fixture).couchbase("b", 60);
            post(
                    fixture.server.port(FaceName.COUCHBASE),
                    "/pools/default/buckets/b",
                    "ramQuotaMB=100&maxTTL=90");
            JsonNode entries = fixture.get("/api/v1/audit?collection=couchbase/b/").json().path("items");
            assertEquals(2, entries.size(), entries.toString());
            assertEquals("maxTTL 60 s", entries.path(1).path("before").asString());
            assertEquals("maxTTL 90 s", entries.path(1).path("after").asString());
            assertEquals("couchbase management", entries.path(1).path("way").asString());
            assertEquals("Administrator", entries.path(1).path("who").asString());
        }
    }
}
