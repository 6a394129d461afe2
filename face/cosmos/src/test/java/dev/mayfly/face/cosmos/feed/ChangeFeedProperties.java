package dev.mayfly.face.cosmos.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whoever follows a change feed, from any page to the next, over restarts and changes of the time to live, has a copy. */
final class ChangeFeedProperties {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String CONTAINER = "/dbs/d/colls/c";
    private static final String ITEMS = CONTAINER + "/docs";
    private static final int KEYS = 8;

    @Test
    void followersHaveWhatIsThere() {
        Seeds.run(12, (_, random) -> {
            try (CosmosFixture fixture = new CosmosFixture()) {
                Run run = new Run(fixture, random);
                for (int step = 0; step < 120; step++) {
                    run.step();
                }
            }
        });
    }

    /** One history, with two who follow it. */
    private static final class Run {
        private final CosmosFixture fixture;
        private final RandomGenerator random;
        /** The etag that was last written under each key. */
        private final Map<Integer, String> written = new HashMap<>();

        private final Map<Integer, String> versions = new HashMap<>();
        private final Map<Integer, String> latest = new HashMap<>();
        /** Items that were hidden when the follower of latest versions went by; one that is brought back does not come. */
        private final Set<String> passed = new HashSet<>();

        private final List<String> story = new ArrayList<>();
        private String versionsNext = "*";
        private String latestNext = "\"0\"";

        Run(CosmosFixture fixture, RandomGenerator random) {
            this.fixture = fixture;
            this.random = random;
            fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
            assertEquals(201, define("POST", "/dbs/d/colls", -1).status());
            followVersions();
        }

        private Reply define(String method, String path, int defaultTtl) {
            String ttl = defaultTtl == 0 ? "" : ",\"defaultTtl\":" + defaultTtl;
            String definition = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},"
                    + "\"changeFeedPolicy\":{\"retentionDuration\":10000}" + ttl + "}";
            return fixture.call(method, path, definition);
        }

        void step() {
            switch (random.nextInt(10)) {
                case 0, 1 -> fixture.clock().advance(Duration.ofMillis(random.nextInt(4_000)));
                case 2 -> changeTtl();
                case 3 -> {
                    if (random.nextInt(6) == 0) {
                        story.add("restart");
                        fixture.restart();
                    }
                }
                case 4 -> delete();
                case 5 -> batch();
                default -> upsert();
            }
            if (random.nextInt(3) == 0) {
                followLatest();
            }
            if (random.nextInt(3) == 0) {
                followVersions();
            }
            if (random.nextInt(5) == 0) {
                compare();
            }
        }

        private void changeTtl() {
            int ttl = List.of(0, -1, 1, 5, 1_000).get(random.nextInt(5));
            story.add("defaultTtl " + ttl);
            assertEquals(200, define("PUT", CONTAINER, ttl).status());
        }

        private static String partition(int key) {
            return "[\"p" + key % 3 + "\"]";
        }

        private String item(int key) {
            int ttl = random.nextInt(8);
            return "{\"id\":\"" + key + "\",\"pk\":\"p" + key % 3 + "\""
                    + (ttl == 0 || ttl > 4 ? "" : ",\"ttl\":" + ttl) + "}";
        }

        private void upsert() {
            int key = random.nextInt(KEYS);
            Reply reply = fixture.call(
                    "POST",
                    ITEMS,
                    item(key),
                    "x-ms-documentdb-partitionkey",
                    partition(key),
                    "x-ms-documentdb-is-upsert",
                    "true");
            assertTrue(reply.status() < 300, reply::body);
            wrote(key, assertNotNullField(reply, "etag"));
        }

        private void wrote(int key, String etag) {
            story.add("wrote " + key + " " + etag);
            written.put(key, etag);
        }

        private static String assertNotNullField(Reply reply, String name) {
            String value = reply.field(name);
            assertNotNull(value, name);
            return value;
        }

        private void delete() {
            int key = random.nextInt(KEYS);
            story.add("delete " + key);
            fixture.call("DELETE", ITEMS + "/" + key, null, "x-ms-documentdb-partitionkey", partition(key));
        }

