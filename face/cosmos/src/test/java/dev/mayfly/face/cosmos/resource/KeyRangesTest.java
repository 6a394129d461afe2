package dev.mayfly.face.cosmos.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The ranges of partition keys of a container of several shards: each is read, queried and followed by itself. */
final class KeyRangesTest {
    private static final int SHARDS = 5;
    private static final int ITEMS = 200;
    private static final String ITEMS_OF = "/dbs/d/colls/c/docs";
    private static final String[] WITH_OWN_PLANS = {
        "User-Agent", "cosmos-netstandard-sdk/3.46.0|1|X64|Microsoft Windows 10.0.22631|.NET 8.0.11|N|"
    };

    private final CosmosFixture fixture = CosmosFixture.inShards(SHARDS);

    private void fill(String definition) {
        fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
        assertEquals(201, fixture.call("POST", "/dbs/d/colls", definition).status());
        for (int item = 0; item < ITEMS; item++) {
            Reply made = fixture.call(
                    "POST",
                    ITEMS_OF,
                    "{\"id\":\"" + item + "\",\"pk\":\"p" + item + "\",\"n\":" + item + "}",
                    "x-ms-documentdb-partitionkey",
                    "[\"p" + item + "\"]");
            assertEquals(201, made.status(), made.body());
            String range = made.field("x-ms-documentdb-partitionkeyrangeid");
            String token = made.field("x-ms-session-token");
            assertTrue(token != null && token.startsWith(range + ":-1#"), token);
        }
    }

