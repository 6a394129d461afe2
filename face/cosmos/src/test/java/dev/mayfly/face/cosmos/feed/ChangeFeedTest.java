package dev.mayfly.face.cosmos.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ChangeFeedTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String ITEMS = "/dbs/d/colls/c/docs";
    private static final String LATEST = "Incremental Feed";
    private static final String VERSIONS = "Full-Fidelity Feed";

    private final CosmosFixture fixture = new CosmosFixture();

    @BeforeEach
    void prepare() {
        fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
        createContainer();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void createContainer() {
        Reply created = fixture.call(
                "POST",
                "/dbs/d/colls",
                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"]},\"defaultTtl\":-1,"
                        + "\"changeFeedPolicy\":{\"retentionDuration\":60}}");
        assertEquals(201, created.status(), created::body);
    }

    private void put(String id, String more) {
        Reply reply = fixture.call(
                "POST",
                ITEMS,
                "{\"id\":\"" + id + "\"" + more + "}",
                "x-ms-documentdb-partitionkey",
                "[\"" + id + "\"]",
                "x-ms-documentdb-is-upsert",
                "true");
        assertTrue(reply.status() < 300, reply::body);
    }

    private Reply read(String mode, String from) {
        return fixture.call("GET", ITEMS, null, "A-IM", mode, "If-None-Match", from);
    }

    private static String etag(Reply reply) {
        String etag = reply.field("etag");
        assertNotNull(etag);
        return etag;
    }

    private static List<String> ids(Reply reply) {
        List<String> ids = new ArrayList<>();
        for (JsonNode each : MAPPER.readTree(reply.body()).get("Documents")) {
            JsonNode image = each.has("metadata") ? each.path("current") : each;
            ids.add(image.path("id").asString("gone"));
        }
        return ids;
    }

    @Test
    void aContinuationHoldsAfterARestart() {
        String versions = etag(read(VERSIONS, "*"));
        put("a", "");
        String latest = etag(read(LATEST, "\"0\""));
        fixture.restart();
        assertEquals(304, read(LATEST, latest).status());
        assertEquals(List.of("a"), ids(read(VERSIONS, versions)));
        put("b", "");
        assertEquals(List.of("b"), ids(read(LATEST, latest)));
        assertEquals(List.of("a", "b"), ids(read(VERSIONS, versions)));
        fixture.restart();
        assertEquals(List.of("b"), ids(read(LATEST, latest)));
        assertEquals(304, read(LATEST, "*").status());
    }

    @Test
    void aPageEndsWhenItIsLargeEnough() {
        String now = etag(read(VERSIONS, "*"));
        for (String id : List.of("a", "b", "c", "d")) {
            put(id, ",\"text\":\"" + "x".repeat(1_200_000) + "\"");
        }
        for (String mode : List.of(LATEST, VERSIONS)) {
            Reply first = read(mode, now);
            assertEquals(List.of("a", "b"), ids(first), mode);
            Reply second = read(mode, etag(first));
            assertEquals(List.of("c", "d"), ids(second), mode);
            assertEquals(304, read(mode, etag(second)).status());
        }
    }

    @Test
    void largeItemsThatExpireTogetherComeInSmallPages() {
        String now = etag(read(VERSIONS, "*"));
        for (int number = 0; number < 12; number++) {
            put("i" + number, ",\"ttl\":5,\"text\":\"" + "x".repeat(800_000) + "\"");
        }
        fixture.clock().advance(Duration.ofSeconds(6));
        int changes = 0;
        for (Reply page = read(VERSIONS, now); page.status() == 200; page = read(VERSIONS, etag(page))) {
            assertTrue(page.body().length() < 4 << 20, () -> "a page of many megabytes");
            changes += ids(page).size();
        }
        assertEquals(24, changes);
    }

    @Test
    void aContainerThatWasMadeAgainHasNothingOfTheFirst() {
        String versions = etag(read(VERSIONS, "*"));
        put("a", "");
        String latest = etag(read(LATEST, "\"0\""));
        assertEquals(204, fixture.call("DELETE", "/dbs/d/colls/c", null).status());
        createContainer();
        put("b", "");
        assertEquals(List.of("b"), ids(read(LATEST, "\"0\"")));
        assertEquals(List.of("b"), ids(read(LATEST, latest)));
        assertEquals(400, read(VERSIONS, versions).status());
    }

    @Test
    void aContinuationFromTheFutureIsKept() {
        put("a", "");
        Reply reply = read(LATEST, "\"9000000000\"");
        assertEquals(304, reply.status());
        assertEquals("\"9000000000\"", etag(reply));
        assertEquals(400, read(LATEST, "\"-1\"").status());
        assertEquals(400, read(LATEST, "\"99999999999999999999\"").status());
        assertEquals(304, read(LATEST, "\"" + Long.MAX_VALUE + "\"").status());
    }

    @Test
    void theSessionTokenOfAFeedIsWhereItEnds() {
        put("a", "");
        put("b", "");
        fixture.call("POST", "/dbs/d/colls", "{\"id\":\"other\",\"partitionKey\":{\"paths\":[\"/id\"]}}");
        Reply page = read(LATEST, "\"0\"");
        assertEquals("\"" + page.field("lsn") + "\"", etag(page));
        assertEquals("0:-1#" + page.field("lsn"), page.field("x-ms-session-token"));
    }
}
