package dev.mayfly.face.cosmos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items that die, and are swept, while a query runs are all in its answer or none of them is. */
final class OneInstantTest {
    private static final String ITEMS = "/dbs/d/colls/c/docs";
    private static final int DYING = 1_500;
    private static final int LIVING = 500;

    private final CosmosFixture fixture = new CosmosFixture();

    /** A clock that winds the engine's past the end of the dying items, and sweeps them, at one look. */
    private final class WindingClock implements Clock {
        private int looks;
        private int windAt = Integer.MAX_VALUE;

        @Override
        public long wallMillis() {
            return CosmosFixture.START;
        }

        @Override
        public long tickNanos() {
            if (++looks == windAt) {
                fixture.clock().advance(Duration.ofHours(2));
                fixture.engine().sweeper().sweepNow();
            }
            return 0;
        }
    }

    private final WindingClock machine = new WindingClock();
    private final CosmosFace face = new CosmosFace(new CosmosServices(
            CosmosSettings.DEFAULTS,
            fixture.engine(),
            machine,
            new RequestMemoryPool(256 << 20, 128 << 20),
            () -> "a certificate\n",
            null));

    private HttpResponse send(String path, String body, String... fields) {
        List<Map.Entry<String, String>> entries = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            entries.add(Map.entry(fields[i], fields[i + 1]));
        }
        return face.handler(_ -> Actor.current(CosmosFace.NAME))
                .handle(CosmosFixture.request(
                        InetAddress.getLoopbackAddress(), "POST", path, body.getBytes(UTF_8), HttpFields.of(entries)));
    }

    @BeforeEach
    void fill() {
        assertEquals(201, send("/dbs", "{\"id\":\"d\"}").status());
        String container = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"},\"defaultTtl\":-1,"
                + "\"indexingPolicy\":{\"compositeIndexes\":[[{\"path\":\"/g\"},{\"path\":\"/n\"}]]}}";
        assertEquals(201, send("/dbs/d/colls", container).status());
        for (int i = 0; i < DYING + LIVING; i++) {
            String ttl = i % 4 == 3 ? "" : ",\"ttl\":3600";
            String item = "{\"id\":\"" + i + "\",\"pk\":\"" + i % 7 + "\",\"n\":" + i + ",\"g\":" + i % 10 + ttl + "}";
            assertEquals(
                    201,
                    send(ITEMS, item, "x-ms-documentdb-partitionkey", "[\"" + i % 7 + "\"]")
                            .status());
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private String query(String text) {
        HttpResponse response = send(
                ITEMS,
                "{\"query\":\"" + text + "\",\"parameters\":[]}",
                "content-type",
                "application/query+json",
                "x-ms-documentdb-isquery",
                "True",
                "x-ms-max-item-count",
                "100000",
                "x-ms-documentdb-query-enablecrosspartition",
                "True");
        assertEquals(200, response.status(), () -> text + body(response));
        return body(response);
    }

    private static String body(HttpResponse response) {
        return response.body() instanceof HttpBody.Bytes(byte[] bytes) ? new String(bytes, UTF_8) : "";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT c.id FROM c",
                "SELECT c.id FROM c WHERE c.n >= 0",
                "SELECT c.id FROM c WHERE c.n != -1 AND c.g >= 0",
                "SELECT c.id FROM c ORDER BY c.n",
                "SELECT c.id FROM c ORDER BY c.n DESC",
                "SELECT c.id FROM c ORDER BY c.g, c.n",
                "SELECT c.id FROM c WHERE c.g IN (1, 2, 3) ORDER BY c.n",
                "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 0",
                "SELECT VALUE SUM(c.n) FROM c",
                "SELECT c.g, COUNT(1) AS k FROM c GROUP BY c.g",
                "SELECT DISTINCT VALUE c.n FROM c",
                "SELECT DISTINCT VALUE c.n FROM c ORDER BY c.n",
            })
    void whatDiesDuringAQueryIsInAllOfItsAnswerOrInNone(String text) {
        machine.looks = 0;
        String before = query(text);
        int looks = machine.looks;
        assertTrue(looks > 3, text + " looks " + looks + " times");
        machine.windAt = machine.looks + looks / 2 + 1;
        String during = query(text);
        assertTrue(machine.looks >= machine.windAt, "the clock was wound");
        String after = query(text);
        assertNotEquals(before, after, text);
        assertEquals(before, during, text);
    }
}
