package dev.mayfly.face.couchbase.query.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.test.harness.Seeds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever way is chosen, it leads to what a look at every document finds, in the order it promises. */
class IndexProperties {
    private static final List<String> VALUES = List.of(
            "null",
            "false",
            "true",
            "0",
            "-1",
            "1",
            "1.5",
            "2",
            "1e300",
            "9007199254740993",
            "9007199254740992.0",
            "\"\"",
            "\"a\"",
            "\"a\\u0000\"",
            "\"a\\u0001b\"",
            "\"ab\"",
            "\"b\"",
            "\"ä\"",
            "[]",
            "[1]",
            "[1,\"a\"]",
            "[null]",
            "{}",
            "{\"x\":1}",
            "{\"x\":2}",
            "{\"w\":1,\"x\":1}");
    private static final List<String> NAMES = List.of("a", "b", "c");

    private static String pick(List<String> from, RandomGenerator random) {
        return from.get(random.nextInt(from.size()));
    }

    @Test
    void encodedValuesSortAsValuesCollate() {
        for (String left : VALUES) {
            for (String right : VALUES) {
                N1qlValue a = N1qlValues.parse(left);
                N1qlValue b = N1qlValues.parse(right);
                int order = N1qlOrdering.compare(a, b);
                assertEquals(
                        Integer.signum(order),
                        Integer.signum(Arrays.compareUnsigned(KeyBytes.of(a), KeyBytes.of(b))),
                        left + " and " + right);
                byte[] downA = new KeyBytes().descending(a).toBytes();
                byte[] downB = new KeyBytes().descending(b).toBytes();
                assertEquals(
                        -Integer.signum(order),
                        Integer.signum(Arrays.compareUnsigned(downA, downB)),
                        left + " and " + right);
            }
        }
    }

    @Test
    void everyWayLeadsToTheSame() {
        Seeds.run(60, (_, random) -> {
            try (IndexFixture fixture = new IndexFixture()) {
                Map<String, N1qlValue> documents = fill(fixture, random);
                for (int i = 0; i < 3; i++) {
                    fixture.create("CREATE INDEX i" + i + " ON b(" + keys(random) + ")");
                }
                for (int i = 0; i < 15; i++) {
                    compare(fixture, documents, query(random));
                }
            }
        });
    }

    private static Map<String, N1qlValue> fill(IndexFixture fixture, RandomGenerator random) {
        Map<String, N1qlValue> documents = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            StringBuilder json = new StringBuilder("{\"i\":" + i);
            for (String name : NAMES) {
                if (random.nextInt(5) > 0) {
                    json.append(",\"").append(name).append("\":").append(pick(VALUES, random));
                }
            }
            // Written twice, so that what an entry said before must not be believed.
            String key = "k" + random.nextInt(30);
            fixture.put(key, json + "}");
            documents.put(key, N1qlValues.parse(json + "}"));
        }
        return documents;
    }

    private static String keys(RandomGenerator random) {
        StringBuilder keys = new StringBuilder();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            String name = NAMES.get((i + random.nextInt(3)) % 3);
            boolean array = i == 0 && random.nextInt(4) == 0;
            keys.append(i == 0 ? "" : ", ");
            keys.append(array ? "DISTINCT ARRAY e FOR e IN " + name + " END" : name);
            keys.append(random.nextInt(3) == 0 ? " DESC" : "");
        }
        return keys.toString();
    }

    private static String query(RandomGenerator random) {
        StringBuilder where = new StringBuilder();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            where.append(i == 0 ? "" : random.nextInt(5) == 0 ? " OR " : " AND ")
                    .append(condition(random));
        }
        String order = random.nextBoolean()
                ? ""
                : " ORDER BY " + pick(NAMES, random) + (random.nextBoolean() ? " DESC" : "")
                        + (random.nextBoolean() ? ", " + pick(NAMES, random) : "");
        return "SELECT * FROM b d WHERE " + where + order;
    }

    private static String condition(RandomGenerator random) {
        String name = pick(NAMES, random);
        String value = pick(VALUES, random);
        String other = pick(VALUES, random);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> name + " = " + value;
            case 3 -> name + " < " + value;
            case 4 -> name + " <= " + value;
            case 5 -> value + " < " + name;
            case 6 -> name + " >= " + value;
            case 7 -> name + " IN [" + value + ", " + other + "]";
            case 8 -> name + " BETWEEN " + value + " AND " + other;
            case 9 -> name + " LIKE \"a%\"";
            case 10 -> "ANY v IN " + name + " SATISFIES v >= " + value + " END";
            default -> name + (random.nextBoolean() ? " IS NOT NULL" : " IS NOT MISSING");
        };
    }

    private static void compare(IndexFixture fixture, Map<String, N1qlValue> documents, String query) {
        AccessPath path;
        try {
            path = fixture.path(query);
        } catch (N1qlException none) {
            assertEquals(4000, none.code());
            return;
        }
        KeyspaceDemand wanted = fixture.wanted(query);
        List<String> found = fixture.found(path, wanted);
        String way = query + " by " + N1qlValues.json(path.explained());
        assertEquals(new TreeSet<>(fixture.all(query)), new TreeSet<>(found), way);
        assertEquals(new TreeSet<>(found).size(), found.size(), way);
        if (path.isOrdered()) {
            for (int i = 1; i < found.size(); i++) {
                N1qlValue before = Objects.requireNonNull(documents.get(found.get(i - 1)));
                N1qlValue after = Objects.requireNonNull(documents.get(found.get(i)));
                assertTrue(compare(wanted, before, after) <= 0, way + found);
            }
        }
    }

    private static int compare(KeyspaceDemand wanted, N1qlValue a, N1qlValue b) {
        for (N1qlQuery.Sort sort : wanted.order()) {
            int order =
                    N1qlOrdering.compare(IndexFixture.compute(sort.value(), a), IndexFixture.compute(sort.value(), b));
            if (order != 0) {
                return sort.descending() ? -order : order;
            }
        }
        return 0;
    }
}
