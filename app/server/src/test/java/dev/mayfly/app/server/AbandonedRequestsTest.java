package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mayfly.app.server.config.FaceName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request whose client has disconnected ends, and gives back what it held. */
final class AbandonedRequestsTest {
    private static final String HELD = "mayfly_request_memory_bytes ";
    private static final int LOOKS_MAX = 5_000;

    private final ServerFixture fixture;

    AbandonedRequestsTest() throws Exception {
        fixture = new ServerFixture();
    }

    @BeforeEach
    void fill() throws Exception {
        ThreeFaces faces = new ThreeFaces(fixture);
        faces.cosmos("db", "c", "");
        StringBuilder numbers = new StringBuilder("0");
        for (int i = 1; i < 3_000; i++) {
            numbers.append(',').append(i);
        }
        try (WireClients clients = new WireClients(fixture.server)) {
            String item = "{\"id\": \"1\", \"pk\": \"a\", \"a\": [" + numbers + "]}";
            assertEquals(
                    201,
                    clients.cosmos("POST", "docs", "dbs/db/colls/c", "/dbs/db/colls/c/docs", "[\"a\"]", item)
                            .status());
        }
        await(held -> held == 0);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Tells of an amount of bytes held whether it was waited for. */
    private interface Expectation {
        boolean test(long held) throws IOException;
    }

    /** Looks again and again; gives up after a number of looks, not after a time. */
    private void await(Expectation expected) throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS_MAX; look++) {
            if (expected.test(held())) {
                return;
            }
        }
        throw new AssertionError("never seen: " + held() + " bytes are held");
    }

    private long held() throws IOException, InterruptedException {
        return fixture.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(HELD))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(HELD.length())))
                .sum();
    }

    private void assertEndsWithItsConnection(int port, String path, Map<String, String> fields, String body)
            throws IOException, InterruptedException {
        StringBuilder request = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        fields.forEach(
                (name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
        request.append("Content-Length: ")
                .append(body.length())
                .append("\r\n\r\n")
                .append(body);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
            await(held -> held > 0 || socket.getInputStream().available() > 0);
            byte[] begun =
                    socket.getInputStream().readNBytes(socket.getInputStream().available());
            assertFalse(
                    new String(begun, StandardCharsets.UTF_8).contains("error"),
                    () -> new String(begun, StandardCharsets.UTF_8));
            await(held -> held > 0);
        }
        await(held -> held == 0);
    }

    /** The groups of this query are held in memory, and its whole run would take hours. */
    private static final String LONG_QUERY =
            "SELECT z, COUNT(1) AS n FROM c JOIN x IN c.a JOIN y IN c.a JOIN z IN c.a GROUP BY z";

    @Test
    void cosmosQueryEnds() throws Exception {
        Map<String, String> fields = WireClients.cosmosFields("POST", "docs", "dbs/db/colls/c");
        fields.put("content-type", "application/query+json");
        fields.put("x-ms-documentdb-isquery", "True");
        fields.put("x-ms-documentdb-query-enablecrosspartition", "True");
        assertEndsWithItsConnection(
                fixture.server.port(FaceName.COSMOS),
                "/dbs/db/colls/c/docs",
                fields,
                "{\"query\": \"" + LONG_QUERY + "\", \"parameters\": []}");
    }

    @Test
    void statementEnds() throws Exception {
        String statement = "SELECT COUNT(1) FROM ARRAY_RANGE(0, 10000) AS x, ARRAY_RANGE(0, 10000) AS y,"
                + " ARRAY_RANGE(0, 10000) AS z GROUP BY z";
        assertEndsWithItsConnection(
                fixture.server.queryPort(),
                "/query/service",
                Map.of("Content-Type", "application/x-www-form-urlencoded", "Authorization", WireClients.login()),
                "statement=" + ThreeFaces.encoded(statement));
    }

    @Test
    void queryOfAnAdministratorEnds() throws Exception {
        String body = "{\"statement\": \"" + LONG_QUERY + "\", \"timeoutMillis\": 60000}";
        assertEndsWithItsConnection(
                fixture.server.port(FaceName.ADMIN),
                ThreeFaces.path("cosmos", "db", "c") + "/query",
                Map.of("Content-Type", "application/json"),
                body);
    }
}
