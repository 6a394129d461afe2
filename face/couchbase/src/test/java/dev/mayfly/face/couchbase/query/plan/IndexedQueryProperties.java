package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever indexes there are, a query finds what it would find by looking at every document. */
class IndexedQueryProperties {
    private static final int DOCUMENTS = 60;
    private static final int QUERIES = 100;
    private static final String[] VALUES = {
        "1",
        "2",
        "3",
        "2.5",
        "-1",
        "\"a\"",
        "\"b\"",
        "\"ab\"",
        "\"\"",
        "null",
        "true",
        "false",
        "[1,2]",
        "[]",
        "[{\"x\":1},{\"x\":\"a\"}]",
        "{\"x\":1}",
        "{\"x\":{\"y\":2}}"
    };
    private static final String[] INDEXES = {
        "(a)",
        "(a, b)",
        "(b DESC, a)",
        "(a.x)",
        "(c) WHERE a > 1",
        "(DISTINCT ARRAY t FOR t IN b END)",
        "(DISTINCT ARRAY t.x FOR t IN c END, a)",
        "(a INCLUDE MISSING, c)",
        "(a) WHERE b IS NOT MISSING",
        "(META().id, b)",
        "(LOWER(c))",
        "(b, a, c)"
    };

    private RandomGenerator random = new SplittableRandom();

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String document() {
        List<String> fields = new ArrayList<>();
        for (String name : new String[] {"a", "b", "c"}) {
            if (random.nextInt(5) > 0) {
                fields.add("\"" + name + "\":" + pick(VALUES));
            }
        }
        return "{" + String.join(",", fields) + "}";
    }

    private String path() {
        return pick("d.a", "d.b", "d.c", "d.a.x", "d.c[0]", "META(d).id", "LOWER(d.c)");
    }

    private String value() {
        return pick(pick(VALUES), "$1", "$p", "\"k1\"");
    }

    private String condition(int depth) {
        return switch (random.nextInt(depth == 0 ? 9 : 12)) {
            case 0, 1 -> path() + pick(" = ", " < ", " <= ", " > ", " >= ", " != ") + value();
            case 2 -> value() + pick(" = ", " < ", " >= ") + path();
            case 3 -> path() + " BETWEEN " + value() + " AND " + value();
            case 4 -> path() + " IN [" + value() + "," + value() + "]";
            case 5 -> path() + pick(" IS NULL", " IS NOT NULL", " IS MISSING", " IS NOT MISSING", " IS VALUED");
            case 6 -> path() + " LIKE " + pick("\"a%\"", "\"%b\"", "\"_\"", "\"k1%\"");
            case 7 -> "ANY t IN d." + pick("b", "c") + " SATISFIES " + pick("t", "t.x") + " = " + value() + " END";
            case 8 -> "NOT (" + path() + " = " + value() + ")";
            case 9 -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
            default -> condition(depth - 1) + " AND " + condition(depth - 1);
        };
    }

    private String query() {
        String selected = pick("META(d).id", "d.a, META(d).id AS i", "d.a, d.b", "d.*", "COUNT(*) AS n, MAX(d.a) AS m");
        String order =
                selected.startsWith("COUNT") ? "" : pick("", " ORDER BY d.a, META(d).id", " ORDER BY d.b DESC, d.a");
        return "SELECT " + selected + " FROM default.SCOPE.docs d WHERE " + condition(2) + order;
    }

    private static List<String> rows(QueryFixture.Outcome outcome, boolean sorted) {
        List<String> rows = new ArrayList<>();
        for (N1qlValue row : outcome.rows()) {
            rows.add(N1qlValues.json(row));
        }
        outcome.errors().forEach(error -> rows.add(error.toString()));
        return sorted ? rows : rows.stream().sorted().toList();
    }

    @Test
    void indexesChangeNothingButHowLongItTakes() {
        Seeds.run(3, (_, seeded) -> {
            random = seeded;
            compare();
        });
    }

    private void compare() {
        Parameters positional = new Parameters(List.of(N1qlValues.of(2)), Map.of("p", N1qlValues.of("a")));
        try (QueryFixture fixture = new QueryFixture()) {
            for (String scope : new String[] {"plain", "indexed"}) {
                fixture.run("CREATE SCOPE default." + scope, Parameters.NONE);
                fixture.run("CREATE COLLECTION default." + scope + ".docs", Parameters.NONE);
            }
            for (int i = 0; i < INDEXES.length; i++) {
                if (random.nextBoolean()) {
                    fixture.run("CREATE INDEX i" + i + " ON default.indexed.docs" + INDEXES[i], Parameters.NONE);
                }
            }
            for (int i = 0; i < DOCUMENTS; i++) {
                String json = document();
                fixture.put("default.plain.docs", "k" + i, json);
                fixture.put("default.indexed.docs", "k" + i, json);
            }
            for (int i = 0; i < QUERIES; i++) {
                String query = query();
                boolean sorted = query.endsWith("META(d).id") && query.contains("ORDER BY");
                assertEquals(
                        rows(fixture.run(query.replace("SCOPE", "plain"), positional), sorted),
                        rows(fixture.run(query.replace("SCOPE", "indexed"), positional), sorted),
                        query);
            }
        }
    }
}
