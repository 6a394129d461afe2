package dev.mayfly.face.cosmos.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises of a compiled query to the code that carries it out. */
class CosmosQueryTest {
    private static final SqlValue ITEM = QueryInterpreter.value("{\"id\": \"1\", \"n\": 2, \"t\": [1, 2, 3]}");

    private static CompiledQuery compiled(String text) {
        return CosmosQuery.parse(text).compile(Map.of(), new QueryInstant(0, new Random(1)));
    }

    @Test
    void aggregatesInsideOtherExpressionsAreForOnePartition() {
        CosmosQuery query = CosmosQuery.parse("SELECT VALUE {\"mean\": SUM(c.n) / COUNT(c.n)} FROM c");
        assertThrows(CosmosException.class, () -> query.plan(false, false));
        assertThrows(CosmosException.class, () -> query.checkDistribution(false));
        assertTrue(query.plan(true, false).contains("\"hasSelectValue\":true"));
        query.checkDistribution(true);
        try (AggregateRows aggregates =
                query.compile(Map.of(), new QueryInstant(0, new Random(1))).gather(1_000, null)) {
            aggregates.add(ITEM);
            assertEquals("{\"mean\":2}", aggregates.rows().next().toString());
        }
    }

    @Test
    void rowsOfAnItemComeOneByOneUntilTheSinkIsFull() {
        CompiledQuery query = compiled("SELECT VALUE t FROM c JOIN t IN c.t");
        List<String> rows = new ArrayList<>();
        assertFalse(query.rows(ITEM, row -> {
            rows.add(row.toString());
            return rows.size() < 2;
        }));
        assertEquals(List.of("1", "2"), rows);
        assertTrue(query.rows(ITEM, _ -> true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c",
                "SELECT c.n FROM c JOIN t IN c.t WHERE t = c.n OFFSET 1 LIMIT 2",
                "SELECT VALUE (SELECT VALUE COUNT(1) FROM t IN c.t) FROM c",
                "SELECT VALUE x.n FROM (SELECT VALUE c FROM c) AS x"
            })
    void whatIsMadeOfEachItemAloneGathersNothing(String text) {
        assertFalse(compiled(text).gathers());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT c.n FROM c GROUP BY c.n",
                "SELECT DISTINCT c.n FROM c",
                "SELECT c.n FROM c ORDER BY c.n",
                "SELECT VALUE x FROM (SELECT DISTINCT VALUE c.n FROM c) AS x"
            })
    void whatDependsOnAllItemsGathers(String text) {
        assertTrue(compiled(text).gathers());
    }

    @Test
    void skippingAndTakingAreLeftToWhoeverReads() {
        CompiledQuery query = compiled("SELECT TOP 3 * FROM c OFFSET 2 LIMIT 5");
        assertEquals(2, query.skip());
        assertEquals(3, query.take());
        assertEquals(Long.MAX_VALUE, compiled("SELECT * FROM c").take());
        assertFalse(compiled("SELECT 1").readsItems());
    }

    @Test
    void aParameterWithoutAValueIsUndefinedAndOneThatIsNotThereIsRefused() {
        CosmosQuery query = CosmosQuery.parse("SELECT VALUE c.n = @p FROM c");
        QueryInstant moment = new QueryInstant(0, new Random(1));
        assertTrue(query.compile(Map.of("@p", SqlValues.UNDEFINED), moment).rows(ITEM, _ -> false));
        CosmosException refusal = assertThrows(CosmosException.class, () -> query.compile(Map.of(), moment));
        assertEquals(400, refusal.status());
    }

    @Test
    void timeStandsStillWithinARequest() {
        CompiledQuery query = CosmosQuery.parse("SELECT VALUE c.n + GetCurrentTimestamp() FROM c")
                .compile(Map.of(), new QueryInstant(1_000, new Random(1)));
        query.rows(ITEM, row -> {
            assertEquals("1002", row.toString());
            return true;
        });
    }
}
