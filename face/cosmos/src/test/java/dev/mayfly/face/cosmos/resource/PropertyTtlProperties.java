package dev.mayfly.face.cosmos.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.EngineCheck;
import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Random writes and random definitions of a container whose items may expire by a property: every read shows what a naive
 * model keeps, whether the items are looked up, listed, queried or counted.
 */
final class PropertyTtlProperties {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String CONTAINER = "/dbs/d/colls/c";
    private static final String ITEMS = CONTAINER + "/docs";
    private static final int IDS = 12;

    /** Longer than a change of policy may be undone: what a definition has let die stays dead under the next. */
    private static final Duration SETTLING = Duration.ofMinutes(61);

    @Test
    void everyReadShowsWhatTheModelKeeps() {
        Seeds.run(25, (_, random) -> {
            try (CosmosFixture fixture = new CosmosFixture()) {
                Run run = new Run(fixture, random);
                for (int step = 0; step < 120; step++) {
                    run.step();
                }
                assertTrue(EngineCheck.check(fixture.engine()).isClean());
            }
        });
    }

    /**
     * The settings of a container about lifetimes.
     *
     * @param ttl its {@code defaultTtl}, or null
     * @param path the name of the property, or null
     */
    private record Definition(
            @Nullable Integer ttl, @Nullable String path) {
        static Definition random(RandomGenerator random) {
            Integer ttl = switch (random.nextInt(4)) {
                case 0 -> null;
                case 1 -> -1;
                default -> 1 + random.nextInt(40);
            };
            String path = ttl == null ? null : List.of("", "a", "b").get(random.nextInt(3));
            return new Definition(ttl, path == null || path.isEmpty() ? null : path);
        }

        String json() {
            return "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}"
                    + (ttl == null ? "" : ",\"defaultTtl\":" + ttl)
                    + (path == null ? "" : ",\"ttlPropertyPath\":\"/" + path + "\"")
                    + "}";
        }

        boolean hasExpired(Item item, long now) {
            Integer seconds = item.ttl == null ? ttl : item.ttl;
            if (ttl == null || seconds == null || seconds == -1) {
                return false;
            }
            Long base = path == null ? Long.valueOf(item.ts) : item.second(path);
            return base != null && (base + seconds) * 1_000 <= now;
        }
    }

    /**
     * An item.
     *
     * @param a JSON, or null
     * @param b JSON, or null
     * @param ts the second of its last write
     */
    private record Item(
            @Nullable String a,
            @Nullable String b,
            @Nullable Integer ttl,
            long ts) {
        /** Only whole numbers are seconds. */
        @Nullable
        Long second(String path) {
            String text = path.equals("a") ? a : b;
            if (text == null || text.startsWith("\"") || text.startsWith("[") || text.equals("null")) {
                return null;
            }
            double value = Double.parseDouble(text);
            return value == Math.rint(value) ? Long.valueOf((long) value) : null;
        }

        String json(String id) {
            return "{\"id\":\"" + id + "\",\"pk\":\"p\""
                    + (a == null ? "" : ",\"a\":" + a)
                    + (b == null ? "" : ",\"b\":" + b)
                    + (ttl == null ? "" : ",\"ttl\":" + ttl)
                    + "}";
        }
    }

    /** One history. */
    private static final class Run {
        private final CosmosFixture fixture;
        private final RandomGenerator random;
        private final Map<String, Item> model = new TreeMap<>();
        private Definition definition;

        Run(CosmosFixture fixture, RandomGenerator random) {
            this.fixture = fixture;
            this.random = random;
            this.definition = Definition.random(random);
            fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
            Reply created = fixture.call("POST", "/dbs/d/colls", definition.json());
            assertEquals(201, created.status(), created.body());
        }

        private long now() {
            return fixture.clock().wallMillis();
        }

        /** Forgets the items that have expired, which never come back. */
        private void bury() {
            model.values().removeIf(item -> definition.hasExpired(item, now()));
        }

