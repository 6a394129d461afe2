package dev.mayfly.face.couchbase.query.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.plan.QueryFixture;
import dev.mayfly.face.couchbase.query.plan.WindowModel;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Window functions come to what their definition says, whatever the window. */
class PageClauseProperties {
    private static final int RUNS = 12;
    private static final int QUERIES = 25;
    private static final String[] ORDERED = {
        "RANK()",
        "DENSE_RANK()",
        "PERCENT_RANK()",
        "CUME_DIST()",
        "NTILE(3)",
        "LAG(d.v, 2, -9)",
        "LEAD(d.v) IGNORE NULLS"
    };
    private static final String[] FRAMED = {
        "COUNT(*)",
        "COUNT(DISTINCT d.v)",
        "COUNT(d.v) FILTER (WHERE d.v > 2)",
        "SUM(d.v)",
        "AVG(d.v)",
        "MIN(d.v)",
        "MAX(d.v)",
        "FIRST_VALUE(d.v)",
        "LAST_VALUE(d.v)",
        "NTH_VALUE(d.v, 2)",
        "NTH_VALUE(d.v, 2) FROM LAST IGNORE NULLS"
    };

    private RandomGenerator random = new SplittableRandom();

    @Test
    void windowFunctionsAreWhatTheirDefinitionSays() {
        Seeds.run(RUNS, (_, seeded) -> {
            random = seeded;
            try (QueryFixture fixture = new QueryFixture()) {
                List<N1qlObject> rows = documents(fixture);
                for (int query = 0; query < QUERIES; query++) {
                    boolean framed = random.nextInt(3) > 0;
                    compare(fixture, rows, pick(framed ? FRAMED : ORDERED), framed);
                }
            }
        });
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private List<N1qlObject> documents(QueryFixture fixture) {
        List<N1qlObject> rows = new ArrayList<>();
        int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            List<String> fields = new ArrayList<>();
            fields.add("\"k\":" + i);
            field(fields, "p", "1", "2", "null");
            field(fields, "o", "1", "2", "3", "5", "null", "\"a\"", "true");
            field(fields, "v", "1", "2", "3", "4", "null");
            String json = "{" + String.join(",", fields) + "}";
            fixture.put("default", "k" + i, json);
            rows.add((N1qlObject) N1qlValues.parse(json));
        }
        return rows;
    }

    private void field(List<String> fields, String name, String... values) {
        if (random.nextInt(5) > 0) {
            fields.add("\"" + name + "\":" + pick(values));
        }
    }

    private void compare(QueryFixture fixture, List<N1qlObject> rows, String function, boolean framed) {
        boolean wholeGroups = random.nextBoolean();
        String partition = random.nextBoolean() ? "p" : null;
        String unit = null;
        Integer start = null;
        Integer end = null;
        String exclude = "";
        List<String> order = wholeGroups ? List.of("o") : List.of("o", "k");
        if (framed && random.nextInt(4) > 0) {
            unit = wholeGroups ? pick("RANGE", "GROUPS") : pick("ROWS", "GROUPS");
            start = bound();
            end = bound();
            if (start != null && end != null && start > end) {
                int lower = end;
                end = start;
                start = lower;
            }
            exclude = pick("", "EXCLUDE NO OTHERS", "EXCLUDE CURRENT ROW", "EXCLUDE GROUP", "EXCLUDE TIES");
        } else if (!framed
                && !List.of("RANK()", "DENSE_RANK()", "PERCENT_RANK()", "CUME_DIST()")
                        .contains(function)) {
            order = List.of("o", "k");
        }
        boolean descending = random.nextBoolean();
        WindowModel model = new WindowModel(partition, order, descending, unit, start, end, exclude);
        String query = "SELECT RAW [d.k, " + function + " OVER (" + window(model) + ")] FROM default d ORDER BY d.k";
        List<String> expected = new ArrayList<>();
        for (N1qlObject row : rows) {
            List<N1qlObject> part = model.part(rows, row);
            N1qlValue result = model.result(function, part, part.indexOf(row));
            expected.add(N1qlValues.json(N1qlValues.array(List.of(row.field("k"), result))));
        }
        QueryFixture.Outcome outcome = fixture.run(query, Parameters.NONE);
        assertEquals(List.of(), outcome.errors(), query);
        assertEquals(expected, outcome.rows().stream().map(N1qlValues::json).toList(), query + "\nover " + rows);
    }

    private @Nullable Integer bound() {
        return random.nextInt(4) == 0 ? null : Integer.valueOf(random.nextInt(5) - 2);
    }

    private static String window(WindowModel model) {
        StringBuilder out = new StringBuilder();
        if (model.partition() != null) {
            out.append("PARTITION BY d.").append(model.partition()).append(' ');
        }
        String direction = model.descending() ? " DESC" : "";
        out.append("ORDER BY d.")
                .append(String.join(direction + ", d.", model.order()))
                .append(direction);
        if (model.unit() != null) {
            out.append(' ').append(model.unit()).append(" BETWEEN ");
            out.append(edge(model.start(), "PRECEDING")).append(" AND ").append(edge(model.end(), "FOLLOWING"));
            out.append(' ').append(model.exclude());
        }
        return out.toString();
    }

    private static String edge(@Nullable Integer bound, String unbounded) {
        if (bound == null) {
            return "UNBOUNDED " + unbounded;
        }
        if (bound == 0) {
            return "CURRENT ROW";
        }
        return bound < 0 ? -bound + " PRECEDING" : bound + " FOLLOWING";
    }
}
