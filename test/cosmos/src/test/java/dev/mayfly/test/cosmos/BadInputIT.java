package dev.mayfly.test.cosmos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.harness.Seeds;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no SDK sends: each is refused with a body in JSON, stores nothing, and leaves the server as it was. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("bad")
final class BadInputIT extends OnGround {
    private static final Map<String, String> IN_P = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");

    @BeforeEach
    void prepare() {
        ground.createWithoutTtl();
        ground.put("there");
    }

    private Wire.Answer post(Map<String, String> headers, String body) {
        return ground.wire().send("POST", ground.path() + "/docs", headers, body);
    }

    private void assertRefused(int status, Wire.Answer answer) {
        assertEquals(status, answer.status(), answer::toString);
        assertTrue(answer.isRefusal(), answer::toString);
        ground.assertThere("there");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[]",
                "null",
                "1",
                "\"text\"",
                "{\"id\":\"a\",\"pk\":\"p\"",
                "{\"id\":\"a\",\"pk\":\"p\"}}",
                "{\"id\":\"a\",\"pk\":\"p\"} {}",
                "{\"id\":\"a\",\"pk\":\"p\",}",
                "{'id':'a','pk':'p'}",
                "{\"id\":\"a\",\"pk\":\"p\",\"n\":01}",
                "{\"id\":\"a\",\"pk\":\"p\",\"n\":NaN}",
                "{\"id\":\"a\",\"pk\":\"p\",\"n\":\"\t\n\"}",
                "{\"id\":\"a\",\"pk\":\"p\",\"n\":\"\\ud8\"}",
            })
    @Row(number = 10, when = "a body that is no JSON, or no object", then = "400")
    void brokenJsonIsRefused(String body) {
        assertRefused(400, post(IN_P, body));
    }

    @Test
    @Row(number = 11, when = "a body that is not UTF-8", then = "400")
    void wrongBytesAreRefused() {
        byte[] body = "{\"id\":\"a\",\"pk\":\"p\",\"x\":\"\u00ff\"}".getBytes(ISO_8859_1);
        assertRefused(400, ground.wire().send("POST", ground.path() + "/docs", IN_P, body));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 5_000, 100_000})
    @Row(number = 12, when = "JSON that is nested too deep", then = "400")
    void deepJsonIsRefused(int depth) {
        String deep = "[".repeat(depth) + "]".repeat(depth);
        assertRefused(400, post(IN_P, "{\"id\":\"a\",\"pk\":\"p\",\"x\":" + deep + "}"));
        String objects = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
        assertRefused(400, post(IN_P, "{\"id\":\"a\",\"pk\":\"p\",\"x\":" + objects + "}"));
    }

    @Test
    @Row(number = 13, when = "an item of more than 2 MB", then = "413 `RequestEntityTooLarge`; one of 2 MB is stored")
    void largeItemsAreRefused() {
        String head = "{\"id\":\"a\",\"pk\":\"p\",\"x\":\"";
        int most = 2 << 20;
        assertRefused(413, post(IN_P, head + "x".repeat(most) + "\"}"));
        assertRefused(413, post(IN_P, head + "x".repeat(3 << 20) + "\"}"));
        Wire.Answer stored = post(IN_P, head + "x".repeat(most - head.length() - 2) + "\"}");
        assertEquals(201, stored.status(), () -> stored.body().substring(0, 200));
    }

    @Test
    @Row(number = 14, when = "a body longer than any request may be", then = "413, before it is read")
    void endlessBodiesAreRefused() {
        Wire.Answer answer = post(IN_P, "{\"id\":\"a\",\"pk\":\"p\",\"x\":\"" + "x".repeat(20 << 20) + "\"}");
        assertRefused(413, answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\\\b", "a?b", "a#b", "", "1234567890"})
    @Row(number = 20, when = "an id with `/`, `\\`, `?`, `#`, an empty one, one longer than 1023", then = "400")
    void forbiddenIdsAreRefused(String id) {
        String bad = id.equals("1234567890") ? id.repeat(200) : id;
        assertRefused(400, post(IN_P, "{\"id\":\"" + bad + "\",\"pk\":\"p\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "null", "{}", "true", "[\"a\"]"})
    @Row(number = 21, when = "an id that is no string", then = "400")
    void idsAreStrings(String id) {
        assertRefused(400, post(IN_P, "{\"id\":" + id + ",\"pk\":\"p\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\\\b", "a?b", "a#b", "", "1234567890"})
    @Row(number = 22, when = "such a name of a database or a container", then = "400")
    void forbiddenNamesAreRefused(String name) {
        String bad = name.equals("1234567890") ? name.repeat(200) : name;
        assertRefused(400, ground.wire().send("POST", "/dbs", Map.of(), "{\"id\":\"" + bad + "\"}"));
        assertRefused(
                400,
                ground.wire()
                        .send(
                                "POST",
                                "/dbs/app/colls",
                                Map.of(),
                                "{\"id\":\"" + bad + "\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dbs/../dbs/app",
                "/dbs/app/colls/../../../etc/passwd",
                "/dbs/%2e%2e/colls/x",
                "/dbs/app%2Fcolls%2Fx",
                "/dbs/app/colls/%00",
                "/dbs/app/colls/%",
                "/dbs/app/colls/%zz",
                "/dbs/app/colls/%c3%28",
                "/..",
                "/dbs/app/nonsense/x",
                "/dbs/app/colls/x/docs/y/attachments/z/more",
            })
    @Row(number = 23, when = "a link that leads elsewhere or nowhere", then = "400 or 404, and no file is touched")
    void strangeLinksAreRefused(String path) {
        for (String method : List.of("GET", "DELETE", "PUT", "POST")) {
            Wire.Answer answer = ground.wire().send(method, path, IN_P, "{\"id\":\"x\"}");
            assertTrue(
                    answer.status() == 400
                            || answer.status() == 401
                            || answer.status() == 404
                            || answer.status() == 405,
                    answer::toString);
            assertTrue(answer.isRefusal(), answer::toString);
        }
        ground.assertThere("there");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p",
                "\"p\"",
                "[",
                "[\"p\"",
                "[\"p\"] x",
                "{}",
                "[\"p\",\"q\"]",
                "[[\"p\"]]",
                "[{\"a\":1}]",
                "[]",
                "[1e999]",
            })
    @Row(number = 30, when = "a partition key that is no array of one value", then = "400")
    void malformedPartitionKeysAreRefused(String key) {
        assertRefused(400, post(Map.of("x-ms-documentdb-partitionkey", key), "{\"id\":\"a\",\"pk\":\"p\"}"));
        Wire.Answer read = ground.wire()
                .send("GET", ground.path() + "/docs/there", Map.of("x-ms-documentdb-partitionkey", key), (String) null);
        assertRefused(400, read);
    }

    @Test
    @Row(number = 31, when = "a partition key that is not the item's", then = "400, substatus 1001")
    void otherPartitionIsRefused() {
        Wire.Answer answer = post(IN_P, "{\"id\":\"a\",\"pk\":\"q\"}");
        assertRefused(400, answer);
        assertEquals("1001", answer.header("x-ms-substatus"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e400",
                "-1e400",
                "123456789012345678901234567890123456789012345678901234567890",
                "0.00000000000000000000000000000000000000000000000000000000001e-400",
            })
    @Row(number = 40, when = "numbers beyond any double", then = "400, or kept and answered as they were written")
    void hugeNumbersAreRefusedOrKept(String number) {
        Wire.Answer answer = post(IN_P, "{\"id\":\"a\",\"pk\":\"p\",\"n\":" + number + "}");
        if (answer.status() == 201) {
            assertTrue(answer.body().contains("\"n\":" + number), answer::toString);
            assertEquals(
                    1,
                    ground.query("SELECT VALUE COUNT(1) FROM c WHERE c.n != 1", Integer.class)
                            .size());
            assertEquals(
                    2,
                    ground.query("SELECT VALUE c.id FROM c ORDER BY c.n", String.class)
                            .size());
        } else {
            assertRefused(400, answer);
        }
    }

    @Test
    @Row(number = 41, when = "a number of a million digits", then = "answered at once: kept or refused")
    void endlessNumbersDoNotStopTheServer() {
        for (String number :
                List.of("1".repeat(1_000_000), "1e" + "9".repeat(100_000), "0." + "0".repeat(500_000) + "1")) {
            Wire.Answer answer = post(IN_P, "{\"id\":\"a" + number.length() + "\",\"pk\":\"p\",\"n\":" + number + "}");
            assertTrue(answer.status() == 201 || answer.status() == 400, () -> answer.status() + "");
        }
        assertEquals(200, ground.read("there").getStatusCode());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-ms-continuation: nonsense",
                "x-ms-continuation: {\"token\":1}",
                "x-ms-continuation: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "x-ms-max-item-count: many",
                "x-ms-max-item-count: -7",
                "x-ms-documentdb-partitionkeyrangeid: 17",
                "x-ms-session-token: 0:",
            })
    @Row(
            number = 50,
            when = "a header that means nothing: continuation, item count, range",
            then = "400, 410 or ignored")
    void meaninglessHeadersAreRefusedOrIgnored(String header) {
        String[] parts = header.split(": ", 2);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("x-ms-documentdb-isquery", "true");
        headers.put("x-ms-documentdb-query-enablecrosspartition", "true");
        headers.put("content-type", "application/query+json");
        headers.put(parts[0], parts[1]);
        Wire.Answer answer = post(headers, "{\"query\":\"SELECT * FROM c\"}");
        assertTrue(List.of(200, 400, 410).contains(answer.status()), answer::toString);
        assertTrue(answer.status() == 200 || answer.isRefusal(), answer::toString);
    }

    @Test
    @Row(number = 51, when = "a query of a hundred thousand brackets, or one of 300 KB", then = "400")
    void endlessQueriesAreRefused() {
        for (String query : List.of(
                "SELECT " + "(".repeat(100_000) + "1" + ")".repeat(100_000),
                "SELECT " + "-".repeat(50_000) + "1",
                "SELECT VALUE [" + "1,".repeat(150_000) + "1]",
                "SELECT * FROM c WHERE " + "c.a = 1 OR ".repeat(25_000) + "c.a = 1")) {
            Map<String, String> headers = Map.of(
                    "x-ms-documentdb-isquery",
                    "true",
                    "x-ms-documentdb-query-enablecrosspartition",
                    "true",
                    "content-type",
                    "application/query+json");
            Wire.Answer answer = post(headers, "{\"query\":\"" + query + "\"}");
            assertRefused(400, answer);
        }
    }

    @Test
    @Row(
            number = 60,
            when = "thousands of requests that were changed at random",
            then = "no 5xx, always JSON; the server lives")
    void changedRequestsAreAnswered() {
        Seeds.run(300, (_, random) -> {
            Wire.Answer answer = changed(random);
            assertTrue(answer.status() < 500, answer::toString);
            assertTrue(answer.status() < 400 || answer.status() == 0 || answer.isRefusal(), answer::toString);
        });
        assertEquals(200, ground.read("there").getStatusCode());
    }

    /** Sends a request with some of its bytes changed; its head begins as it should, so that it is one of HTTP. */
    private Wire.Answer changed(RandomGenerator random) {
        List<String> bodies = List.of(
                "{\"id\":\"f\",\"pk\":\"p\",\"n\":1,\"ttl\":5}",
                "{\"query\":\"SELECT c.id, COUNT(1) FROM c WHERE c.n >= @n GROUP BY"
                        + " c.id\",\"parameters\":[{\"name\":\"@n\",\"value\":1}]}",
                "[{\"operationType\":\"Create\",\"partitionKey\":\"[\\\"p\\\"]\",\"resourceBody\":{\"id\":\"f\",\"pk\":\"p\"}}]",
                "{\"operations\":[{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1},{\"op\":\"incr\",\"path\":\"/n\",\"value\":2}]}");
        List<Map<String, String>> headers = List.of(
                IN_P,
                Map.of("x-ms-documentdb-isquery", "true", "content-type", "application/query+json"),
                Map.of("x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "false"),
                Map.of("x-ms-documentdb-partitionkey", "[\"p\"]", "If-Match", "\"x\""));
        int kind = random.nextInt(bodies.size());
        byte[] body = bodies.get(kind).getBytes(UTF_8);
        for (int change = random.nextInt(1, 6); change > 0; change--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        String method = kind == 3 ? "PATCH" : "POST";
        String path = ground.path() + (kind == 3 ? "/docs/there" : "/docs");
        return ground.wire().send(method, path, headers.get(kind), body);
    }

    @Test
    @Row(number = 61, when = "a body of 20 MB of zeros with `content-encoding: gzip`", then = "400; it is not decoded")
    void bodyInACodingIsRefusedWithoutDecoding() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[20 << 20]);
        }
        Map<String, String> headers = new LinkedHashMap<>(IN_P);
        headers.put("content-encoding", "gzip");
        assertRefused(400, ground.wire().send("POST", ground.path() + "/docs", headers, packed.toByteArray()));
    }
}
