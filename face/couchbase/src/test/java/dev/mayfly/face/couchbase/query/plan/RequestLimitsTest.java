package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.Parameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement ends at its limit of time and of memory, wherever it is. */
final class RequestLimitsTest {
    private static final int TIMED_OUT = 1080;

    /** A clock on which a nanosecond passes with each look. */
    private static final class CountingClock implements Clock {
        private long readings;

        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public long tickNanos() {
            return readings++;
        }
    }

    private static final int READINGS_MAX = 200;

    private final QueryFixture fixture = new QueryFixture();
    private final CountingClock clock = new CountingClock();

    @BeforeEach
    void fill() {
        String text = "a".repeat(1 << 20);
        for (int i = 0; i < 300; i++) {
            fixture.put("default", "k" + i, "{\"n\":" + i + ",\"a\":[1,2,3]}");
        }
        fixture.put("default", "long", "{\"n\":-1,\"s\":\"" + text + "\"}");
        assertEquals(
                0,
                fixture.run("CREATE PRIMARY INDEX ON default", Parameters.NONE)
                        .errors()
                        .size());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private int codeOf(String statement, long timeoutNanos, RequestMemoryPool memory) {
        try {
            QueryFixture.Outcome outcome = fixture.run(statement, Parameters.NONE, timeoutNanos, clock, memory);
            return outcome.errors().isEmpty() ? 0 : outcome.errors().getFirst().code();
        } catch (N1qlException failure) {
            return failure.code();
        } catch (MemoryLimitExceeded _) {
            return N1qlException.MEMORY;
        }
    }

    /** Each of these would take for minutes, or for ever. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT RAW COUNT(1) FROM ARRAY_RANGE(0, 1000000) AS x UNNEST ARRAY_RANGE(0, 1000000) AS y",
                "SELECT RAW (ANY x IN ARRAY_RANGE(0, 1000000) SATISFIES"
                        + " (ANY y IN ARRAY_RANGE(0, 1000000) SATISFIES x + y < 0 END) END)",
                "SELECT RAW (EVERY x IN ARRAY_RANGE(0, 1000000) SATISFIES"
                        + " (EVERY y IN ARRAY_RANGE(0, 1000000) SATISFIES x + y >= 0 END) END)",
                "SELECT RAW (FIRST x FOR x IN ARRAY_RANGE(0, 1000000) WHEN"
                        + " (ANY y IN ARRAY_RANGE(0, 1000000) SATISFIES x + y < 0 END) END)",
                "SELECT RAW ARRAY_LENGTH(ARRAY (ARRAY_SUM(ARRAY x + y FOR y IN ARRAY_RANGE(0, 10000) END))"
                        + " FOR x IN ARRAY_RANGE(0, 1000000) END)",
                "SELECT RAW (OBJECT 'a' : (ARRAY_SUM(ARRAY x + y FOR y IN ARRAY_RANGE(0, 10000) END))"
                        + " FOR x IN ARRAY_RANGE(0, 1000000) END)",
                "SELECT RAW ARRAY_CONTAINS_ALL(ARRAY_RANGE(0, 1000000), ARRAY_RANGE(0, 1000000))",
                "SELECT RAW (ANY x IN ARRAY_RANGE(0, 1000000) SATISFIES x + 0.5 IN ARRAY_RANGE(0, 1000000) END)",
                "SELECT RAW REGEXP_CONTAINS(s, '((a{1,20}){1,20}b)+$') FROM default WHERE n = -1",
                "SELECT RAW REGEXP_LIKE(s, '.*a.*a.*a.*a.*b') FROM default WHERE n = -1",
                "SELECT RAW LENGTH(REGEXP_REPLACE(d.s, '(a|aa)+$', 'x')) FROM default d UNNEST ARRAY_RANGE(0, 10000) r"
                        + " WHERE d.n = -1",
                "SELECT RAW d.s || 'b' LIKE '%' || d.s || 'c' FROM default d UNNEST ARRAY_RANGE(0, 10000) r WHERE d.n = -1",
                "SELECT RAW POSITION(s, SUBSTR(s, 0, 500000) || 'b') FROM default WHERE n = -1",
                "SELECT RAW CONTAINS(s, SUBSTR(s, 0, 500000) || 'b') FROM default WHERE n = -1",
                "SELECT RAW LENGTH(REPLACE(s, SUBSTR(s, 0, 500000) || 'b', '')) FROM default WHERE n = -1",
                "SELECT RAW COUNT(TRIM(d.s, d.s)) FROM default d UNNEST ARRAY_RANGE(0, 100000) AS x WHERE d.n = -1",
                "SELECT RAW ARRAY_SORT(ARRAY s FOR x IN ARRAY_RANGE(0, 100000) END)[0] FROM default WHERE n = -1",
                "SELECT RAW ARRAY_SORT(ARRAY_REVERSE(ARRAY_RANGE(0, 1000000)))[0]",
                "SELECT COUNT(1) FROM default a JOIN default b ON a.n + b.n < 0 JOIN default c ON c.n < -1",
                "SELECT COUNT(1) FROM default WHERE n > 1000",
                "SELECT d.n, COUNT(1) FROM default d UNNEST ARRAY_RANGE(0, 1000000) AS x GROUP BY d.n",
                "SELECT d.n FROM default d UNNEST ARRAY_RANGE(0, 100) AS x ORDER BY x DESC",
                "SELECT SUM(x) OVER (ORDER BY x ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)"
                        + " FROM ARRAY_RANGE(0, 100000) AS x",
                "SELECT SUM(x) OVER (ORDER BY x ROWS BETWEEN 5000 PRECEDING AND 5000 FOLLOWING)"
                        + " FROM ARRAY_RANGE(0, 100000) AS x",
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT r.n + 1 AS n FROM r)"
                        + " OPTIONS {'levels': 100000000, 'documents': 100000000} SELECT COUNT(1) FROM r",
                "SELECT COUNT(1) FROM default d WHERE (SELECT RAW COUNT(1) FROM default e WHERE e.n > d.n)[0] < 0",
                "UPDATE default SET x = ARRAY_SUM(ARRAY y FOR y IN ARRAY_RANGE(0, 100000) END)",
                "DELETE FROM default WHERE ARRAY_SUM(ARRAY y FOR y IN ARRAY_RANGE(0, 100000) END) < 0",
                "MERGE INTO default t USING default s ON t.n + s.n < -5 WHEN MATCHED THEN DELETE",
                "INSERT INTO default (KEY UUID(), VALUE {'v': x}) SELECT RAW x FROM ARRAY_RANGE(0, 1000000) AS x",
            })
    void statementEndsAtItsTimeout(String statement) {
        assertEquals(TIMED_OUT, codeOf(statement, READINGS_MAX, RequestMemoryPool.unbounded()), statement);
        assertTrue(clock.readings < READINGS_MAX + 20, statement + " took " + clock.readings + " readings");
    }

    @Test
    void keysOfAnIndexDoNotDependOnTheTimeThatIsLeft() {
        String index = "CREATE INDEX later ON default(ARRAY_SUM(ARRAY y + n FOR y IN ARRAY_RANGE(0, 5000) END))";
        assertEquals(0, codeOf(index, 0, new RequestMemoryPool(1 << 20, 1 << 20)));
        assertEquals(
                0,
                codeOf(
                        "UPSERT INTO default (KEY, VALUE) VALUES ('later', {'n': -7})",
                        50,
                        RequestMemoryPool.unbounded()));
        assertEquals(
                1,
                fixture.run(
                                "SELECT RAW META().id FROM default USE INDEX (later)"
                                        + " WHERE ARRAY_SUM(ARRAY y + n FOR y IN ARRAY_RANGE(0, 5000) END) = 12462500",
                                Parameters.NONE)
                        .rows()
                        .size());
    }

    /** Each of these would hold gigabytes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT RAW ARRAY_LENGTH(ARRAY (ARRAY x + y FOR y IN ARRAY_RANGE(0, 3000) END) FOR x IN ARRAY_RANGE(0, 3000) END)",
                "SELECT RAW ARRAY_LENGTH(ARRAY REPEAT('x', 100000) || TO_STR(x) FOR x IN ARRAY_RANGE(0, 30000) END)",
                "SELECT RAW OBJECT_LENGTH(OBJECT TO_STR(x) : REPEAT('x', 100000) FOR x IN ARRAY_RANGE(0, 30000) END)",
                "WITH a AS (REPEAT('x', 1000000)), b AS ([a || '1', a || '2', a || '3', a || '4', a || '5', a || '6',"
                        + " a || '7', a || '8', a || '9', a || '0']), c AS (ARRAY x || 'y' FOR x IN b END) SELECT RAW c",
                "SELECT RAW ARRAY_LENGTH((SELECT RAW REPEAT('x', 100000) || TO_STR(x) FROM ARRAY_RANGE(0, 30000) AS x))",
                "SELECT ARRAY_AGG(REPEAT('x', 100000) || TO_STR(x)) FROM ARRAY_RANGE(0, 30000) AS x",
                "SELECT MAX(y) FROM ARRAY_RANGE(0, 300000) AS x GROUP BY REPEAT('x', 1000) || TO_STR(x)",
                "SELECT DISTINCT REPEAT('x', 10000) || TO_STR(x) FROM ARRAY_RANGE(0, 30000) AS x",
                "SELECT REPEAT('x', 10000) || TO_STR(x) AS r FROM ARRAY_RANGE(0, 30000) AS x ORDER BY x DESC",
                "SELECT x, LAST_VALUE(y) OVER (PARTITION BY 1) FROM ARRAY_RANGE(0, 30000) AS x LET y = REPEAT('x', 10000) || TO_STR(x)",
                "SELECT REPEAT('x', 10000) || TO_STR(x) AS r FROM ARRAY_RANGE(0, 30000) AS x"
                        + " INTERSECT SELECT REPEAT('x', 10000) || TO_STR(x) AS r FROM ARRAY_RANGE(0, 30000) AS x",
                "WITH RECURSIVE r AS (SELECT 'xxxxxxxxxxxxxxxx' AS s, 1 AS n UNION ALL"
                        + " SELECT r.s || r.s AS s, r.n + 1 AS n FROM r WHERE r.n < 60) SELECT RAW LENGTH(s) FROM r",
                "SELECT RAW LENGTH(JSON_ENCODE(ARRAY_REPEAT(ARRAY_REPEAT('abcdefgh', 1000), 1000)))",
                "SELECT RAW ARRAY_LENGTH(SPLIT(REPEAT('ab', 1000000), ''))",
                "SELECT RAW ARRAY_LENGTH(SUFFIXES(REPEAT('ab', 3000)))",
                "SELECT RAW LENGTH(ARRAY_TO_STRING(ARRAY_REPEAT(REPEAT('x', 10000), 1900), ','))",
                "SELECT a.n FROM default a NEST (SELECT REPEAT('x', 100000) || TO_STR(b.n) AS v FROM default b) AS c ON TRUE",
                "INSERT INTO default (KEY UUID(), VALUE {'v': x}) SELECT RAW REPEAT('x', 100000) || TO_STR(x)"
                        + " FROM ARRAY_RANGE(0, 3000) AS x",
                "SELECT RAW ARRAY_LENGTH(ARRAY_CONCAT(ARRAY_RANGE(0, 1000000), ARRAY_RANGE(0, 1000000)))",
                "SELECT RAW 1 FROM [1, 2] AS x ORDER BY ARRAY_REPEAT(ARRAY_REPEAT(REPEAT('x', 10000), 1000), 1000)",
                "SELECT ROW_NUMBER() OVER (ORDER BY ARRAY_REPEAT(ARRAY_REPEAT(REPEAT('x', 10000), 1000), 1000)) FROM [1, 2] AS x",
            })
    void statementIsRefusedBeyondItsMemory(String statement) {
        RequestMemoryPool memory = new RequestMemoryPool(32 << 20, 16 << 20);
        assertEquals(N1qlException.MEMORY, codeOf(statement, 0, memory), statement);
        assertEquals(0, memory.usedBytes());
    }

    /** Each of these builds gigabytes of which it needs little at a time. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT RAW ARRAY_SUM(ARRAY (ARRAY_SUM(ARRAY x + y FOR y IN ARRAY_RANGE(0, 3000) END))"
                        + " FOR x IN ARRAY_RANGE(0, 1000) END)",
                "SELECT RAW SUM(LENGTH(REPEAT('x', 10000) || TO_STR(x))) FROM ARRAY_RANGE(0, 20000) AS x",
                "SELECT RAW (EVERY x IN ARRAY_RANGE(0, 20000) SATISFIES LENGTH(REPEAT('x', 10000) || TO_STR(x)) > 1 END)",
                "SELECT RAW COUNT(1) FROM default d WHERE LENGTH((SELECT RAW REPEAT('x', 1000000) FROM [1] AS y)[0]) > d.n",
                "SELECT RAW SUM(LENGTH(v)) FROM ARRAY_RANGE(0, 1000) AS x LET v = REPEAT('x', 1000000)",
            })
    void garbageIsNotCounted(String statement) {
        RequestMemoryPool memory = new RequestMemoryPool(32 << 20, 16 << 20);
        assertEquals(0, codeOf(statement, 0, memory), statement);
        assertEquals(0, memory.usedBytes());
    }
}
