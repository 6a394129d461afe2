package dev.mayfly.face.cosmos.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.language.AggregateRows;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlOrdering;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Queries at random: however their items are found, the rows are those that a look at every item gives; and over pages no
 * living item is lost or comes twice, and no dead one is shown.
 */
final class QueryProperties {
    /** The parts of a query besides its filter. */
    private enum Shape {
        PLAIN("SELECT VALUE {\"k\": 0, \"id\": c.id, \"pk\": c.pk} FROM c", ""),
        BY_A("SELECT VALUE {\"k\": {\"x\": c.a}, \"id\": c.id, \"pk\": c.pk} FROM c", " ORDER BY c.a"),
        BY_A_DOWN("SELECT VALUE {\"k\": {\"x\": c.a}, \"id\": c.id, \"pk\": c.pk} FROM c", " ORDER BY c.a DESC"),
        BY_B("SELECT VALUE {\"k\": {\"x\": c.b}, \"id\": c.id, \"pk\": c.pk} FROM c", " ORDER BY c.b"),
        BY_BOTH(
                "SELECT VALUE {\"k\": {\"x\": c.a, \"y\": c.b}, \"id\": c.id, \"pk\": c.pk} FROM c",
                " ORDER BY c.a, c.b DESC"),
        BY_BOTH_DOWN(
                "SELECT VALUE {\"k\": {\"x\": c.a, \"y\": c.b}, \"id\": c.id, \"pk\": c.pk} FROM c",
                " ORDER BY c.a DESC, c.b"),
        BY_PARTITION(
                "SELECT VALUE {\"k\": {\"x\": c.pk, \"y\": c.a}, \"id\": c.id, \"pk\": c.pk} FROM c",
                " ORDER BY c.pk, c.a"),
        JOINED("SELECT VALUE {\"k\": 0, \"id\": c.id, \"pk\": c.pk, \"t\": t} FROM c JOIN t IN c.l", ""),
        JOINED_BY_A(
                "SELECT VALUE {\"k\": {\"x\": c.a}, \"id\": c.id, \"pk\": c.pk, \"t\": t} FROM c JOIN t IN c.l",
                " ORDER BY c.a"),
        DISTINCT("SELECT DISTINCT VALUE {\"k\": 0, \"v\": c.a} FROM c", ""),
        DISTINCT_BY_A("SELECT DISTINCT VALUE {\"k\": {\"x\": c.a}, \"v\": c.a} FROM c", " ORDER BY c.a"),
        GROUPED("SELECT c.pk, COUNT(1) AS n, 0 AS k FROM c", " GROUP BY c.pk"),
        COUNTED("SELECT COUNT(1) AS n, 0 AS k FROM c", "");

        private final String select;
        private final String order;

        Shape(String select, String order) {
            this.select = select;
            this.order = order;
        }

        boolean dropsUndefined() {
            return this == BY_A || this == BY_A_DOWN || this == JOINED_BY_A;
        }

        /** Returns true if each row is of one item. */
        boolean isOfItems() {
            return this != DISTINCT && this != DISTINCT_BY_A && this != GROUPED && this != COUNTED;
        }
    }

    /** The rows of a look at every item. */
    private static List<SqlValue> expected(Shape shape, String query, Iterable<SqlValue> items, long now) {
        CompiledQuery compiled =
                CosmosQuery.parse(query).compile(Map.of(), new QueryInstant(now, new SplittableRandom(1)));
        List<SqlValue> rows = new ArrayList<>();
        try (AggregateRows aggregates = compiled.gather(64 << 20, null)) {
            items.forEach(aggregates::add);
            aggregates.rows().forEachRemaining(rows::add);
        }
        rows.sort((a, b) -> compare(shape, a, b));
        rows.removeIf(row -> shape.dropsUndefined() && row.field("k").field("x").isUndefined());
        return rows;
    }

    private static int compare(Shape shape, SqlValue a, SqlValue b) {
        int first = compared(a.field("k").field("x"), b.field("k").field("x"));
        int second = compared(a.field("k").field("y"), b.field("k").field("y"));
        return switch (shape) {
            case BY_A_DOWN -> -first;
            case BY_BOTH -> first != 0 ? first : -second;
            case BY_BOTH_DOWN -> first != 0 ? -first : second;
            default -> first != 0 ? first : second;
        };
    }

    private static int compared(SqlValue a, SqlValue b) {
        boolean deep = a.kind() == b.kind() && (a.kind() == SqlKind.ARRAY || a.kind() == SqlKind.OBJECT);
        return deep ? 0 : SqlOrdering.compare(a, b);
    }

    /** Returns the value that a row is sorted by; all arrays are alike, and all objects. */
    private static String sortKey(SqlValue row) {
        StringBuilder key = new StringBuilder();
        for (String name : List.of("x", "y")) {
            SqlValue value = row.field("k").field(name);
            boolean deep = value.kind() == SqlKind.ARRAY || value.kind() == SqlKind.OBJECT;
            boolean number = value instanceof SqlNumber;
            key.append(value.kind()).append(deep ? "" : number ? ((SqlNumber) value).doubleValue() + 0.0 : value);
            key.append('|');
        }
        return key.toString();
    }

    private static List<String> sortKeys(List<SqlValue> rows) {
        return rows.stream().map(QueryProperties::sortKey).toList();
    }