        void step() {
            bury();
            switch (random.nextInt(12)) {
                case 0 -> define();
                case 1 -> {
                    if (random.nextInt(6) == 0) {
                        fixture.restart();
                    }
                }
                case 2, 3 -> fixture.clock().advance(Duration.ofMillis(random.nextInt(20_000)));
                case 4 -> delete();
                case 5 -> patch();
                default -> upsert();
            }
            bury();
            check();
        }

        private void define() {
            fixture.clock().advance(SETTLING);
            bury();
            definition = Definition.random(random);
            Reply replaced = fixture.call("PUT", CONTAINER, definition.json());
            assertEquals(200, replaced.status(), replaced.body());
        }

        private String id() {
            return Integer.toString(random.nextInt(IDS));
        }

        /** Mostly a second somewhere about now, with and without a fraction of nothing; or none. */
        private @Nullable String second() {
            long about = now() / 1_000 + random.nextInt(60) - 30;
            return switch (random.nextInt(9)) {
                case 0 -> null;
                case 1 -> "\"" + about + "\"";
                case 2 -> about + ".5";
                case 3 -> "null";
                case 4 -> "[" + about + "]";
                case 5 -> about + ".0";
                default -> Long.toString(about);
            };
        }

        private @Nullable Integer ttl() {
            return switch (random.nextInt(4)) {
                case 0 -> -1;
                case 1 -> 1 + random.nextInt(40);
                default -> null;
            };
        }

        private Reply call(String method, String path, @Nullable String body, String... fields) {
            List<String> all = new ArrayList<>(List.of(fields));
            all.add("x-ms-documentdb-partitionkey");
            all.add("[\"p\"]");
            return fixture.call(method, path, body, all.toArray(String[]::new));
        }

        private void upsert() {
            String id = id();
            Item item = new Item(second(), second(), ttl(), now() / 1_000);
            Reply reply = call("POST", ITEMS, item.json(id), "x-ms-documentdb-is-upsert", "True");
            assertEquals(model.containsKey(id) ? 200 : 201, reply.status(), reply.body());
            model.put(id, item);
        }

        private void delete() {
            String id = id();
            assertEquals(
                    model.containsKey(id) ? 204 : 404,
                    call("DELETE", ITEMS + "/" + id, null).status());
            model.remove(id);
        }

        private void patch() {
            String id = id();
            String second = Long.toString(now() / 1_000 + random.nextInt(60) - 30);
            Reply reply = call(
                    "PATCH",
                    ITEMS + "/" + id,
                    "{\"operations\":[{\"op\":\"set\",\"path\":\"/a\",\"value\":" + second + "}]}",
                    "Content-Type",
                    "application/json_patch+json");
            Item before = model.get(id);
            assertEquals(before == null ? 404 : 200, reply.status(), reply.body());
            if (before != null) {
                model.put(id, new Item(second, before.b, before.ttl, now() / 1_000));
            }
        }

        private void check() {
            String id = id();
            assertEquals(
                    model.containsKey(id) ? 200 : 404,
                    call("GET", ITEMS + "/" + id, null).status(),
                    id);
            JsonNode list = MAPPER.readTree(fixture.call("GET", ITEMS, null).body());
            assertEquals(model.keySet(), ids(list));
            assertEquals(model.keySet(), ids(query("SELECT c.id FROM c WHERE c.pk = 'p'")));
            assertEquals(
                    model.size(),
                    query("SELECT VALUE COUNT(1) FROM c")
                            .path("Documents")
                            .path(0)
                            .intValue());
        }

        private JsonNode query(String text) {
            Reply reply = fixture.call(
                    "POST",
                    ITEMS,
                    "{\"query\":\"" + text + "\",\"parameters\":[]}",
                    "Content-Type",
                    "application/query+json",
                    "x-ms-documentdb-isquery",
                    "True",
                    "x-ms-documentdb-query-enablecrosspartition",
                    "True");
            assertEquals(200, reply.status(), reply.body());
            return MAPPER.readTree(reply.body());
        }

        private static Set<String> ids(JsonNode answer) {
            Set<String> ids = new TreeSet<>();
            answer.path("Documents").forEach(item -> ids.add(item.path("id").asString()));
            return ids;
        }
    }
}
