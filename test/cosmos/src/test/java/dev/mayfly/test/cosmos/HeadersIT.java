package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Headers without which an SDK breaks, checked by hand. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class HeadersIT extends OnGround {
    private static final Map<String, String> IN_P = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");

    @BeforeEach
    void prepare() {
        ground.create(-1);
        ground.put("a");
    }

    private Wire.Answer get(String path, Map<String, String> headers) {
        return ground.wire().send("GET", path, headers, (String) null);
    }

    @Test
    void accountHasWhatClientsStartFrom() {
        JsonNode account = get("/", Map.of()).json();
        assertEquals(
                "Session",
                account.at("/userConsistencyPolicy/defaultConsistencyLevel").textValue());
        for (String locations : List.of("/writableLocations/0", "/readableLocations/0")) {
            String endpoint = account.at(locations + "/databaseAccountEndpoint").textValue();
            assertTrue(endpoint.matches("http://localhost:\\d+/"), endpoint);
        }
        assertTrue(account.at("/readPolicy").isObject()
                && account.at("/systemReplicationPolicy").isObject());
        assertTrue(account.get("queryEngineConfiguration").isTextual());
    }

    @Test
    void pathsOfOwnersAreTold() {
        Wire.Answer container = get(ground.path(), Map.of());
        assertEquals("dbs/" + Ground.DATABASE, container.header("x-ms-alt-content-path"));
        assertFalse(container.header("etag").isEmpty());
        Wire.Answer item = get(ground.path() + "/docs/a", IN_P);
        assertEquals(ground.path().substring(1), item.header("x-ms-alt-content-path"));
        assertEquals(container.json().get("_rid").textValue(), item.header("x-ms-content-path"));
        assertEquals(item.json().get("_etag").textValue(), item.header("etag"));
    }

    @Test
    void everyAnswerHasWhatIsAlwaysSent() {
        String activity = "0a0b0c0d-0000-4000-8000-000000000001";
        for (Wire.Answer answer : List.of(
                get("/", Map.of("x-ms-activity-id", activity)),
                get(ground.path(), Map.of("x-ms-activity-id", activity)),
                get(ground.path() + "/docs/a", with(activity)),
                get(ground.path() + "/docs/missing", with(activity)),
                get(ground.path() + "/docs", Map.of("x-ms-activity-id", activity)),
                get("/dbs/none", Map.of("x-ms-activity-id", activity)))) {
            assertEquals(activity, answer.header("x-ms-activity-id"), answer::toString);
            assertTrue(answer.header("content-type").startsWith("application/json"), answer::toString);
            assertTrue(Double.parseDouble(answer.header("x-ms-request-charge")) > 0, answer::toString);
            assertTrue(answer.status() < 400 || answer.isRefusal(), answer::toString);
        }
    }

    private static Map<String, String> with(String activity) {
        return Map.of("x-ms-documentdb-partitionkey", "[\"p\"]", "x-ms-activity-id", activity);
    }

    @Test
    void sessionTokensOnlyGrow() {
        long last = 0;
        for (int round = 0; round < 5; round++) {
            for (Wire.Answer answer : List.of(
                    ground.wire()
                            .send(
                                    "PUT",
                                    ground.path() + "/docs/a",
                                    IN_P,
                                    Ground.item("a", "").toString()),
                    get(ground.path() + "/docs/a", IN_P),
                    get(ground.path() + "/docs/missing", IN_P))) {
                String token = answer.header("x-ms-session-token");
                assertTrue(token.matches("\\d+:-1#\\d+"), token);
                long now = Long.parseLong(token.substring(token.indexOf('#') + 1));
                assertTrue(now >= last, token);
                last = now;
            }
        }
    }

    @Test
    void rangesFollowEachOtherAndAreKnownByTheirEtag() {
        Wire.Answer ranges = get(ground.path() + "/pkranges", Map.of());
        JsonNode first = ranges.json().at("/PartitionKeyRanges/0");
        assertEquals("0", first.get("id").textValue());
        assertEquals("", first.get("minInclusive").textValue());
        JsonNode all = ranges.json().at("/PartitionKeyRanges");
        for (int range = 1; range < all.size(); range++) {
            assertEquals(all.get(range - 1).get("maxExclusive"), all.get(range).get("minInclusive"));
        }
        assertEquals("FF", all.get(all.size() - 1).get("maxExclusive").textValue());
        Wire.Answer again = get(ground.path() + "/pkranges", Map.of("If-None-Match", ranges.header("etag")));
        assertEquals(304, again.status());
    }

    @Test
    void containerOfAnotherTimeIsRefused() {
        Map<String, String> other = Map.of(
                "x-ms-documentdb-partitionkey", "[\"p\"]", "x-ms-cosmos-intended-collection-rid", "AQAAAIAAAAA=");
        Wire.Answer answer = get(ground.path() + "/docs/a", other);
        assertEquals(400, answer.status());
        assertEquals("1024", answer.header("x-ms-substatus"));
    }

    @Test
    void missingOwnersHaveASubstatus() {
        Wire.Answer answer = get("/dbs/" + Ground.DATABASE + "/colls/none/docs/a", IN_P);
        assertEquals(404, answer.status());
        assertEquals("1003", answer.header("x-ms-substatus"));
    }

    @Test
    void linksMayHaveSlashesToSpare() {
        for (String path : List.of("/" + ground.path(), ground.path() + "/")) {
            assertEquals(200, get(path, Map.of()).status(), path);
        }
    }

    @Test
    void pagesTellHowManyAndWhereToGoOn() {
        ground.put("b");
        Wire.Answer first = query("{\"query\":\"SELECT * FROM c\"}", null);
        assertEquals("1", first.header("x-ms-item-count"));
        String continuation = first.header("x-ms-continuation");
        assertTrue(continuation.length() <= 1024 && continuation.chars().allMatch(each -> each < 128), continuation);
        Wire.Answer second = query("{\"query\":\"SELECT * FROM c\"}", continuation);
        assertEquals("1", second.header("x-ms-item-count"));
        assertEquals(
                "",
                query("{\"query\":\"SELECT * FROM c WHERE c.id = 'a'\"}", "").header("x-ms-continuation"));
    }

    private Wire.Answer query(String body, @Nullable String continuation) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("x-ms-documentdb-isquery", "True");
        headers.put("x-ms-documentdb-query-enablecrosspartition", "true");
        headers.put("content-type", "application/query+json");
        headers.put("x-ms-max-item-count", "1");
        headers.put("x-ms-documentdb-responsecontinuationtokenlimitinkb", "1");
        if (continuation != null) {
            headers.put("x-ms-continuation", continuation);
        }
        return ground.wire().send("POST", ground.path() + "/docs", headers, body);
    }

    @Test
    void answersMayBeEmptyWhereTheClientWantsNone() {
        Map<String, String> minimal = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]", "Prefer", "return=minimal");
        Wire.Answer created = ground.wire()
                .send(
                        "POST",
                        ground.path() + "/docs",
                        minimal,
                        Ground.item("m", "").toString());
        assertEquals(201, created.status());
        assertFalse(created.header("etag").isEmpty());
    }
}
