package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.StoreCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A document that dies, and is swept, while a statement joins it to 10,000 rows is in all of them or in none. */
final class OneInstantTest {
    private static final int ROWS = 10_000;
    private static final String NUMBERS = "ARRAY_RANGE(0, " + ROWS + ")";

    private final QueryFixture fixture = new QueryFixture();

    OneInstantTest() {
        for (String name : List.of("rows", "mortal")) {
            fixture.buckets
                    .changes()
                    .createCollection(
                            fixture.buckets.buckets().require("default"),
                            "_default",
                            name,
                            new ManifestChanges.Properties(null, null));
        }
        fixture.context = QueryContext.of("default._default");
        run("CREATE PRIMARY INDEX ON `rows`");
        run("CREATE PRIMARY INDEX ON mortal");
        run("CREATE INDEX byF ON mortal(f)");
        run("INSERT INTO `rows` (KEY k, VALUE v) SELECT TO_STRING(n) AS k, {\"f\": 1, \"m\": \"m\"} AS v FROM "
                + NUMBERS + " AS n");
        run("INSERT INTO mortal (KEY, VALUE, OPTIONS) VALUES (\"m\", {\"f\": 1}, {\"expiration\": 5})");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private List<String> run(String text) {
        QueryFixture.Outcome outcome = fixture.run(text, Parameters.NONE);
        assertEquals(List.of(), outcome.errors(), text);
        return outcome.rows().stream().map(N1qlValues::json).toList();
    }

    /** Winds the clock far beyond the deadline before the given read of the store; the sweeper runs at once. */
    private List<String> winding(StoreCall call, long count, String text) {
        fixture.buckets
                .faults()
                .plan((made, number) ->
                        made == call && number == count ? new Fault.Delay(Duration.ofMinutes(10)) : null);
        List<String> rows = run(text);
        fixture.buckets.faults().plan(FaultPlan.NONE);
        return rows;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT RAW COUNT(m.f) FROM `rows` r LEFT JOIN mortal m ON KEYS r.m",
                "SELECT RAW COUNT(m.f) FROM `rows` r LEFT JOIN mortal m ON m.f = r.f",
                "SELECT RAW SUM(ARRAY_LENGTH((SELECT RAW 1 FROM mortal m USE KEYS r.m))) FROM `rows` r",
                "SELECT RAW SUM(ARRAY_LENGTH(n)) FROM `rows` r NEST mortal n ON KEYS r.m"
            })
    void documentThatDiesInAJoinIsInAllOfItsRowsOrInNone(String text) {
        assertEquals(List.of("" + ROWS), winding(StoreCall.GET, ROWS / 2, text));
        assertEquals(1, run(text).size());
        assertEquals(List.of("0"), run("SELECT RAW COUNT(*) FROM `rows` r JOIN mortal m ON KEYS r.m"));
    }

    @Test
    void statementReadsAsOfTheInstantThatItsFunctionsSay() {
        String text = "SELECT RAW COUNT(DISTINCT NOW_MILLIS()) + COUNT(m.f) FROM `rows` r LEFT JOIN mortal m ON KEYS"
                + " r.m";
        assertEquals(List.of("" + (ROWS + 1)), winding(StoreCall.GET, 1, text));
    }
}
