package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Random operations on items, with time passing and restarts between them, answer what the model answers. */
final class ItemModelProperties {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String ITEMS = "/dbs/d/colls/c/docs";

    @Test
    void itemsAreWhatTheModelSays() {
        Seeds.run(30, (_, random) -> {
            try (CosmosFixture fixture = new CosmosFixture()) {
                Run run = new Run(fixture, random);
                for (int step = 0; step < 150; step++) {
                    run.step();
                }
            }
        });
    }

    /** One history. */
    private static final class Run {
        private final CosmosFixture fixture;
        private final RandomGenerator random;
        private final Set<String> rids = new HashSet<>();
        private ItemModel model;
        private int nextValue;

        Run(CosmosFixture fixture, RandomGenerator random) {
            this.fixture = fixture;
            this.random = random;
            Integer defaultTtl = switch (random.nextInt(3)) {
                case 0 -> null;
                case 1 -> -1;
                default -> 1 + random.nextInt(6);
            };
            this.model = new ItemModel(defaultTtl);
            fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
            String ttl = defaultTtl == null ? "" : ",\"defaultTtl\":" + defaultTtl;
            Reply created = fixture.call(
                    "POST",
                    "/dbs/d/colls",
                    "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}" + ttl + "}");
            assertEquals(201, created.status(), created.body());
        }

        void step() {
            switch (random.nextInt(12)) {
                case 0 -> fixture.clock().advance(Duration.ofMillis(random.nextInt(3_000)));
                case 1 -> batch();
                case 2 -> {
                    if (random.nextInt(8) == 0) {
                        fixture.restart();
                    }
                }
                case 3, 4 -> read();
                case 5 -> delete();
                case 6 -> patch();
                case 7 -> replace();
                case 8, 9 -> create();
                default -> upsert();
            }
        }

        private long now() {
            return fixture.clock().wallMillis();
        }

        private String id() {
            return Integer.toString(random.nextInt(4));
        }

        private String partition() {
            return random.nextBoolean() ? "x" : "y";
        }

        private @Nullable Integer ttl() {
            return switch (random.nextInt(4)) {
                case 0 -> -1;
                case 1 -> 1 + random.nextInt(5);
                default -> null;
            };
        }

        private static String body(String id, String partition, int value, @Nullable Integer ttl) {
            String own = ttl == null ? "" : ",\"ttl\":" + ttl;
            return "{\"id\":\"" + id + "\",\"pk\":\"" + partition + "\",\"v\":" + value + own + "}";
        }

        private Reply call(String method, String path, @Nullable String body, String partition, String... fields) {
            List<String> all = new ArrayList<>(List.of(fields));
            all.add("x-ms-documentdb-partitionkey");
            all.add("[\"" + partition + "\"]");
            return fixture.call(method, path, body, all.toArray(String[]::new));
        }

        /** Now and then a condition: true, stale or of nothing. */
        private @Nullable String condition(ItemModel.@Nullable Item current) {
            return switch (random.nextInt(4)) {
                case 0 -> "\"00000000-0000-0000-0000-000000000001\"";
                case 1 -> current == null ? "\"none\"" : current.etag();
                default -> null;
            };
        }

        private Reply conditioned(
                String method, String path, @Nullable String body, String partition, @Nullable String ifMatch) {
            return ifMatch == null
                    ? call(method, path, body, partition)
                    : call(method, path, body, partition, "If-Match", ifMatch);
        }

        private void read() {
            String id = id();
            String partition = partition();
            ItemModel.Item current = model.get(partition + id, now());
            Reply reply = call("GET", ITEMS + "/" + id, null, partition);
            if (current == null) {
                assertEquals(404, reply.status());
                return;
            }
            assertEquals(200, reply.status());
            check(reply.body(), current);
            assertEquals(
                    304,
                    call("GET", ITEMS + "/" + id, null, partition, "If-None-Match", current.etag())
                            .status());
        }

        private static void check(String body, ItemModel.Item expected) {
            JsonNode item = MAPPER.readTree(body);
            assertEquals(expected.value(), item.get("v").intValue());
            assertEquals(
                    expected.ttl(), item.has("ttl") ? (Integer) item.get("ttl").intValue() : null);
            assertEquals(expected.ts(), item.get("_ts").longValue());
            assertEquals(expected.etag(), item.get("_etag").stringValue());
            assertEquals(expected.rid(), item.get("_rid").stringValue());
        }

        /** The answer shows the item as it was written; a new item never has the number of another. */
        private ItemModel.Item written(String body, int value, @Nullable Integer ttl, ItemModel.@Nullable Item before) {
            JsonNode item = MAPPER.readTree(body);
            String rid = item.get("_rid").stringValue();
            if (before == null) {
                assertEquals(true, rids.add(rid), "a number given twice");
            } else {
                assertEquals(before.rid(), rid);
                assertNotEquals(before.etag(), item.get("_etag").stringValue());
            }
            ItemModel.Item written = new ItemModel.Item(
                    value, ttl, now() / 1000, item.get("_etag").stringValue(), rid);
            check(body, written);
            return written;
        }

        private void create() {
            String id = id();
            String partition = partition();
            ItemModel.Item current = model.get(partition + id, now());
            int value = nextValue++;
            Integer ttl = ttl();
            Reply reply = call("POST", ITEMS, body(id, partition, value, ttl), partition);
            assertEquals(current == null ? 201 : 409, reply.status());
            if (current == null) {
                model.put(partition + id, written(reply.body(), value, ttl, null));
            }
        }

