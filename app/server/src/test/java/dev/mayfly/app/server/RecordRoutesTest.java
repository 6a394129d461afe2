package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.erasure.Erasure;
import dev.mayfly.face.mongo.admin.ExtendedJsonKeys;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The record of erasures and the audit over the admin face. */
final class RecordRoutesTest {
    private static final String MONGO = ThreeFaces.path("mongo", "app", "codes");
    private static final Map<Setting, String> KEPT = Map.of(
            Setting.IN_MEMORY, "true",
            Setting.CLOCK, "virtual@" + ServerFixture.START,
            Setting.ERASURE_RECORD, "on");

    private static Collection expired(ServerFixture fixture) throws Exception {
        Collection collection =
                new ThreeFaces(fixture).mongo("app", "codes", "{name: 'ttl', key: {at: 1}, expireAfterSeconds: 60}");
        for (int id = 1; id <= 3; id++) {
            String body = "{\"at\": {\"$date\": \"2026-01-01T00:00:0" + id + "Z\"}}";
            assertEquals(
                    201,
                    fixture.send("PUT", MONGO + "/documents/" + id, body, Map.of())
                            .status());
        }
        fixture.post("/api/v1/clock/advance?by=2m");
        assertEquals(0, collection.storedSize().documents());
        return collection;
    }

    @Test
    void erasuresAreListedPageByPage() throws Exception {
        try (ServerFixture fixture = new ServerFixture(KEPT)) {
            Collection collection = expired(fixture);
            JsonNode page = fixture.get("/api/v1/erasures?limit=2").json();
            assertEquals(2, page.path("items").size());
            JsonNode first = page.path("items").path(0);
            assertEquals("mongo/app/codes", first.path("collection").asString());
            assertEquals(
                    HexFormat.of().formatHex(Erasure.hash(collection.name(), ExtendedJsonKeys.INSTANCE.read("1"))),
                    first.path("hash").asString());
            assertEquals("at + 60 s", first.path("rule").asString());
            assertEquals(
                    "2026-01-01T00:01:01Z", first.path("deadline").path("iso").asString());
            assertEquals("sweep", first.path("by").asString());
            String next = page.path("next").asString();
            JsonNode rest =
                    fixture.get("/api/v1/erasures?limit=2&after=" + next).json();
            assertEquals(1, rest.path("items").size());
            assertTrue(rest.path("next").isNull());
            assertEquals(
                    0,
                    fixture.get("/api/v1/erasures?collection=mongo/app/other")
                            .json()
                            .path("items")
                            .size());
            assertEquals(400, fixture.get("/api/v1/erasures?collection=codes").status());
            assertEquals(400, fixture.get("/api/v1/erasures?after=AAAA").status());
        }
    }

    @Test
    void erasuresAreExportedAsLinesOfJson() throws Exception {
        try (ServerFixture fixture = new ServerFixture(KEPT)) {
            expired(fixture);
            Answer export = fixture.send("GET", "/api/v1/erasures", "", Map.of("Accept", "application/jsonl"));
            assertEquals("application/jsonl", export.fields().get("content-type"));
            String[] lines = export.body().split("\n");
            assertEquals(3, lines.length);
            for (String line : lines) {
                assertEquals(
                        64,
                        new JsonMapper().readTree(line).path("hash").asString().length());
            }
        }
    }

    @Test
    void withoutTheSettingNothingIsWrittenDown() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            expired(fixture);
            assertEquals(0, fixture.get("/api/v1/erasures").json().path("items").size());
        }
    }

    @Test
    void theAuditTellsWhatWasChangedWhichWay() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Collection collection = expired(fixture);
            fixture.send("PUT", MONGO + "/holds/case-7", "{\"reason\": \"court\"}", Map.of());
            fixture.post(MONGO + "/policy/undo");
            JsonNode entries = fixture.get("/api/v1/audit?collection=mongo/app/codes")
                    .json()
                    .path("items");
            assertEquals("created", entries.path(0).path("action").asString());
            JsonNode policy = entries.path(1);
            assertEquals("policy", policy.path("action").asString());
            assertEquals("never", policy.path("before").asString());
            assertEquals("at + 60 s", policy.path("after").asString());
            assertEquals("mongo", policy.path("way").asString());
            JsonNode held = entries.path(2);
            assertEquals("held", held.path("action").asString());
            assertEquals("admin", held.path("way").asString());
            assertEquals("case-7 on the collection: court", held.path("note").asString());
            assertFalse(held.has("before"));
            JsonNode undone = entries.path(entries.size() - 1);
            assertEquals("undone", undone.path("action").asString());
            assertEquals("admin", undone.path("way").asString());

            String ofCodes = "/api/v1/audit?collection=mongo/app/codes&limit=1";
            String next = fixture.get(ofCodes).json().path("next").asString();
            JsonNode second = fixture.get(ofCodes + "&after=" + next).json();
            assertEquals("policy", second.path("items").path(0).path("action").asString());
            assertTrue(collection.record().policy().current().rules().isEmpty());
        }
    }

    /** Servers that share a store may give one position to two entries. */
    @Test
    void pagesOfTheAuditLoseNothingThatTwoServersChangedAtOneInstant() throws Exception {
        ServerConfig config = ServerFixture.config(
                Map.of(Setting.IN_MEMORY, "true", Setting.CLOCK, "virtual@" + ServerFixture.START));
        try (SharedMemoryStore store = new SharedMemoryStore(SystemClock.INSTANCE::wallMillis);
                ServerFixture one = new ServerFixture(config, new OpenStore(store));
                ServerFixture other = new ServerFixture(config, new OpenStore(store))) {
            CollectionName bucket = new CollectionName("couchbase", "shared", "*");
            // As many as it takes until one of them gives out positions that the other has given out before.
            for (int time = 0; time < 12; time++) {
                one.server.engine().audit().limitChanges(bucket, "one", "" + time);
                other.server.engine().audit().limitChanges(bucket, "other", "" + time);
            }
            one.post("/api/v1/clock/advance?by=1m");
            List<AuditEntry> all = one.server.engine().audit().read(0, 1_000, null);
            assertTrue(all.stream().map(AuditEntry::position).distinct().count() < all.size(), all.toString());
            List<String> oldest = audit(one, "oldest", 1_000);
            assertTrue(oldest.size() >= 24, oldest.toString());
            for (int limit = 1; limit <= 5; limit++) {
                assertEquals(oldest, audit(one, "oldest", limit));
                assertEquals(oldest.reversed(), audit(one, "newest", limit));
            }
        }
    }

    private static List<String> audit(ServerFixture fixture, String order, int limit) throws Exception {
        List<String> entries = new ArrayList<>();
        String asked = "/api/v1/audit?order=" + order + "&limit=" + limit;
        String after = "";
        do {
            JsonNode page = fixture.get(asked + after).json();
            page.path("items").forEach(entry -> entries.add(entry.toString()));
            JsonNode next = page.path("next");
            after = next.isNull() ? "" : "&after=" + next.asString();
        } while (!after.isEmpty());
        return entries;
    }
}
