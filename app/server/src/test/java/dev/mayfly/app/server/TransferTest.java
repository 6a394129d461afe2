package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.app.server.demo.LiveDemo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class TransferTest {
    private static final String CODES = "/api/v1/collections/mongo/demo/codes";
    private static final String SESSIONS = "/api/v1/collections/mongo/demo/sessions";
    private static final String EVENTS = "/api/v1/collections/cosmos/demo/events";
    private static final String CACHE = "/api/v1/collections/couchbase/demo/_default._default";
    private static final String DEFAULT = "/api/v1/collections/couchbase/default/_default._default";

    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void whatIsImportedIsWhatWasExported(String shards) throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY, "true", Setting.CLOCK, "virtual@" + ServerFixture.START, Setting.SHARDS, shards);
        try (ServerFixture fixture = new ServerFixture(flags)) {
            load(fixture);
            Map<String, String> exported = new LinkedHashMap<>();
            for (String collection : List.of(SESSIONS, EVENTS, CACHE)) {
                exported.put(collection, export(fixture, collection));
            }
            fixture.post("/api/v1/clock/advance?by=1s");
            for (Map.Entry<String, String> each : exported.entrySet()) {
                assertComesBack(fixture, each.getKey(), each.getValue());
            }
            fixture.post("/api/v1/clock/advance?by=11m");
            for (Map.Entry<String, String> each : exported.entrySet()) {
                assertExpired(fixture, each.getKey(), each.getValue());
            }
            for (String collection : List.of(EVENTS, CACHE)) {
                assertLivesOnIfShifted(fixture, collection, Objects.requireNonNull(exported.get(collection)));
            }
        }
    }

    /** Documents that nothing refreshes any more. */
    private static void load(ServerFixture fixture) throws Exception {
        try (LiveDemo demo = LiveDemo.start(fixture.server)) {
            assertNotNull(demo);
        }
    }

    private static void assertComesBack(ServerFixture fixture, String collection, String exported) throws Exception {
        assertEquals(LiveDemo.DOCUMENTS + 2, exported.lines().count());
        JsonNode outcome = send(fixture, collection, "", exported);
        assertEquals(LiveDemo.DOCUMENTS, outcome.path("written").asInt(), outcome.toString());
        assertEquals(documents(exported), documents(export(fixture, collection)));
    }

    private static void assertExpired(ServerFixture fixture, String collection, String exported) throws Exception {
        assertEquals(0, documents(export(fixture, collection)).size());
        JsonNode dropped = send(fixture, collection, "?expiry=drop", exported);
        assertEquals(LiveDemo.DOCUMENTS, dropped.path("dropped").asInt(), dropped.toString());
        JsonNode kept = send(fixture, collection, "?expiry=keep", exported);
        assertEquals(LiveDemo.DOCUMENTS, kept.path("expired").asInt(), kept.toString());
        assertEquals(0, documents(export(fixture, collection)).size());
    }

    private static void assertLivesOnIfShifted(ServerFixture fixture, String collection, String exported)
            throws Exception {
        JsonNode shifted = send(fixture, collection, "?expiry=shift", exported);
        assertEquals(LiveDemo.DOCUMENTS, shifted.path("written").asInt(), shifted.toString());
        assertEquals(0, shifted.path("expired").asInt());
        assertEquals(LiveDemo.DOCUMENTS, documents(export(fixture, collection)).size());
    }

    @Test
    void importedDocumentsThatHaveExpiredAreHeldIfAskedFor() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            String exported = export(fixture, CODES);
            fixture.post("/api/v1/clock/advance?by=2m");
            JsonNode outcome = send(fixture, CODES, "?expiry=hold", exported);
            assertEquals(60, outcome.path("expired").asInt(), outcome.toString());
            fixture.post("/api/v1/clock/advance?by=1m");
            assertEquals(
                    60,
                    fixture.get(CODES).json().path("hidden").asInt(),
                    fixture.get(CODES).body());
            fixture.send("DELETE", CODES + "/holds/import", "", Map.of());
            fixture.post("/api/v1/clock/advance?by=1s");
            assertEquals(0, fixture.get(CODES).json().path("hidden").asInt());
        }
    }

    @Test
    void datesOfDocumentsAreNotShifted() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            Answer refused = fixture.send("POST", CODES + "/import?expiry=shift", export(fixture, CODES), Map.of());
            assertEquals(409, refused.status(), refused.body());
        }
    }

    @Test
    void anExportGoesOnBehindTheLastIdThatArrived() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            List<String> whole = documents(export(fixture, CODES));
            List<String> first =
                    documents(fixture.get(CODES + "/export?limit=20").body());
            List<String> rest =
                    documents(fixture.get(CODES + "/export?after=20").body());
            assertEquals(20, first.size());
            assertEquals(whole.subList(0, 20), first);
            assertEquals(whole.subList(20, whole.size()), rest);
        }
    }

    @Test
    void whatIsThereAlreadyIsKeptIfAskedFor() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            String line = "{\"document\":{\"_id\":1,\"what\":\"other\"}}\n{\"document\":{\"_id\":1000}}";
            JsonNode outcome = send(fixture, CODES, "?existing=keep", line);
            assertEquals(1, outcome.path("kept").asInt(), outcome.toString());
            assertEquals(1, outcome.path("written").asInt(), outcome.toString());
            assertTrue(export(fixture, CODES).contains("codes 1\""));
        }
    }

    @Test
    void expiredDocumentsTakeNoLiveOnesPlace() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            String line = "{\"document\":{\"_id\":1,\"expiresAt\":{\"$date\":\"2020-01-01T00:00:00Z\"}}}";
            JsonNode outcome = send(fixture, CODES, "", line);
            assertEquals(1, outcome.path("kept").asInt(), outcome.toString());
            assertEquals(60, documents(export(fixture, CODES)).size());
        }
    }

    @Test
    void everyTypeOfBsonComesBack() throws Exception {
        String document = "{\"_id\":{\"$oid\":\"0123456789abcdef01234567\"},\"a\":{\"$numberLong\":\"1\"},"
                + "\"b\":{\"$numberDecimal\":\"1.0\"},\"c\":{\"$numberDouble\":\"NaN\"},"
                + "\"d\":{\"$binary\":{\"base64\":\"AQI=\",\"subType\":\"80\"}},\"e\":[null,true,{\"$minKey\":1}],"
                + "\"f\":{\"$timestamp\":{\"t\":1,\"i\":2}},\"g\":\"line\\nbreak \\u2028\"}";
        try (ServerFixture fixture = new ServerFixture()) {
            String all = "/api/v1/collections/mongo/new/all";
            assertEquals(
                    1,
                    send(fixture, all, "", "{\"document\":" + document + "}")
                            .path("written")
                            .asInt());
            List<String> exported = documents(export(fixture, all));
            assertEquals(
                    1,
                    send(fixture, all, "", exported.getFirst()).path("written").asInt());
            assertEquals(exported, documents(export(fixture, all)));
            assertTrue(
                    exported.getFirst().replace(" ", "").contains("\"c\":{\"$numberDouble\":\"NaN\"}"),
                    exported.getFirst());
        }
    }

    @Test
    void valuesOfCouchbaseComeBackByteForByte() throws Exception {
        String lines = """
                {"id":"plain","document":{"a" :  1.50, "b":"é\\u00e9"},"lifetime":"until 2026-01-01T01:00:00Z"}
                {"id":"number","document":17}
                {"id":"text","document":"x"}
                {"id":"bytes","binary":"AAEC/w=="}
                """;
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(4, send(fixture, DEFAULT, "", lines).path("written").asInt());
            String exported = export(fixture, DEFAULT);
            assertTrue(exported.contains("{\"a\" :  1.50, \"b\":\"é\\u00e9\"}"), exported);
            assertTrue(exported.contains("\"deadline\":\"2026-01-01T01:00:00Z\""), exported);
            assertTrue(exported.contains("\"document\":17,"), exported);
            assertTrue(exported.contains("\"document\":\"x\","), exported);
            assertTrue(exported.contains("\"binary\":\"AAEC/w==\""), exported);
            send(fixture, DEFAULT, "", exported);
            assertEquals(documents(exported), documents(export(fixture, DEFAULT)));
        }
    }

    @Test
    void plainLinesAreDocumentsThemselves() throws Exception {
        String mongo = "/api/v1/collections/mongo/new/c";
        try (ServerFixture fixture = new ServerFixture()) {
            load(fixture);
            String lines = "{\"_id\":1,\"document\":7}\nnonsense\n{\"_id\":2} {}\n";
            JsonNode outcome = send(fixture, mongo, "?plain=true", lines);
            assertEquals(1, outcome.path("written").asInt(), outcome.toString());
            assertEquals(2, outcome.path("failed").asInt(), outcome.toString());
            String document = "{\"_id\": {\"$numberInt\": \"1\"}, \"document\": {\"$numberInt\": \"7\"}}";
            assertTrue(export(fixture, mongo).contains(document), export(fixture, mongo));

            String events = export(fixture, EVENTS);
            JsonNode event =
                    new JsonMapper().readTree(events.lines().skip(1).findFirst().orElseThrow());
            JsonNode taken =
                    send(fixture, EVENTS, "?plain=true", event.path("document").toString());
            assertEquals(1, taken.path("written").asInt(), taken.toString());
            String lifetime = "\"lifetime\":\"" + event.path("lifetime").asString() + "\"";
            assertTrue(
                    export(fixture, EVENTS)
                            .lines()
                            .anyMatch(line -> line.contains(
                                            event.path("document").path("id").toString())
                                    && line.contains(lifetime)),
                    lifetime);

            JsonNode keyless = send(fixture, CACHE, "?plain=true", "{\"id\":\"a\"}");
            assertEquals(1, keyless.path("failed").asInt(), keyless.toString());
            assertEquals(
                    400,
                    fixture.send("POST", mongo + "/import?plain=1", lines, Map.of())
                            .status());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense|it is no JSON",
                "[]|a line is a JSON object",
                "{}|a line needs a \"document\"",
                "{\"document\":{\"_id\":[1]}}|value cannot be of type array",
                "{\"document\":{\"_id\":1},\"lifetime\":\"soon\"}|is not a duration",
                "{\"document\":{\"_id\":1},\"modified\":\"soon\"}|is not an instant",
                "{\"document\":{\"_id\":1,\"x\":{\"$oid\":\"7\"}}}|it is no Extended JSON",
                "{\"binary\":\"AAAA\"}|it is no BSON"
            })
    void aBadLineIsToldAndTheOthersAreWritten(String line, String reason) throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            JsonNode outcome = send(
                    fixture,
                    "/api/v1/collections/mongo/new/c",
                    "",
                    "{\"document\":{\"_id\":7}}\n" + line + "\n\n{\"document\":{\"_id\":8}}\n");
            assertEquals(2, outcome.path("written").asInt(), outcome.toString());
            assertEquals(1, outcome.path("failed").asInt(), outcome.toString());
            JsonNode failure = outcome.path("failures").get(0);
            assertEquals(2, failure.path("line").asInt());
            assertTrue(failure.path("reason").asString().contains(reason), failure.toString());
        }
    }

    @Test
    void nothingIsImportedWhereThereIsNoCollection() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            for (String name : List.of("cosmos/d/c", "couchbase/none/a.b")) {
                assertEquals(
                        404,
                        fixture.post("/api/v1/collections/" + name + "/import").status(),
                        name);
            }
            assertEquals(400, fixture.post(CODES + "/import?expiry=soon").status());
        }
    }

    @Test
    void aFileThatComesInPartsIsOneOperation() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String collection = "/api/v1/collections/mongo/new/c";
            JsonNode first = send(fixture, collection, "?more=true&total=55", "{\"document\":{\"_id\":1}}\n");
            String operation = first.path("operation").asString();
            JsonNode begun = fixture.get("/api/v1/operations/" + operation).json();
            assertEquals("running", begun.path("state").asString(), begun.toString());
            assertEquals("import", begun.path("kind").asString());
            assertEquals("mongo:new.c", begun.path("subject").asString());
            assertEquals(23, begun.path("done").asInt());
            assertEquals(55, begun.path("total").asInt());
            JsonNode last = send(
                    fixture, collection, "?total=55&operation=" + operation, "{\"document\":{\"_id\":2}}\nnonsense\n");
            assertEquals(operation, last.path("operation").asString());
            assertEquals(1, last.path("written").asInt());
            JsonNode ended = fixture.get("/api/v1/operations/" + operation).json();
            assertEquals("done", ended.path("state").asString(), ended.toString());
            assertEquals(55, ended.path("done").asInt());
            assertEquals(2, ended.path("result").path("written").asInt(), ended.toString());
            assertEquals(
                    3, ended.path("result").path("failures").get(0).path("line").asInt());
            assertEquals(
                    1, fixture.get("/api/v1/operations").json().path("items").size());
        }
    }

    @Test
    void anImportThatWasCancelledTakesNothingMore() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String collection = "/api/v1/collections/mongo/new/c";
            String operation = send(fixture, collection, "?more=true", "{\"document\":{\"_id\":1}}\n")
                    .path("operation")
                    .asString();
            assertEquals(
                    202,
                    fixture.send("DELETE", "/api/v1/operations/" + operation, "", Map.of())
                            .status());
            String more = "/import?operation=" + operation;
            Answer refused = fixture.send("POST", collection + more, "{\"document\":{\"_id\":2}}", Map.of());
            assertEquals(409, refused.status(), refused.body());
            assertEquals(1, documents(export(fixture, collection)).size());
            Answer other = fixture.send("POST", CODES + more, "", Map.of());
            assertEquals(404, other.status(), other.body());
        }
    }

    @Test
    void anImportThatIsResumedTellsWhereItStands() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String collection = "/api/v1/collections/mongo/new/c";
            String operation = send(fixture, collection, "?offset=100&total=123", "{\"document\":{\"_id\":1}}\n")
                    .path("operation")
                    .asString();
            JsonNode ended = fixture.get("/api/v1/operations/" + operation).json();
            assertEquals(123, ended.path("done").asInt(), ended.toString());
            assertEquals(400, fixture.post(collection + "/import?offset=-1").status());
        }
    }

    private static String export(ServerFixture fixture, String collection) throws Exception {
        Answer answer = fixture.get(collection + "/export");
        assertEquals(200, answer.status(), answer.body());
        assertTrue(answer.body().lines().toList().getLast().contains("\"end\""), "it is whole");
        return answer.body();
    }

    private static List<String> documents(String exported) {
        return exported.lines().filter(line -> !line.startsWith("{\"mayfly\"")).toList();
    }

    private static JsonNode send(ServerFixture fixture, String collection, String query, String lines)
            throws Exception {
        Answer answer = fixture.send("POST", collection + "/import" + query, lines, Map.of());
        assertEquals(200, answer.status(), answer.body());
        return answer.json();
    }
}