    /** Of equal distinct rows any may be the one that is given. */
    private static List<String> texts(Shape shape, List<SqlValue> rows) {
        List<String> texts = new ArrayList<>(rows.stream()
                .map(row ->
                        shape.isOfItems() ? SqlValues.json(row) : HexFormat.of().formatHex(ValueKeys.whole(row)))
                .toList());
        Collections.sort(texts);
        return texts;
    }

    @Test
    void howeverItsItemsAreFoundAQueryGivesTheSameRows() {
        Seeds.run(80, (seed, random) -> {
            try (RandomContainer run = new RandomContainer(random)) {
                run.fill(random.nextInt(1, 60));
                for (int round = 0; round < 12; round++) {
                    compare(run, random);
                    if (random.nextInt(4) == 0) {
                        run.changePolicy();
                    }
                }
            }
        });
    }

    private static void compare(RandomContainer run, RandomGenerator random) {
        Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
        String filter = random.nextInt(8) == 0 ? "" : " WHERE " + run.queries.filter(2);
        String query = shape.select + filter + shape.order;
        boolean ofOnePartition = random.nextInt(4) == 0;
        String partition = run.queries.partition();
        List<SqlValue> items = new ArrayList<>(run.living().values());
        items.removeIf(
                item -> ofOnePartition && !SqlValues.json(item.field("pk")).equals(partition));
        List<SqlValue> expected = expected(shape, query, items, CosmosFixture.START);
        String named = ofOnePartition ? partition : null;
        Supplier<Integer> sizes = random.nextBoolean() ? () -> 1_000 : () -> random.nextInt(1, 6);
        List<SqlValue> rows = run.rows(query, sizes, named);
        assertEquals(texts(shape, expected), texts(shape, rows), query);
        assertEquals(sortKeys(expected), sortKeys(rows), query);
        int offset = random.nextInt(4);
        int limit = random.nextInt(8);
        if (!shape.order.isEmpty() && shape != Shape.GROUPED) {
            String window = query + " OFFSET " + offset + " LIMIT " + limit;
            List<String> keys =
                    sortKeys(expected).stream().skip(offset).limit(limit).toList();
            assertEquals(keys, sortKeys(run.rows(window, sizes, named)), window);
        }
    }

    @Test
    void overPagesNoLivingItemIsLostAndNoDeadOneShown() {
        Seeds.run(40, (seed, random) -> {
            try (RandomContainer run = new RandomContainer(random)) {
                run.fill(random.nextInt(20, 70));
                for (int round = 0; round < 3; round++) {
                    page(run, random);
                }
            }
        });
    }

    private static void page(RandomContainer run, RandomGenerator random) {
        Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
        String filter = random.nextInt(3) == 0 ? "" : " WHERE " + run.queries.filter(1);
        String query = shape.select + filter + shape.order;
        Map<String, SqlValue> before = run.living();
        Set<String> survivors = new TreeSet<>(before.keySet());
        List<String> shownDead = new ArrayList<>();
        List<SqlValue> rows = new ArrayList<>();
        String continuation = null;
        do {
            Map<String, SqlValue> living = run.living();
            survivors.removeIf(id -> !living.containsKey(id)
                    || !living.getOrDefault(id, SqlValues.NULL).equals(before.getOrDefault(id, SqlValues.NULL)));
            RandomContainer.Rows answer = run.page(query, random.nextInt(1, 8), continuation, null);
            List<SqlValue> page = answer.rows();
            rows.addAll(page);
            if (shape.isOfItems()) {
                page.stream()
                        .map(RandomContainer::identity)
                        .filter(id -> !living.containsKey(id))
                        .forEach(shownDead::add);
            }
            continuation = answer.continuation();
            disturb(run, random);
        } while (continuation != null);
        assertEquals(List.of(), shownDead, query);
        List<SqlValue> lasting = before.entrySet().stream()
                .filter(entry -> survivors.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        List<SqlValue> due = expected(shape, query, lasting, CosmosFixture.START);
        if (shape.isOfItems()) {
            List<String> mine = texts(
                    shape,
                    rows.stream()
                            .filter(row -> survivors.contains(RandomContainer.identity(row)))
                            .toList());
            assertEquals(texts(shape, due), mine, query);
        } else if (shape == Shape.COUNTED) {
            assertEquals(1, rows.size(), query);
        } else {
            String part = shape == Shape.GROUPED ? "pk" : "v";
            List<SqlValue> shown = rows.stream().map(row -> row.field(part)).toList();
            assertEquals(new HashSet<>(shown).size(), shown.size(), () -> query + " gave a row twice: " + shown);
            due.forEach(row -> assertTrue(shown.contains(row.field(part)), () -> query + " lost " + row));
        }
    }

    private static void disturb(RandomContainer run, RandomGenerator random) {
        switch (random.nextInt(6)) {
            case 0 -> run.fixture.clock().advance(Duration.ofSeconds(random.nextInt(1, 4)));
            case 1 -> run.fill(random.nextInt(1, 4));
            case 2 -> run.changePolicy();
            case 3 -> {
                List<SqlValue> living = new ArrayList<>(run.living().values());
                if (!living.isEmpty()) {
                    SqlValue item = living.get(random.nextInt(living.size()));
                    run.call(
                            "DELETE",
                            "/dbs/d/colls/c/docs/" + item.field("id"),
                            null,
                            "x-ms-documentdb-partitionkey",
                            "[" + SqlValues.json(item.field("pk")) + "]");
                }
            }
            default -> {}
        }
    }
}
