package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.json.JsonObject;
import dev.mayfly.base.clock.SystemClock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A statement ends at its {@code timeout} wherever it is, on the machine's own clock and over HTTP. */
final class StatementTimeoutIT {
    private static final int LIMIT_MILLIS = 300;

    /** So much later than its limit a request may be over. */
    private static final int GRACE_MILLIS = 200;

    private static final int TIMED_OUT = 1080;

    private static LocalServer server;
    private static Rest query;

    @BeforeAll
    static void start() throws Exception {
        server = LocalServer.start(Map.of());
        query = new Rest(
                server.endpoint().query(),
                server.endpoint().user(),
                server.endpoint().password());
        run("CREATE INDEX byN ON default(n)", "60s");
        run("INSERT INTO default (KEY 'k' || TO_STR(x), VALUE {'n': x}) SELECT x FROM ARRAY_RANGE(0, 300) AS x", "60s");
        run("UPSERT INTO default (KEY, VALUE) VALUES ('long', {'n': -1, 's': REPEAT('a', 1048576)})", "60s");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    /** Each of these would run for minutes. */
    static Stream<String> statements() {
        return Stream.of(
                "SELECT RAW REGEXP_CONTAINS(s, '((a{1,20}){1,20}b)+$') FROM default WHERE n = -1",
                "SELECT x, y FROM ARRAY_RANGE(0, 1000000) AS x UNNEST ARRAY_RANGE(0, 1000) AS y ORDER BY y, x DESC LIMIT 10",
                "SELECT y, COUNT(1) FROM ARRAY_RANGE(0, 1000000) AS x UNNEST ARRAY_RANGE(0, 1000) AS y GROUP BY y",
                "SELECT COUNT(1) FROM ARRAY_RANGE(0, 1000000) AS x JOIN default AS d ON d.n >= 0 AND d.n + x < 0",
                "SELECT COUNT(1) FROM default AS a JOIN default AS b ON a.n + b.n >= -2"
                        + " JOIN default AS c ON b.n + c.n >= -2 JOIN default AS d ON a.n + b.n + c.n + d.n < -9",
                "SELECT RAW JSON_DECODE(t) FROM [1] AS o LET t = JSON_ENCODE(ARRAY_RANGE(0, 900000))"
                        + " WHERE (ANY x IN ARRAY_RANGE(0, 1000000) SATISFIES JSON_DECODE(t) = x END)");
    }

    private static JsonObject run(String statement, String timeout) {
        return query.post("/query/service", "statement", statement, "timeout", timeout)
                .json();
    }

    private static JsonObject timedOut(String statement) {
        JsonObject answer = run(statement, LIMIT_MILLIS + "ms");
        List<Integer> codes = answer.getArray("errors").toList().stream()
                .map(error -> (Integer) ((Map<?, ?>) error).get("code"))
                .toList();
        assertEquals(List.of(TIMED_OUT), codes, statement);
        assertEquals("timeout", answer.getString("status"), statement);
        return answer;
    }

    @ParameterizedTest
    @MethodSource("statements")
    void statementThatWouldRunForMinutesEndsByItsTimeout(String statement) {
        timedOut(statement);
    }

    /** With the machine to itself the answer is there in time. */
    @ParameterizedTest
    @MethodSource("statements")
    @Tag("slow")
    void answerIsThereSoonAfterTheTimeout(String statement) {
        timedOut(statement);
        long before = SystemClock.INSTANCE.tickNanos();
        timedOut(statement);
        long millis = (SystemClock.INSTANCE.tickNanos() - before) / 1_000_000;
        System.out.println(millis + " ms: " + statement);
        assertTrue(millis <= LIMIT_MILLIS + GRACE_MILLIS, statement + " took " + millis + " ms");
    }
}
