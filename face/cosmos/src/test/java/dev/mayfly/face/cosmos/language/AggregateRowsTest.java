package dev.mayfly.face.cosmos.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that need all items, within a bound of memory. */
class AggregateRowsTest {
    private static final long BYTES_MAX = 100_000;
    private static final int ITEMS = 3_000;

    private static AggregateRows aggregates(String text, @Nullable SpillSpace spill) {
        CompiledQuery compiled = CosmosQuery.parse(text).compile(Map.of(), new QueryInstant(0, new Random(1)));
        assertTrue(compiled.gathers());
        return compiled.gather(BYTES_MAX, spill);
    }

    private static SqlValue item(int number) {
        return QueryInterpreter.value("{\"id\": \"" + number + "\", \"n\": " + number * 7919 % ITEMS + "}");
    }

    private static void addItems(AggregateRows aggregates) {
        for (int i = 0; i < ITEMS; i++) {
            aggregates.add(item(i));
        }
    }

    private static List<SqlValue> rows(AggregateRows aggregates) {
        addItems(aggregates);
        List<SqlValue> rows = new ArrayList<>();
        aggregates.rows().forEachRemaining(rows::add);
        return rows;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c ORDER BY c.n",
                "SELECT DISTINCT VALUE c.n FROM c",
                "SELECT c.n, COUNT(1) AS count FROM c GROUP BY c.n",
                "SELECT VALUE MAKELIST(c.id) FROM c",
                "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.n FROM c) AS d"
            })
    void whatDoesNotFitIsRefused(String text) {
        try (AggregateRows aggregates = aggregates(text, null)) {
            CosmosException refusal = assertThrows(CosmosException.class, () -> rows(aggregates));
            assertEquals(400, refusal.status());
            assertEquals(
                    "Message: {\"Errors\":[\"The query needs more memory than the 100000 bytes that one may use.\"]}",
                    refusal.getMessage());
        }
    }

    @Test
    void rowsToBeSortedGoToTheDisk(@TempDir Path folder) throws Exception {
        SpillSpace spill = SpillSpace.at(folder.resolve("spill"), 1 << 20);
        try (AggregateRows aggregates = aggregates("SELECT VALUE c.n FROM c ORDER BY c.n DESC", spill)) {
            addItems(aggregates);
            assertTrue(spill.bytes() > 0);
            List<SqlValue> rows = new ArrayList<>();
            aggregates.rows().forEachRemaining(rows::add);
            assertEquals(ITEMS, rows.size());
            for (int i = 0; i < ITEMS; i++) {
                assertEquals(Integer.toString(ITEMS - 1 - i), rows.get(i).toString());
            }
        }
        assertEquals(0, spill.bytes());
    }

    @Test
    void theFirstRowsAloneNeedLittle() {
        try (AggregateRows aggregates = aggregates("SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 3", null)) {
            assertEquals("[5, 6, 7]", rows(aggregates).toString());
        }
    }

    @Test
    void aggregatesNeedLittle() {
        try (AggregateRows aggregates =
                aggregates("SELECT COUNT(1) AS n, MAX(c.id) AS id, SUM(c.n) AS sum FROM c", null)) {
            assertEquals(
                    "[{\"n\":3000,\"id\":\"999\",\"sum\":4498500}]",
                    rows(aggregates).toString());
        }
    }

    @Test
    void thereIsNoRowBehindTheLast() {
        try (AggregateRows aggregates = aggregates("SELECT TOP 1 c.id FROM c ORDER BY c.n", null)) {
            aggregates.add(item(1));
            aggregates.add(item(2));
            Iterator<SqlValue> rows = aggregates.rows();
            rows.next();
            assertFalse(rows.hasNext());
            assertThrows(NoSuchElementException.class, rows::next);
        }
    }
}