        /** Two items of one partition at once. */
        private void batch() {
            int key = random.nextInt(3);
            String body = "[{\"operationType\":\"Upsert\",\"resourceBody\":" + item(key)
                    + "},{\"operationType\":\"Upsert\",\"resourceBody\":" + item(key + 3) + "}]";
            Reply reply = fixture.call(
                    "POST",
                    ITEMS,
                    body,
                    "x-ms-documentdb-partitionkey",
                    partition(key),
                    "x-ms-cosmos-is-batch-request",
                    "true",
                    "x-ms-cosmos-batch-atomic",
                    "true");
            if (reply.status() == 200) {
                JsonNode results = MAPPER.readTree(reply.body());
                wrote(key, results.get(0).get("eTag").stringValue());
                wrote(key + 3, results.get(1).get("eTag").stringValue());
            }
        }

        private @Nullable JsonNode page(String mode, String from, List<String> next) {
            Reply reply = fixture.call(
                    "GET",
                    ITEMS,
                    null,
                    "A-IM",
                    mode,
                    "If-None-Match",
                    from,
                    "x-ms-max-item-count",
                    Integer.toString(1 + random.nextInt(4)));
            next.add(assertNotNullField(reply, "etag"));
            if (reply.status() == 304) {
                return null;
            }
            assertEquals(200, reply.status(), reply::body);
            JsonNode page = MAPPER.readTree(reply.body());
            assertEquals(page.get("_count").intValue(), page.get("Documents").size());
            return page.get("Documents");
        }

        private void followLatest() {
            List<String> next = new ArrayList<>(List.of(latestNext));
            long last = 0;
            Set<String> met = new HashSet<>();
            for (JsonNode page = page("Incremental Feed", next.getLast(), next);
                    page != null;
                    page = page("Incremental Feed", next.getLast(), next)) {
                for (JsonNode item : page) {
                    assertTrue(item.get("_lsn").longValue() >= last, "in order");
                    last = item.get("_lsn").longValue();
                    assertTrue(met.add(item.get("id").stringValue()), "twice");
                    latest.put(key(item), item.get("_etag").stringValue());
                }
            }
            latestNext = next.getLast();
            Map<Integer, String> there = there();
            written.forEach((key, etag) -> {
                if (!there.containsKey(key)) {
                    passed.add(key + etag);
                }
            });
            there.forEach((key, etag) -> assertTrue(
                    etag.equals(latest.get(key)) || passed.contains(key + etag), () -> "missed " + key + story()));
        }

        private void followVersions() {
            List<String> next = new ArrayList<>(List.of(versionsNext));
            for (JsonNode page = page("Full-Fidelity Feed", next.getLast(), next);
                    page != null;
                    page = page("Full-Fidelity Feed", next.getLast(), next)) {
                for (JsonNode change : page) {
                    apply(change);
                }
            }
            versionsNext = next.getLast();
        }

        private void apply(JsonNode change) {
            JsonNode metadata = change.get("metadata");
            JsonNode image = change.has("current") ? change.get("current") : change.get("previous");
            int key = key(image);
            String etag = image.get("_etag").stringValue();
            switch (metadata.get("operationType").stringValue()) {
                case "create" -> assertEquals(null, versions.put(key, etag), () -> "created twice" + story());
                case "replace" -> assertNotNull(versions.put(key, etag), () -> "replaced out of nothing" + story());
                default -> assertEquals(etag, versions.remove(key), () -> "another was deleted" + story());
            }
        }

        private static int key(JsonNode item) {
            return Integer.parseInt(item.get("id").stringValue());
        }

        /** The etags of the items that are there. */
        private Map<Integer, String> there() {
            Map<Integer, String> there = new HashMap<>();
            for (int key = 0; key < KEYS; key++) {
                Reply reply =
                        fixture.call("GET", ITEMS + "/" + key, null, "x-ms-documentdb-partitionkey", partition(key));
                if (reply.status() == 200) {
                    there.put(key, assertNotNullField(reply, "etag"));
                }
            }
            return there;
        }

        /** Once what has expired was announced, the copy of all versions is what is there. */
        private void compare() {
            fixture.engine().sweeper().sweepNow();
            followVersions();
            assertEquals(there(), versions, this::story);
        }

        private String story() {
            return "\n" + String.join("\n", story);
        }
    }
}
