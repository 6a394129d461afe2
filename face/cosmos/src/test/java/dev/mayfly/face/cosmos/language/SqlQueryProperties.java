package dev.mayfly.face.cosmos.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.cosmos.language.value.SqlOrdering;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Queries against their plainest meaning. */
class SqlQueryProperties {
    @Test
    void compiledQueriesAnswerAsTheirModel() {
        Seeds.run(1_500, (_, random) -> {
            RandomQueries queries = new RandomQueries(random);
            SqlQuery query = queries.query();
            List<SqlValue> items = new ArrayList<>();
            int count = random.nextInt(6);
            for (int i = 0; i < count; i++) {
                items.add(queries.item());
            }
            String text = QueryPrinter.print(query);
            List<SqlValue> expected = NaiveModel.run(query, items);
            assertEquals(
                    expected.toString(),
                    QueryInterpreter.run(text, items, Map.of()).toString(),
                    () -> text + "\nof " + items);
        });
    }

    @Test
    void sortKeysAreInTheOrderOfValues() {
        Seeds.run(3_000, (_, random) -> {
            RandomQueries queries = new RandomQueries(random);
            SqlValue a = any(queries, random.nextInt(3));
            SqlValue b = any(queries, random.nextInt(3));
            boolean descending = random.nextBoolean();
            int order = Integer.signum(Arrays.compareUnsigned(key(a, descending), key(b, descending)));
            int expected = Integer.signum(SqlOrdering.compare(a, b));
            assertEquals(descending ? -expected : expected, order, () -> a + " and " + b);
        });
    }

    private static SqlValue any(RandomQueries queries, int depth) {
        SqlValue item = queries.item();
        return switch (depth) {
            case 0 -> item;
            case 1 -> item.field("t");
            default -> item.field("a");
        };
    }

    private static byte[] key(SqlValue value, boolean descending) {
        return new SortKeys().reset().append(value, descending).toByteArray();
    }
}
