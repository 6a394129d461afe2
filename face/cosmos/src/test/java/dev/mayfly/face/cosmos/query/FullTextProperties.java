package dev.mayfly.face.cosmos.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An index of words finds what a look at every text finds, and ranks are those of BM25 over what lives, in one shard and in
 * several.
 */
final class FullTextProperties {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String CONTAINER = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},"
            + "\"defaultTtl\":-1,\"fullTextPolicy\":{\"defaultLanguage\":\"en-US\",\"fullTextPaths\":[{\"path\":\"/t\"}]},"
            + "\"indexingPolicy\":{\"fullTextIndexes\":[{\"path\":\"/t\"}]}}";
    private static final int WORDS = 8;

    /** The texts that live, each by the id of its item. */
    private final Map<String, List<String>> living = new LinkedHashMap<>();

    private static String word(RandomGenerator random) {
        return "word" + random.nextInt(WORDS);
    }

    private static List<String> words(RandomGenerator random) {
        List<String> words = new ArrayList<>();
        for (int left = random.nextInt(7); left > 0; left--) {
            words.add(word(random));
        }
        return words;
    }

    private static JsonNode call(CosmosFixture fixture, String path, String body, String... fields) {
        CosmosFixture.Reply reply = fixture.call("POST", path, body, fields);
        assertTrue(reply.status() < 300, () -> body + ": " + reply.body());
        return JSON.readTree(reply.body());
    }

    private static List<String> ids(CosmosFixture fixture, String query) {
        JsonNode page = call(
                fixture,
                "/dbs/d/colls/c/docs",
                JSON.writeValueAsString(Map.of("query", query)),
                "x-ms-documentdb-isquery",
                "true",
                "x-ms-documentdb-query-enablecrosspartition",
                "true",
                "x-ms-max-item-count",
                "1000");
        return page.get("Documents").valueStream().map(JsonNode::stringValue).toList();
    }

    private void fill(CosmosFixture fixture, RandomGenerator random) {
        call(fixture, "/dbs", "{\"id\":\"d\"}");
        call(fixture, "/dbs/d/colls", CONTAINER);
        for (int id = 0; id < 60; id++) {
            List<String> words = words(random);
            boolean dies = random.nextInt(3) == 0;
            String partition = "p" + random.nextInt(9);
            String text = String.join(" ", words);
            call(
                    fixture,
                    "/dbs/d/colls/c/docs",
                    "{\"id\":\"" + id + "\",\"pk\":\"" + partition + "\",\"t\":\"" + text + "\",\"u\":\"" + text + "\""
                            + (dies ? ",\"ttl\":5" : "") + "}",
                    "x-ms-documentdb-partitionkey",
                    "[\"" + partition + "\"]");
            living.put(id + (dies ? "x" : ""), words);
        }
    }

    private void assertFoundAlike(CosmosFixture fixture, RandomGenerator random) {
        String arguments = "'" + word(random) + "', '" + word(random) + " " + word(random) + "')";
        for (String filter : List.of(
                "FullTextContainsAny(c.%s, " + arguments,
                "FullTextContainsAll(c.%s, " + arguments,
                "FullTextContains(c.%s, '" + word(random) + "') AND c.pk = 'p1'",
                "NOT FullTextContains(c.%s, '" + word(random) + "')")) {
            String query = "SELECT VALUE c.id FROM c WHERE ";
            assertEquals(
                    new TreeSet<>(ids(fixture, query + filter.formatted("u"))),
                    new TreeSet<>(ids(fixture, query + filter.formatted("t"))),
                    filter);
        }
    }

    private double score(List<String> words, List<String> wanted) {
        double all = living.values().stream().mapToInt(List::size).sum();
        double score = 0;
        for (String word : wanted) {
            long having =
                    living.values().stream().filter(each -> each.contains(word)).count();
            long times = words.stream().filter(word::equals).count();
            double length = 0.25 + 0.75 * words.size() * living.size() / all;
            score += Math.log1p((living.size() - having + 0.5) / (having + 0.5)) * times * 2.2 / (times + 1.2 * length);
        }
        return score;
    }

    private void assertRanked(CosmosFixture fixture, RandomGenerator random) {
        List<String> wanted = List.of(word(random), word(random));
        List<String> ranked = ids(
                fixture,
                "SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.t, '" + String.join("', '", wanted) + "')");
        Map<String, List<String>> byId = new LinkedHashMap<>();
        living.forEach((id, words) -> byId.put(id.replace("x", ""), words));
        assertEquals(new TreeSet<>(byId.keySet()), new TreeSet<>(ranked));
        double[] scores = ranked.stream()
                .mapToDouble(id -> score(byId.getOrDefault(id, List.of()), wanted))
                .toArray();
        double[] sorted = Arrays.stream(scores)
                .boxed()
                .sorted(Comparator.reverseOrder())
                .mapToDouble(Double::doubleValue)
                .toArray();
        for (int at = 0; at < scores.length; at++) {
            assertEquals(sorted[at], scores[at], 1e-9, () -> wanted + ": " + Arrays.toString(scores));
        }
    }

    @Test
    void indexFindsWhatALookAtEveryTextFinds() {
        Seeds.run(4, (seed, random) -> {
            living.clear();
            try (CosmosFixture fixture = CosmosFixture.inShards(seed % 2 == 0 ? 4 : 1)) {
                fill(fixture, random);
                for (int round = 0; round < 2; round++) {
                    for (int query = 0; query < 3; query++) {
                        assertFoundAlike(fixture, random);
                        assertRanked(fixture, random);
                    }
                    fixture.clock().advance(Duration.ofSeconds(5));
                    living.keySet().removeIf(id -> id.endsWith("x"));
                }
            }
        });
    }
}
