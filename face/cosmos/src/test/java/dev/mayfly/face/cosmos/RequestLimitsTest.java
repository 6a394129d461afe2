package dev.mayfly.face.cosmos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query ends at its limit of time and of memory, wherever it is. */
final class RequestLimitsTest {
    private static final String ITEMS = "/dbs/d/colls/c/docs";

    /** A clock on which some milliseconds pass with each look. */
    private static final class CountedLooks implements Clock {
        private static final long NANOS = 5_000_000;

        private long looks;

        @Override
        public long wallMillis() {
            return CosmosFixture.START;
        }

        @Override
        public long tickNanos() {
            return NANOS * looks++;
        }
    }

    private static final int LIMIT_MILLIS = 1_000;

    private final CosmosFixture fixture = CosmosFixture.unswept();
    private final CountedLooks clock = new CountedLooks();
    private final RequestMemoryPool memory = new RequestMemoryPool(32 << 20, 16 << 20);
    private final CosmosFace face = new CosmosFace(new CosmosServices(
            CosmosSettings.DEFAULTS, fixture.engine(), clock, memory, () -> "a certificate\n", null));

    private HttpResponse send(String method, String path, String body, String... fields) {
        List<Map.Entry<String, String>> entries = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            entries.add(Map.entry(fields[i], fields[i + 1]));
        }
        return face.handler(_ -> Actor.current(CosmosFace.NAME))
                .handle(CosmosFixture.request(
                        InetAddress.getLoopbackAddress(), method, path, body.getBytes(UTF_8), HttpFields.of(entries)));
    }

    @BeforeEach
    void fill() {
        assertEquals(201, send("POST", "/dbs", "{\"id\":\"d\"}").status());
        String container = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}";
        assertEquals(201, send("POST", "/dbs/d/colls", container).status());
        StringBuilder numbers = new StringBuilder("0");
        for (int i = 1; i < 3_000; i++) {
            numbers.append(',').append(i);
        }
        put("{\"id\":\"1\",\"pk\":\"a\",\"n\":1,\"b\":[1,2,3,4,5,6,7,8,9,10],\"j\":\"[" + numbers + "]\",\"a\":["
                + numbers + "]}");
        put("{\"id\":\"2\",\"pk\":\"a\",\"n\":2,\"b\":[1,2,3,4,5,6,7,8,9,10],\"s\":\"" + "a".repeat(1 << 20) + "\"}");
        for (int i = 3; i < 300; i++) {
            put("{\"id\":\"" + i + "\",\"pk\":\"a\",\"n\":" + i + "}");
        }
    }

    private void put(String item) {
        assertEquals(
                201,
                send("POST", ITEMS, item, "x-ms-documentdb-partitionkey", "[\"a\"]")
                        .status());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private HttpResponse query(String text, String... fields) {
        List<String> all = new ArrayList<>(List.of(fields));
        all.addAll(List.of(
                "content-type",
                "application/query+json",
                "x-ms-documentdb-isquery",
                "True",
                "x-ms-documentdb-query-enablecrosspartition",
                "True"));
        return send("POST", ITEMS, "{\"query\":\"" + text + "\",\"parameters\":[]}", all.toArray(String[]::new));
    }

    private static String body(HttpResponse response) {
        return response.body() instanceof HttpBody.Bytes(byte[] bytes) ? new String(bytes, UTF_8) : "";
    }

    /** Each of these would take for minutes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE COUNT(1) FROM c JOIN x IN c.a JOIN y IN c.a",
                "SELECT VALUE 1 FROM c JOIN x IN c.a JOIN y IN c.a WHERE x + y < 0",
                "SELECT VALUE 1 FROM c WHERE EXISTS(SELECT VALUE x FROM x IN c.a JOIN y IN c.a WHERE x + y < 0)",
                "SELECT VALUE (SELECT VALUE SUM(x + y) FROM x IN c.a JOIN y IN c.a) FROM c",
                "SELECT VALUE ARRAY(SELECT VALUE x FROM x IN c.a JOIN y IN c.a WHERE x + y < 0) FROM c",
                "SELECT VALUE 1 FROM c JOIN x IN c.a WHERE ARRAY_CONTAINS(c.a, x + 0.5)",
                "SELECT VALUE COUNT(1) FROM c JOIN x IN c.a WHERE NOT IS_DEFINED(c.a[2999 - x].b)",
                "SELECT VALUE 1 FROM c WHERE RegexMatch(c.s, '((a{1,20}){1,20}b)+$')",
                "SELECT VALUE 1 FROM c WHERE c.s LIKE CONCAT('%', LEFT(c.s, 500000), 'b%')",
                "SELECT VALUE COUNT(LENGTH(TRIM(c.s, c.s))) FROM c JOIN x IN c.b JOIN y IN c.b JOIN z IN c.b JOIN u IN c.b WHERE c.n = 2",
                "SELECT VALUE ARRAY_LENGTH(SetUnion(c.a, ARRAY(SELECT VALUE x FROM x IN c.a JOIN y IN c.a))) FROM c",
                "SELECT DISTINCT VALUE x FROM c JOIN x IN c.a JOIN y IN c.a",
                "SELECT DISTINCT VALUE c.a FROM c JOIN x IN c.a",
                "SELECT DISTINCT VALUE c.a FROM c JOIN x IN c.a ORDER BY c.n",
                "SELECT DISTINCT VALUE c.s FROM c JOIN x IN c.b JOIN y IN c.b JOIN z IN c.b JOIN u IN c.b WHERE c.n = 2",
                "SELECT COUNT(1) AS n FROM c JOIN x IN c.a GROUP BY c.a",
                "SELECT VALUE COUNT(1) FROM c JOIN x IN c.a WHERE c.a = c.a",
                "SELECT x, COUNT(1) AS n FROM c JOIN x IN c.a JOIN y IN c.a GROUP BY x",
                "SELECT x FROM c JOIN x IN c.a JOIN y IN c.a WHERE x + y < 0 ORDER BY c.n DESC",
                "SELECT VALUE MAX(CONCAT(ToString(x), ToString(y))) FROM c JOIN x IN c.a JOIN y IN c.a",
                "SELECT VALUE 1 FROM c JOIN x IN c.a WHERE ARRAY_LENGTH(StringToArray(c.j)) < 0",
            })
    void queryEndsWhenItsClientWaitsNoLonger(String text) {
        long before = clock.looks;
        HttpResponse response = query(text, "x-ms-remaining-time-in-ms-on-client", LIMIT_MILLIS + ".0");
        assertEquals(408, response.status(), () -> text + ": " + body(response));
        assertTrue(clock.looks - before < 230, () -> text + " took " + (clock.looks - before) + " looks");
    }

    /** Each of these would hold gigabytes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE ARRAY(SELECT VALUE CONCAT(c.s, ToString(x)) FROM x IN c.b) FROM c WHERE c.n = 2",
                "SELECT VALUE ARRAY(SELECT VALUE [x, y, REPLICATE('x', 1000)] FROM x IN c.a JOIN y IN c.a) FROM c",
                "SELECT MAX(x) AS m FROM c JOIN x IN c.a GROUP BY CONCAT(REPLICATE('x', 10000), ToString(x))",
                "SELECT VALUE ARRAY(SELECT DISTINCT VALUE CONCAT(REPLICATE('x', 10000), ToString(x)) FROM x IN c.a) FROM c",
                "SELECT VALUE MAKELIST(CONCAT(REPLICATE('x', 10000), ToString(x))) FROM c JOIN x IN c.a",
                "SELECT VALUE StringSplit(CONCAT(c.s, c.s), 'a') FROM c",
                "SELECT VALUE [CONCAT(c.s, '1'), CONCAT(c.s, '2'), CONCAT(c.s, '3'), CONCAT(c.s, '4'),"
                        + " CONCAT(c.s, '5'), CONCAT(c.s, '6'), CONCAT(c.s, '7'), CONCAT(c.s, '8'), CONCAT(c.s, '9'), CONCAT(c.s, '0')] FROM c WHERE c.n = 2",
            })
    void queryIsRefusedBeyondItsMemory(String text) {
        HttpResponse response = query(text);
        assertEquals(400, response.status(), () -> text + ": " + body(response));
        assertTrue(body(response).contains("memory"), () -> body(response));
        assertEquals(0, memory.usedBytes());
    }

    /** Each of these builds gigabytes of which it needs little at a time. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE SUM(LENGTH(CONCAT(REPLICATE('x', 10000), ToString(x)))) FROM c JOIN x IN c.a JOIN y IN c.b",
                "SELECT VALUE 1 FROM c WHERE NOT EXISTS(SELECT VALUE x FROM x IN c.a WHERE"
                        + " LENGTH(CONCAT(REPLICATE('x', 10000), ToString(x))) < 0)",
                "SELECT VALUE 1 FROM c JOIN x IN c.a WHERE x < 1000 AND"
                        + " ARRAY_LENGTH(ARRAY(SELECT VALUE y + x FROM y IN c.a)) < 0",
            })
    void garbageIsNotCounted(String text) {
        HttpResponse response = query(text);
        assertEquals(200, response.status(), () -> text + ": " + body(response));
        assertEquals(0, memory.usedBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "1e99"})
    void limitThatMakesNoSenseIsNone(String limit) {
        assertEquals(
                200,
                query("SELECT VALUE COUNT(1) FROM c", "x-ms-remaining-time-in-ms-on-client", limit)
                        .status());
    }
}
