package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** A query for the nearest vectors finds by the vectors in memory what it would find by looking at every document. */
class NearestQueryProperties {
    private static final int STEPS = 150;
    private static final int DIMENSIONS = 3;

    private RandomGenerator random = new SplittableRandom();

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Coordinates from a grid, so that some vectors are as near as others, and one may have no length. */
    private String vector() {
        int length = random.nextInt(12) == 0 ? 2 : DIMENSIONS;
        return Arrays.toString(random.ints(length, -2, 3).toArray());
    }

    private String document() {
        String value = random.nextInt(8) == 0
                ? pick("null", "\"x\"", "[]", "[1, \"a\", 2]", "{}", "[1e99, 0, 1]", "[1e-99, 0, 0]", "[0, 0, 0]")
                : vector();
        String more = ", \"n\": " + random.nextInt(3);
        return switch (random.nextInt(12)) {
            case 0 -> "{\"m\": 1" + more + "}";
            case 1 -> "{\"v\": " + value + ", \"o\": [" + value + "]" + more + "}";
            default -> "{\"v\": " + value + ", \"o\": {\"w\": " + value + "}" + more + "}";
        };
    }

    private void write(QueryFixture fixture) {
        String key = "\"k" + random.nextInt(40) + "\"";
        switch (random.nextInt(8)) {
            case 0 -> run(fixture, "DELETE FROM default USE KEYS " + key);
            case 1 -> fixture.buckets.clock().advance(Duration.ofSeconds(random.nextInt(3)));
            default ->
                run(
                        fixture,
                        "UPSERT INTO default (KEY, VALUE, OPTIONS) VALUES (" + key + ", " + document()
                                + ", {\"expiration\": " + (random.nextInt(3) == 0 ? 5 : 0) + "})");
        }
    }

    /** A query with a place for what is added to the distance that it orders by. */
    private String query() {
        String path = pick("d.v", "d.o.w", "d.`v`");
        String vector = pick(vector(), "$1", "$q", "[0, 0, 0]", "[1e-99, 0, 0]", "[1, 1, \"a\"]");
        String metric = pick("\"COSINE\"", "\"dot\"", "\"L2\"", "\"EUCLIDEAN\"", "\"L2_SQUARED\"", "\"L3\"", "$m");
        String arguments = random.nextInt(4) == 0 ? vector + ", " + path : path + ", " + vector;
        String distance = pick("VECTOR_DISTANCE", "APPROX_VECTOR_DISTANCE", "ANN_DISTANCE", "KNN_DISTANCE") + "("
                + arguments + ", " + metric + ")";
        String selected = pick("META(d).id", "d.n, META(d).id AS i", "d.*", "META(d).id, " + distance + " AS far");
        String where =
                pick("", "", " WHERE d.n > 0", " WHERE d.v IS NOT MISSING AND d.n = 1", " WHERE ISVECTOR(d.v, 3)");
        String nulls = pick("", "", " NULLS LAST", " NULLS FIRST", " ASC");
        String more = pick("", ", META(d).id", ", d.n DESC");
        String page = " LIMIT " + pick("1", "3", "$limit", "100") + pick("", " OFFSET 2");
        return "SELECT " + selected + " FROM default d" + where + " ORDER BY " + distance + "PLACE" + nulls + more
                + page;
    }

    private static List<String> run(QueryFixture fixture, String text) {
        Parameters parameters = new Parameters(
                List.of(N1qlValues.parse("[1, 0, 2]")),
                Map.of("q", N1qlValues.parse("[-1, 2, 0.5]"), "m", N1qlValues.of("L2"), "limit", N1qlValues.of(4)));
        QueryFixture.Outcome outcome = fixture.run(text, parameters);
        List<String> rows = new ArrayList<>();
        outcome.rows().forEach(row -> rows.add(N1qlValues.json(row)));
        outcome.errors().forEach(error -> rows.add(error.toString()));
        return rows;
    }

    @Test
    void vectorsInMemoryChangeNothingButHowLongItTakes() {
        Seeds.run(4, (_, seeded) -> {
            random = seeded;
            try (QueryFixture fixture = new QueryFixture()) {
                for (int step = 0; step < STEPS; step++) {
                    for (int writes = random.nextInt(8); writes > 0; writes--) {
                        write(fixture);
                    }
                    String query = query();
                    assertTrue(
                            run(fixture, "EXPLAIN " + query.replace("PLACE", ""))
                                    .getFirst()
                                    .contains("NearestScan"),
                            query);
                    assertEquals(
                            run(fixture, query.replace("PLACE", " + 0")),
                            run(fixture, query.replace("PLACE", "")),
                            query);
                }
            }
        });
    }

    /** What comes out of the scan is what is wanted, and no more. */
    @Test
    void fewDocumentsPassTheScan() {
        try (QueryFixture fixture = new QueryFixture()) {
            for (int id = 0; id < 300; id++) {
                fixture.put("default", "k" + id, "{\"v\": [" + id + ", 1], \"n\": " + id % 2 + "}");
            }
            String query = "SELECT RAW META(d).id FROM default d WHERE d.n = 1"
                    + " ORDER BY VECTOR_DISTANCE(d.v, [100, 1], \"L2\"), META(d).id LIMIT 2";
            assertEquals(List.of("\"k101\"", "\"k99\""), run(fixture, query));
            N1qlValue timings = fixture.timings(query, fixture.buckets.clock());
            String text = N1qlValues.json(timings);
            assertTrue(
                    text.contains("\"#operator\":\"NearestScan\",\"#stats\":{\"#itemsIn\":1,\"#itemsOut\":2}"), text);
        }
    }

    @Test
    void otherOrdersScan() {
        try (QueryFixture fixture = new QueryFixture()) {
            for (String query : List.of(
                    "SELECT 1 FROM default d ORDER BY VECTOR_DISTANCE(d.v, [1], \"L2\")",
                    "SELECT 1 FROM default d ORDER BY VECTOR_DISTANCE(d.v, [1], \"L2\") DESC LIMIT 1",
                    "SELECT 1 FROM default d ORDER BY VECTOR_DISTANCE(d.v[0], [1], \"L2\") LIMIT 1",
                    "SELECT 1 FROM default d ORDER BY VECTOR_DISTANCE(d.v, d.w, \"L2\") LIMIT 1",
                    "SELECT 1 FROM default d ORDER BY d.n, VECTOR_DISTANCE(d.v, [1], \"L2\") LIMIT 1",
                    "SELECT DISTINCT d.n FROM default d ORDER BY VECTOR_DISTANCE(d.v, [1], \"L2\") LIMIT 1",
                    "SELECT 1 FROM default d UNNEST d.l AS x ORDER BY VECTOR_DISTANCE(d.v, [1], \"L2\") LIMIT 1",
                    "SELECT (SELECT 1 FROM default e LIMIT 1) FROM default d ORDER BY VECTOR_DISTANCE(d.v, [1], \"L2\")"
                            + " LIMIT 1")) {
                String plan = run(fixture, "EXPLAIN " + query).getFirst();
                assertTrue(plan.contains("#operator") && !plan.contains("NearestScan"), query + ": " + plan);
            }
        }
    }
}