    private static String container(int version) {
        return "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":" + version + "}}";
    }

    private JsonNode ranges() {
        return json(fixture.call("GET", "/dbs/d/colls/c/pkranges", null)).path("PartitionKeyRanges");
    }

    private static JsonNode json(Reply reply) {
        assertEquals(200, reply.status(), reply.body());
        return CosmosJson.kept(reply.bytes());
    }

    private Reply ask(String query, String... fields) {
        List<String> all = new ArrayList<>(List.of(
                "x-ms-documentdb-isquery",
                "true",
                "Content-Type",
                "application/query+json",
                "x-ms-documentdb-query-enablecrosspartition",
                "true",
                "x-ms-max-item-count",
                "-1"));
        all.addAll(List.of(fields));
        return fixture.call("POST", ITEMS_OF, "{\"query\":\"" + query + "\"}", all.toArray(String[]::new));
    }

    private List<Integer> numbers(String query, String... fields) {
        List<Integer> numbers = new ArrayList<>();
        json(ask(query, fields)).path("Documents").forEach(row -> numbers.add(row.asInt()));
        return numbers;
    }

    private static String[] ofRange(int range, String... more) {
        List<String> fields = new ArrayList<>(List.of("x-ms-documentdb-partitionkeyrangeid", "" + range));
        fields.addAll(List.of(more));
        return fields.toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theyFollowEachOtherFromTheFirstToTheLast(int version) {
        fill(container(version));
        JsonNode ranges = ranges();
        assertEquals(SHARDS, ranges.size());
        String before = "";
        for (int range = 0; range < SHARDS; range++) {
            JsonNode one = ranges.path(range);
            assertEquals("" + range, one.path("id").asString());
            assertEquals(before, one.path("minInclusive").asString());
            before = one.path("maxExclusive").asString();
            assertTrue(before.compareTo(one.path("minInclusive").asString()) > 0);
        }
        assertEquals("FF", before);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everyItemIsReadInOneRange(int version) {
        fill(container(version));
        Set<Integer> seen = new TreeSet<>();
        for (int range = 0; range < SHARDS; range++) {
            List<Integer> numbers = numbers("SELECT VALUE c.n FROM c WHERE c.n >= 0", ofRange(range));
            assertTrue(numbers.size() > ITEMS / SHARDS / 3, "range " + range + " has " + numbers.size());
            for (int number : numbers) {
                assertTrue(seen.add(number), "twice " + number);
                Reply read = fixture.call(
                        "GET", ITEMS_OF + "/" + number, null, "x-ms-documentdb-partitionkey", "[\"p" + number + "\"]");
                assertEquals("" + range, read.field("x-ms-documentdb-partitionkeyrangeid"));
            }
            assertEquals(
                    List.of(numbers.size()), numbers("SELECT VALUE COUNT(1) FROM c", ofRange(range, WITH_OWN_PLANS)));
        }
        assertEquals(ITEMS, seen.size());
        assertEquals(ITEMS, numbers("SELECT VALUE c.n FROM c").size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aQueryOfAllItemsIsPlannedToBeSentOnce(int version) {
        fill(container(version));
        String sorted = "SELECT VALUE c.n FROM c ORDER BY c.n";
        for (String whole : List.of(
                sorted, "SELECT VALUE COUNT(1) FROM c", "SELECT TOP 3 * FROM c", "SELECT DISTINCT VALUE 1 FROM c")) {
            JsonNode plan = json(ask(
                    whole,
                    "x-ms-cosmos-is-query-plan-request",
                    "true",
                    "x-ms-cosmos-supported-query-features",
                    "Aggregate"));
            assertEquals("40", plan.path("queryRanges").path(0).path("min").asString(), whole);
        }
        JsonNode plain = json(ask(
                "SELECT * FROM c WHERE c.n = 1",
                "x-ms-cosmos-is-query-plan-request",
                "true",
                "x-ms-cosmos-supported-query-features",
                "Aggregate"));
        assertEquals("", plain.path("queryRanges").path(0).path("min").asString("missing"));
        List<Integer> all = new ArrayList<>();
        for (int number = 0; number < ITEMS; number++) {
            all.add(number);
        }
        String[] part = {"x-ms-start-epk", "40", "x-ms-end-epk", "FF"};
        assertEquals(all, numbers(sorted, ofRange(SHARDS - 1, part)));
        assertEquals(all, numbers(sorted, ofRange(SHARDS - 1)));
        assertEquals(List.of(), numbers("SELECT VALUE c.n FROM c", ofRange(SHARDS - 1, part)));
    }

    @Test
    void aRangeThatIsNotThereIsGone() {
        fill(container(2));
        Reply gone = ask("SELECT * FROM c", ofRange(SHARDS));
        assertEquals(410, gone.status());
        assertEquals("1002", gone.field("x-ms-substatus"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everyRangeIsFollowedByItself(int version) {
        fill(container(version));
        Set<String> seen = new HashSet<>();
        for (int range = 0; range < SHARDS; range++) {
            Reply page = fixture.call("GET", ITEMS_OF, null, ofRange(range, "A-IM", "Incremental Feed"));
            json(page)
                    .path("Documents")
                    .forEach(item -> assertTrue(seen.add(item.path("id").asString()), "twice"));
            String etag = page.field("etag");
            Reply rest = fixture.call(
                    "GET", ITEMS_OF, null, ofRange(range, "A-IM", "Incremental Feed", "If-None-Match", etag));
            assertEquals(304, rest.status());
        }
        assertEquals(ITEMS, seen.size());
    }

    @Test
    void keysThatAreNotHashedMakeOneRange() {
        fill("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Range\",\"version\":1}}");
        assertEquals(1, ranges().size());
        assertEquals(ITEMS, numbers("SELECT VALUE c.n FROM c", ofRange(0)).size());
        assertEquals(List.of(7), numbers("SELECT VALUE c.n FROM c", "x-ms-documentdb-partitionkey", "[\"p7\"]"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLogicalPartitionIsReadInItsRange(int version) {
        fill(container(version));
        for (int number = 0; number < 20; number++) {
            assertEquals(
                    List.of(number),
                    numbers(
                            "SELECT VALUE c.n FROM c ORDER BY c.n",
                            "x-ms-documentdb-partitionkey",
                            "[\"p" + number + "\"]"));
        }
    }
}
