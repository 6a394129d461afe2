package dev.mayfly.face.cosmos.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.FunctionSource;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.index.PolicyIndexes;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.UnitMeter;
import dev.mayfly.test.harness.Seeds;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cost of a page, the length of its continuation, and changes of indexes while it is made. */
final class QueryRunTest {
    private static final String PARTITION_KEY =
            "\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}";

    private final CosmosFixture fixture = new CosmosFixture();

    @BeforeEach
    void create() {
        call("POST", "/dbs", "{\"id\":\"d\"}");
        call("POST", "/dbs/d/colls", "{\"id\":\"c\"," + PARTITION_KEY + "}");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void call(String method, String path, String body) {
        CosmosFixture.Reply reply = fixture.call(method, path, body);
        assertTrue(reply.status() < 300, reply::toString);
    }

    private void put(String id, String partition, String rest) {
        call("POST", "/dbs/d/colls/c/docs", "{\"id\":\"" + id + "\",\"pk\":\"" + partition + "\"," + rest + "}");
    }

    private Container container() {
        Metadata metadata = new Metadata(fixture.engine());
        Containers containers = new Containers(metadata, new Databases(metadata), new PolicyIndexes(), UnitMeter.NONE);
        return Objects.requireNonNull(containers.find("d", "c"));
    }

    private @Nullable PageResult answer(
            ReadView reading, String query, int rows, @Nullable String continuation, int most) {
        return answer(reading, query, rows, continuation, most, QueryLimits.DEFAULT);
    }

    private @Nullable PageResult answer(
            ReadView reading, String query, int rows, @Nullable String continuation, int most, QueryLimits limits) {
        PageRequest asked = new PageRequest(
                container(),
                CosmosQuery.parse(query),
                Map.of(),
                null,
                "",
                PageRequest.EVERYWHERE,
                KeyRanges.ALL,
                rows,
                continuation,
                most,
                FunctionSource.NONE);
        return new QueryRun(asked, QueryRules.NONE, limits, reading, new SplittableRandom(1), SqlValues.sink())
                .answer();
    }

    private PageResult page(String query, int rows) {
        return Objects.requireNonNull(answer(container().collection().reading(), query, rows, null, 8_000));
    }

    private static String id(int n) {
        return String.format(Locale.ROOT, "%04d", n);
    }

    @Test
    void onlyThePagesOwnItemsAreLookedAt() {
        for (int n = 0; n < 3_000; n++) {
            put(id(n), "p" + n % 3, "\"n\":" + n + ",\"g\":" + n / 10 + ",\"t\":\"x" + n + "\"");
        }
        assertEquals(10, page("SELECT * FROM c ORDER BY c.n DESC", 10).lookups());
        assertEquals(
                10, page("SELECT * FROM c WHERE c.n > 1000 ORDER BY c.n", 10).lookups());
        assertEquals(10, page("SELECT * FROM c WHERE c.g = 7", 100).lookups());
        assertEquals(
                4, page("SELECT * FROM c WHERE c.g = 7 AND c.pk = 'p1'", 100).lookups());
        assertEquals(20, page("SELECT * FROM c WHERE c.g IN (7, 9)", 100).lookups());
        assertEquals(20, page("SELECT * FROM c WHERE c.g = 7 OR c.g = 9", 100).lookups());
        assertEquals(
                10,
                page("SELECT * FROM c WHERE c.g = 7 AND c.n >= 0 AND IS_DEFINED(c.t)", 100)
                        .lookups());
        assertEquals(
                11,
                page("SELECT * FROM c WHERE STARTSWITH(c.t, 'x77') AND c.n < 5000", 100)
                        .lookups());
        assertEquals(
                1,
                page("SELECT * FROM c WHERE c.id = '0077' AND c.pk = 'p2'", 100).lookups());
        assertEquals(
                2,
                page("SELECT * FROM c WHERE (c.id = '0077' AND c.pk = 'p2') OR (c.id = '0001' AND c.pk = 'p1')", 9)
                        .lookups());
        assertEquals(1, page("SELECT * FROM c WHERE c.id = '0077'", 100).lookups());
        assertEquals(0, page("SELECT VALUE COUNT(1) FROM c", 100).lookups());
        assertEquals(10, page("SELECT VALUE COUNT(1) FROM c WHERE c.g = 7", 100).lookups());
        // Found and sorted, then read for their rows.
        assertEquals(20, page("SELECT * FROM c WHERE c.g = 7 ORDER BY c.n", 100).lookups());
        assertEquals(5, page("SELECT * FROM c", 5).lookups());
    }

    @Test
    void aQueryOfNoItemsHasOneRowHoweverManyThereAre() {
        put("1", "a", "\"n\":1");
        put("2", "a", "\"n\":2");
        assertEquals("[3]", body("SELECT VALUE 1 + 2"));
        assertEquals("[1]", body("SELECT VALUE COUNT(1)"));
        assertEquals("[2]", body("SELECT VALUE COUNT(1) FROM c"));
    }

    private String body(String query) {
        String text = fixture.call(
                        "POST",
                        "/dbs/d/colls/c/docs",
                        "{\"query\":\"" + query + "\"}",
                        "x-ms-documentdb-isquery",
                        "true",
                        "x-ms-documentdb-query-enablecrosspartition",
                        "true")
                .body();
        return text.substring(text.indexOf('['), text.indexOf(']') + 1);
    }

    @Test
    void anAnswerIsNoLargerThanItMayBe() {
        for (int n = 0; n < 6; n++) {
            put(id(n), "p", "\"n\":" + n + ",\"t\":\"" + "x".repeat(1 << 20) + "\"");
        }
        PageResult page = page("SELECT * FROM c ORDER BY c.n", 100);
        assertEquals(3, page.rows().count());
        assertTrue(page.rows().bytes() <= PageRows.BYTES_MAX);
        assertNotNull(page.continuation());
    }

    @Test
    void aPageWhoseIndexIsDroppedMeanwhileIsMadeAgain() {
        put("1", "a", "\"n\":1");
        ReadView before = container().collection().reading();
        call(
                "PUT",
                "/dbs/d/colls/c",
                "{\"id\":\"c\"," + PARTITION_KEY + ",\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"/*\"}],"
                        + "\"excludedPaths\":[{\"path\":\"/x/?\"}]}}");
        assertNull(answer(before, "SELECT * FROM c ORDER BY c.n", 10, null, 8_000));
        PageResult again = page("SELECT * FROM c ORDER BY c.n", 10);
        assertEquals(1, again.rows().count());
    }

    @Test
    void aContinuationIsNoLongerThanItMayBe() {
        for (int n = 0; n < 20; n++) {
            put(id(n), "p", "\"t\":\"" + "long".repeat(1_000) + n % 7 + "\"");
        }
        for (String query : new String[] {
            "SELECT * FROM c ORDER BY c.t DESC", "SELECT DISTINCT VALUE c.t FROM c", "SELECT c.t FROM c GROUP BY c.t"
        }) {
            int rows = 0;
            String continuation = null;
            do {
                PageResult page = Objects.requireNonNull(
                        answer(container().collection().reading(), query, 3, continuation, 1_024));
                rows += page.rows().count();
                continuation = page.continuation();
                assertTrue(continuation == null || continuation.length() <= 1_024, query);
            } while (continuation != null);
            assertEquals(query.contains("ORDER") ? 20 : 7, rows, query);
        }
    }

    @Test
    void aPageOfManyItemsThatDoNotMatchEndsEarlyAndGoesOn() {
        for (int n = 0; n < 50; n++) {
            put(id(n), "p", "\"n\":" + n);
        }
        QueryLimits limits = new QueryLimits(0, 10);
        String continuation = null;
        int pages = 0;
        int rows = 0;
        do {
            PageResult page = Objects.requireNonNull(answer(
                    container().collection().reading(),
                    "SELECT * FROM c WHERE c.n % 49 = 0",
                    10,
                    continuation,
                    8_000,
                    limits));
            continuation = page.continuation();
            rows += page.rows().count();
            pages++;
        } while (continuation != null);
        assertEquals(2, rows);
        assertEquals(5, pages);
    }

    @Test
    void aContinuationThatIsNoneIsRefused() {
        for (int n = 0; n < 9; n++) {
            put(id(n), "p", "\"n\":" + n);
        }
        String[] queries = {
            "SELECT * FROM c",
            "SELECT * FROM c WHERE c.n > 0",
            "SELECT * FROM c ORDER BY c.n",
            "SELECT DISTINCT VALUE c.n FROM c",
            "SELECT c.n FROM c GROUP BY c.n"
        };
        for (String query : queries) {
            assertNotNull(page(query, 2).continuation(), query);
        }
        Seeds.run(200, (_, random) -> {
            String query = queries[random.nextInt(queries.length)];
            byte[] token = Base64.getUrlDecoder()
                    .decode(Objects.requireNonNull(page(query, 2).continuation()));
            byte[] bent = Arrays.copyOf(token, random.nextInt(token.length + 3));
            for (int i = random.nextInt(3); i > 0 && bent.length > 0; i--) {
                bent[random.nextInt(bent.length)] = (byte) random.nextInt();
            }
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bent);
            try {
                answer(container().collection().reading(), query, 2, text, 8_000);
            } catch (CosmosException refusal) {
                assertEquals(400, refusal.status());
            }
        });
        for (String text : new String[] {"", "%", "AAAA", "{}", "é"}) {
            CosmosException refusal = assertThrows(
                    CosmosException.class,
                    () -> answer(container().collection().reading(), queries[0], 2, text, 8_000));
            assertEquals(400, refusal.status());
        }
    }

    @Test
    void itemsAreFoundByTheirDeadlinesWhereTheyWaitToExpire() {
        call("PUT", "/dbs/d/colls/c", "{\"id\":\"c\",\"defaultTtl\":-1," + PARTITION_KEY + "}");
        for (int n = 0; n < 500; n++) {
            put(id(n), "p" + n % 50, n % 5 == 0 ? "\"ttl\":" + (n + 1) : "\"n\":" + n);
        }
        String queue = "MAYFLY_EXPIRES_AT(c)";
        PageResult first = page("SELECT * FROM c ORDER BY MAYFLY_EXPIRES_AT(c)", 10);
        assertEquals(10, first.lookups());
        assertEquals(List.of(queue), first.use().single());
        // All that expire are ranked, and those of the page are read once more.
        assertEquals(
                110,
                page("SELECT * FROM c ORDER BY MAYFLY_TIME_LEFT(c) DESC", 10).lookups());
        PageResult filtered = page("SELECT * FROM c WHERE MAYFLY_TIME_LEFT(c) < 50", 100);
        assertEquals(10, filtered.rows().count());
        assertTrue(filtered.lookups() <= 11);
        PageResult counted = page("SELECT VALUE COUNT(1) FROM c WHERE MAYFLY_EXPIRES_AT(c) > 0", 10);
        assertEquals(100, counted.lookups());
        PageResult few = page("SELECT * FROM c WHERE c.pk = 'p5' ORDER BY MAYFLY_EXPIRES_AT(c)", 10);
        // Ranked, and read once more.
        assertEquals(20, few.lookups());
        assertEquals(List.of(queue), few.use().potentialSingle());
    }
}