        private void upsert() {
            String id = id();
            String partition = partition();
            ItemModel.Item current = model.get(partition + id, now());
            int value = nextValue++;
            Integer ttl = ttl();
            Reply reply = call(
                    "POST", ITEMS, body(id, partition, value, ttl), partition, "x-ms-documentdb-is-upsert", "True");
            assertEquals(current == null ? 201 : 200, reply.status());
            model.put(partition + id, written(reply.body(), value, ttl, current));
        }

        private int expected(int success, ItemModel.@Nullable Item current, @Nullable String ifMatch) {
            if (current == null) {
                return 404;
            }
            return ifMatch == null || ifMatch.equals(current.etag()) ? success : 412;
        }

        private void replace() {
            String id = id();
            String partition = partition();
            ItemModel.Item current = model.get(partition + id, now());
            String ifMatch = condition(current);
            int value = nextValue++;
            Integer ttl = ttl();
            Reply reply = conditioned("PUT", ITEMS + "/" + id, body(id, partition, value, ttl), partition, ifMatch);
            assertEquals(expected(200, current, ifMatch), reply.status());
            if (reply.status() == 200) {
                model.put(partition + id, written(reply.body(), value, ttl, current));
            }
        }

        private void patch() {
            String id = id();
            String partition = partition();
            ItemModel.Item current = model.get(partition + id, now());
            String ifMatch = condition(current);
            Integer ttl = ttl();
            boolean removes = current != null && current.ttl() != null && ttl == null;
            String second = ttl != null
                    ? ",{\"op\":\"set\",\"path\":\"/ttl\",\"value\":" + ttl + "}"
                    : removes ? ",{\"op\":\"remove\",\"path\":\"/ttl\"}" : "";
            Reply reply = conditioned(
                    "PATCH",
                    ITEMS + "/" + id,
                    "[{\"op\":\"incr\",\"path\":\"/v\",\"value\":1000}" + second + "]",
                    partition,
                    ifMatch);
            assertEquals(expected(200, current, ifMatch), reply.status(), reply.body());
            if (current != null && reply.status() == 200) {
                model.put(partition + id, written(reply.body(), current.value() + 1000, ttl, current));
            }
        }

        private void delete() {
            String id = id();
            String partition = partition();
            ItemModel.Item current = model.get(partition + id, now());
            String ifMatch = condition(current);
            Reply reply = conditioned("DELETE", ITEMS + "/" + id, null, partition, ifMatch);
            assertEquals(expected(204, current, ifMatch), reply.status());
            if (reply.status() == 204) {
                model.remove(partition + id);
            }
        }

        /** A transaction of creates and deletes: what the model makes of them one by one, or nothing. */
        private void batch() {
            String partition = partition();
            ItemModel after = model.copy();
            List<String> members = new ArrayList<>();
            List<String> created = new ArrayList<>();
            List<Integer> statuses = new ArrayList<>();
            for (int count = 1 + random.nextInt(4); count > 0; count--) {
                String id = id();
                String key = partition + id;
                boolean isThere = after.get(key, now()) != null;
                if (random.nextBoolean()) {
                    int value = nextValue++;
                    members.add(
                            "{\"operationType\":\"Create\",\"resourceBody\":" + body(id, partition, value, null) + "}");
                    created.add(key);
                    statuses.add(isThere ? 409 : 201);
                    after.put(key, new ItemModel.Item(value, null, now() / 1000, "", ""));
                } else {
                    members.add("{\"operationType\":\"Delete\",\"id\":\"" + id + "\"}");
                    created.add("");
                    statuses.add(isThere ? 204 : 404);
                    after.remove(key);
                }
            }
            Reply reply = call(
                    "POST",
                    ITEMS,
                    "[" + String.join(",", members) + "]",
                    partition,
                    "x-ms-cosmos-is-batch-request",
                    "True",
                    "x-ms-cosmos-batch-atomic",
                    "true");
            settle(reply, statuses, created, after);
        }

        private void settle(Reply reply, List<Integer> statuses, List<String> created, ItemModel after) {
            int failed = -1;
            for (int index = 0; index < statuses.size() && failed < 0; index++) {
                failed = statuses.get(index) >= 400 ? index : -1;
            }
            JsonNode answers = MAPPER.readTree(reply.body());
            assertEquals(failed < 0 ? 200 : 207, reply.status(), reply.body());
            for (int index = 0; index < statuses.size(); index++) {
                int expected = failed < 0 || index == failed ? statuses.get(index) : 424;
                assertEquals(expected, answers.get(index).get("statusCode").intValue(), reply.body());
                if (failed < 0 && statuses.get(index) == 201) {
                    JsonNode item = answers.get(index).get("resourceBody");
                    assertEquals(true, rids.add(item.get("_rid").stringValue()));
                    if (after.get(created.get(index), now()) != null) {
                        after.put(
                                created.get(index),
                                new ItemModel.Item(
                                        item.get("v").intValue(),
                                        null,
                                        item.get("_ts").longValue(),
                                        item.get("_etag").stringValue(),
                                        item.get("_rid").stringValue()));
                    }
                }
            }
            if (failed < 0) {
                model = after;
            }
            assertFalse(reply.body().isEmpty());
        }
    }
}
