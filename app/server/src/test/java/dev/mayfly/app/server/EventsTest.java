package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class EventsTest {
    private static final CollectionName NAME = new CollectionName("mongo", "app", "sessions");
    private static final String LIST = "/api/v1/events/list";
    private static final String HOOK = "/api/v1/webhooks/mine";

    private static ServerFixture started(Map<Setting, String> more) throws Exception {
        Map<Setting, String> flags =
                new HashMap<>(Map.of(Setting.IN_MEMORY, "true", Setting.CLOCK, "virtual@" + ServerFixture.START));
        flags.putAll(more);
        ServerFixture fixture = new ServerFixture(flags);
        Policy policy = Policy.NONE.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 60)));
        fixture.server
                .engine()
                .catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON,
                                BaseInstant.MODIFIED,
                                new byte[0],
                                List.of(QueueIds.INHERIT, QueueIds.FOR),
                                policy));
        return fixture;
    }

    private static void put(ServerFixture fixture, String id, Lifetime lifetime) {
        Collection collection = fixture.server.engine().find(NAME);
        assertNotNull(collection);
        BsonDocument body = new BsonDocument("_id", new BsonString(id));
        collection.write(
                new DocumentKey(KeyWriter.encode(TreeView.of(new BsonString(id)))),
                Durability.LOGGED,
                (_, _) -> new Decision.Put(BsonEncoding.encode(body), lifetime, Stamp.NO_FACE_BYTES));
    }

    private static void advance(ServerFixture fixture, String by) throws Exception {
        assertEquals(200, fixture.post("/api/v1/clock/advance?by=" + by).status());
    }

    /** One connection that follows events. */
    private static final class Following implements AutoCloseable {
        private final HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        private final HttpResponse<InputStream> response;
        private final BufferedReader lines;

        Following(ServerFixture fixture, String query, String... fields) throws IOException, InterruptedException {
            URI uri = URI.create("http://127.0.0.1:" + fixture.server.port(FaceName.ADMIN) + "/api/v1/events" + query);
            HttpRequest.Builder request = HttpRequest.newBuilder(uri);
            if (fields.length > 0) {
                request.headers(fields);
            }
            response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        int status() {
            return response.statusCode();
        }

        /** The fields of the next message, or null at the end. */
        Map<String, String> message() throws IOException {
            Map<String, String> message = new HashMap<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    return message;
                }
                int colon = line.indexOf(": ");
                message.put(line.substring(0, colon), line.substring(colon + 2));
            }
            return Map.of();
        }

        JsonNode event() throws IOException {
            Map<String, String> message = message();
            while (!message.isEmpty() && !message.containsKey("data")) {
                message = message();
            }
            return new JsonMapper().readTree(message.getOrDefault("data", "null"));
        }

        @Override
        public void close() throws IOException {
            lines.close();
            client.close();
        }
    }

    @Test
    void eventsArriveAsDocumentsExpire() throws Exception {
        try (ServerFixture fixture = started(Map.of());
                Following following = new Following(fixture, "?collection=mongo/app/sessions")) {
            assertEquals(200, following.status());
            assertTrue(following.message().containsKey("id"));
            put(fixture, "a", Lifetime.INHERIT);
            put(fixture, "b", new Lifetime.For(10));
            advance(fixture, "5m");
            JsonNode first = following.event();
            assertEquals("expired", first.path("kind").asString());
            assertEquals("b", key(first));
            assertEquals("document", first.path("reason").asString());
            assertEquals(
                    "2026-01-01T00:00:10Z", first.path("deadline").path("iso").asString());
            JsonNode second = following.event();
            assertEquals("a", key(second));
            assertEquals("default", second.path("rule").asString());
            String metrics = fixture.get("/metrics").body();
            assertTrue(metrics.contains("mayfly_events_lag_seconds{subscriber=\"stream-1\"} 0.0"), metrics);
            assertTrue(metrics.contains("\nmayfly_events 2.0"), metrics);
        }
    }

    @Test
    void aStreamThatAsksForDocumentsHasThoseThatAreDestroyedAtOnce() throws Exception {
        for (String setting : List.of("asked", "none")) {
            try (ServerFixture fixture = started(Map.of(Setting.EVENTS_DOCUMENTS, setting));
                    Following following = new Following(fixture, "?document=true")) {
                assertTrue(following.message().containsKey("id"));
                put(fixture, "a", new Lifetime.For(10));
                advance(fixture, "1m");
                boolean hasDocument = following.event().path("document").isObject();
                assertEquals(setting.equals("asked"), hasDocument, setting);
            }
        }
    }

    private static String key(JsonNode event) {
        return event.path("key").asString().replace("\"", "");
    }

    @Test
    void aClientGoesOnBehindItsLastEvent() throws Exception {
        try (ServerFixture fixture = started(Map.of())) {
            put(fixture, "a", new Lifetime.For(10));
            put(fixture, "b", new Lifetime.For(20));
            put(fixture, "c", new Lifetime.For(30));
            advance(fixture, "1m");
            String token;
            try (Following following = new Following(fixture, "?from=oldest")) {
                JsonNode first = following.event();
                assertEquals("a", key(first));
                token = first.path("token").asString();
            }
            try (Following following = new Following(fixture, "?from=" + token)) {
                JsonNode second = following.event();
                assertEquals("b", key(second));
                token = second.path("token").asString();
            }
            try (Following following = new Following(fixture, "?from=oldest", "Last-Event-ID", token)) {
                assertEquals("c", key(following.event()));
            }
        }
    }

    @Test
    void aTokenThatIsTooOldIsAnsweredWithTheOldest() throws Exception {
        try (ServerFixture fixture = started(Map.of(Setting.EVENTS_RETAIN, "1h"))) {
            put(fixture, "a", new Lifetime.For(10));
            String before = fixture.get(LIST).json().path("position").asString();
            advance(fixture, "1m");
            advance(fixture, "2h");
            Answer gone = fixture.get("/api/v1/events?from=" + before);
            assertEquals(410, gone.status());
            assertEquals("events_gone", gone.error());
            String oldest = gone.json().path("error").path("oldest").asString();
            assertEquals(410, fixture.get(LIST + "?after=" + before).status());
            assertEquals(200, fixture.get(LIST + "?after=" + oldest).status());
            assertEquals(400, fixture.get("/api/v1/events?from=nonsense").status());
            assertEquals(400, fixture.get("/api/v1/events?collection=app").status());
            assertEquals(400, fixture.get("/api/v1/events?reason=boredom").status());
        }
    }

    @Test
    void listsGoPageByPage() throws Exception {
        try (ServerFixture fixture = started(Map.of(Setting.EVENTS_DOCUMENTS, "mongo/app/sessions"))) {
            for (int number = 0; number < 5; number++) {
                put(fixture, "k" + number, new Lifetime.For(10 + number));
            }
            advance(fixture, "1m");
            StringBuilder seen = new StringBuilder();
            String next = "?limit=2";
            while (next != null) {
                JsonNode page = fixture.get(LIST + next + "&document=true").json();
                for (JsonNode item : page.path("items")) {
                    seen.append(item.path("document").path("_id").asString()).append(' ');
                }
                next = page.path("next").isString()
                        ? "?limit=2&after=" + page.path("next").asString()
                        : null;
            }
            assertEquals("k0 k1 k2 k3 k4 ", seen.toString());
            JsonNode none = fixture.get(LIST + "?reason=field").json();
            assertEquals(0, none.path("items").size());
        }
    }

    @Test
    void aStreamEndsWithTheServer() throws Exception {
        ServerFixture fixture = started(Map.of());
        try (Following following = new Following(fixture, "")) {
            following.message();
            fixture.server.close();
            assertTrue(following.message().isEmpty());
        }
        fixture.close();
    }

    @Test
    void webhooksAreMadeOverTheApiAndTold() throws Exception {
        BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
        HttpServer hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        hook.start();
        try (ServerFixture fixture = started(
                Map.of(Setting.EVENTS_WEBHOOKS, "on", Setting.EVENTS_TARGETS, "127.0.0.1, hooks.example.com"))) {
            String url = "http://127.0.0.1:" + hook.getAddress().getPort() + "/";
            String body = "{\"url\":\"" + url + "\",\"collections\":[\"mongo/app/sessions\"],\"document\":true}";
            Answer made = fixture.send("PUT", HOOK, body, Map.of());
            assertEquals(201, made.status());
            assertEquals(64, made.json().path("secret").asString().length());
            Answer again = fixture.send("PUT", HOOK, body, Map.of());
            assertEquals(200, again.status());
            assertTrue(again.json().path("secret").isMissingNode());
            put(fixture, "a", new Lifetime.For(10));
            advance(fixture, "1m");
            JsonNode told = new JsonMapper().readTree(bodies.take());
            assertEquals("a", key(told.path("events").get(0)));
            assertEquals(1, fixture.get("/api/v1/webhooks").json().path("items").size());
            assertEquals(
                    0, fixture.get(HOOK + "/dead-letters").json().path("items").size());
            assertEquals(200, fixture.post(HOOK + "/dead-letters/retry").status());
            assertTrue(fixture.get("/metrics")
                    .body()
                    .contains("mayfly_events_dead_total{subscriber=\"webhook-mine\"} 0.0"));
            assertEquals(200, fixture.send("DELETE", HOOK, "", Map.of()).status());
            assertEquals(404, fixture.get(HOOK).status());
        } finally {
            hook.stop(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"url\":\"http://127.0.0.2/\"}",
                "{\"url\":\"http://other.example.com/\"}",
                "{\"url\":\"ftp://hooks.example.com/\"}",
                "{\"url\":\"https://u:p@hooks.example.com/\"}",
                "{\"url\":\"https://hooks.example.com/\",\"secret\":\"short\"}",
                "{\"url\":\"https://hooks.example.com/\",\"batch\":0}",
                "{\"url\":\"https://hooks.example.com/\",\"timeout\":\"2m\"}",
                "{\"url\":\"https://hooks.example.com/\",\"timeout\":\"soon\"}",
                "{\"url\":\"https://hooks.example.com/\",\"collections\":[\"app\"]}",
                "{\"url\":\"https://hooks.example.com/\",\"reasons\":[\"boredom\"]}",
                "{\"url\":\"https://hooks.example.com/\",\"from\":\"nonsense\"}",
                "{\"url\":\"https://hooks.example.com/\",\"colections\":[]}"
            })
    void whatIsNoWebhookIsRefused(String body) throws Exception {
        try (ServerFixture fixture = started(
                Map.of(Setting.EVENTS_WEBHOOKS, "on", Setting.EVENTS_TARGETS, "127.0.0.1, hooks.example.com"))) {
            Answer answer = fixture.send("PUT", HOOK, body, Map.of());
            assertEquals(400, answer.status(), answer.body());
            assertEquals(404, fixture.get(HOOK).status());
        }
    }

    @Test
    void eventsMayBeOff() throws Exception {
        try (ServerFixture fixture = started(Map.of(Setting.EVENTS_RETAIN, "0"))) {
            assertEquals("events_off", fixture.get("/api/v1/events").error());
            assertEquals("events_off", fixture.get(LIST).error());
            assertEquals(
                    "webhooks_off",
                    fixture.send("PUT", "/api/v1/webhooks/a", "{}", Map.of()).error());
            assertFalse(fixture.server.engine().events().isKept());
            assertNull(fixture.server.engine().find(new CollectionName("mongo", "app", "none")));
        }
    }
}
