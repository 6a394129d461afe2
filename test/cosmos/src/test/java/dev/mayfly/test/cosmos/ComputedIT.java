package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.ComputedProperty;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Properties that are computed of every item. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("computed")
final class ComputedIT extends OnGround {
    private static final ComputedProperty LOWER = new ComputedProperty("cp_lower", "SELECT VALUE LOWER(c.name) FROM c");
    private static final ComputedProperty TENTH = new ComputedProperty("cp_tenth", "SELECT VALUE c.price / 10 FROM c");

    private void create(IndexingPolicy policy, ComputedProperty... properties) {
        CosmosContainerProperties definition = ground.definition().setIndexingPolicy(policy);
        ground.create(definition.setComputedProperties(List.of(properties)));
        ground.put("a", "\"name\":\"Zoe\",\"price\":30");
        ground.put("b", "\"name\":\"ann\",\"price\":10");
        ground.put("c", "\"name\":\"Ben\"");
    }

    private static IndexingPolicy indexing(String... more) {
        List<String> paths = new ArrayList<>(List.of("/*"));
        paths.addAll(List.of(more));
        return new IndexingPolicy()
                .setIncludedPaths(paths.stream().map(IncludedPath::new).toList());
    }

    private List<String> ids(String query) {
        return ground.query(query, String.class);
    }

    @Test
    @Row(
            number = 1,
            when = "names them in SELECT, WHERE, GROUP BY, JOIN and subqueries",
            then = "computed of each item, by the definition in force")
    void queriesSeeThem() {
        create(indexing(), LOWER, TENTH);
        assertEquals(List.of("a"), ids("SELECT VALUE c.id FROM c WHERE c.cp_lower = 'zoe'"));
        assertEquals(
                List.of("{\"id\":\"b\",\"cp_lower\":\"ann\",\"cp_tenth\":1}"),
                ground.query("SELECT c.id, c.cp_lower, c.cp_tenth FROM c WHERE c.cp_tenth < 2").stream()
                        .map(JsonNode::toString)
                        .toList());
        assertEquals(
                List.of("ann", "ben", "zoe"),
                ids("SELECT VALUE g.name FROM (SELECT c.cp_lower AS name FROM c GROUP BY c.cp_lower) AS g"));
        assertEquals(List.of(2), ground.query("SELECT VALUE COUNT(c.cp_tenth) FROM c", Integer.class));
    }

    @Test
    @Row(
            number = 2,
            when = "reads an item, or selects `*`",
            then = "they are not in it; a stored property of the same name is, which queries do not see otherwise")
    void wholeItemsLackThem() {
        create(indexing(), LOWER);
        ground.put("d", "\"cp_lower\":\"stored\",\"name\":\"Dan\"");
        assertFalse(ground.get("a").has("cp_lower"));
        assertEquals("stored", ground.get("d").get("cp_lower").textValue());
        assertEquals(
                "stored",
                ground.query("SELECT * FROM c WHERE c.id = 'd'")
                        .getFirst()
                        .get("cp_lower")
                        .textValue());
        assertEquals(List.of("dan"), ids("SELECT VALUE c.cp_lower FROM c WHERE c.id = 'd'"));
        assertEquals(List.of(), ids("SELECT VALUE c.id FROM c WHERE c.cp_lower = 'stored'"));
    }

    @Test
    @Row(
            number = 3,
            when = "sorts by one that has no index of its own, be there `/*`",
            then = "400; with its path included it is served, and by composite indexes")
    void orderWantsAnIndex() {
        create(indexing(), LOWER, TENTH);
        Refusal.expect(400, () -> ids("SELECT VALUE c.id FROM c ORDER BY c.cp_lower"));
        CosmosContainerProperties changed = ground.properties();
        IndexingPolicy policy = indexing("/cp_lower/?");
        policy.setCompositeIndexes(
                List.of(List.of(new CompositePath().setPath("/cp_tenth"), new CompositePath().setPath("/cp_lower"))));
        ground.container().replace(changed.setIndexingPolicy(policy));
        assertEquals(List.of("b", "c", "a"), ids("SELECT VALUE c.id FROM c ORDER BY c.cp_lower"));
        assertEquals(List.of("c", "b", "a"), ids("SELECT VALUE c.id FROM c ORDER BY c.cp_tenth, c.cp_lower"));
        Refusal.expect(400, () -> ids("SELECT VALUE c.id FROM c ORDER BY c.cp_tenth"));
    }

    @Test
    @Row(
            number = 4,
            when = "replaces the container with another query for one",
            then = "counts from the answer on, in its index too")
    void replaceChangesThem() {
        create(indexing("/cp_lower/?"), LOWER);
        CosmosContainerProperties changed = ground.properties();
        changed.setComputedProperties(List.of(new ComputedProperty("cp_lower", "SELECT VALUE REVERSE(c.name) FROM c")));
        ground.container().replace(changed);
        assertEquals(List.of("eoZ", "neB", "nna"), ids("SELECT VALUE c.cp_lower FROM c ORDER BY c.cp_lower"));
        assertEquals(List.of("b"), ids("SELECT VALUE c.id FROM c WHERE c.cp_lower = 'nna'"));
        assertEquals(
                "SELECT VALUE REVERSE(c.name) FROM c",
                ground.properties().getComputedProperties().iterator().next().getQuery());
    }

    @Test
    @Row(
            number = 5,
            when = "removes one and keeps a path of it in the indexing policy",
            then = "400; without the path it is gone")
    void removedWithItsIndex() {
        create(indexing("/cp_lower/?"), LOWER, TENTH);
        CosmosContainerProperties changed = ground.properties().setComputedProperties(List.of(TENTH));
        Refusal.expect(400, () -> ground.container().replace(changed));
        ground.container().replace(changed.setIndexingPolicy(indexing()));
        assertEquals(List.of(), ids("SELECT VALUE c.cp_lower FROM c"));
    }

    @Test
    @Row(
            number = 6,
            when = "defines more than 20, two of one name, or one named as a system property",
            then = "400 in the service's words")
    void badNamesAreRefused() {
        String query = "SELECT VALUE c.n FROM c";
        List<ComputedProperty> many = IntStream.rangeClosed(0, 20)
                .mapToObj(number -> new ComputedProperty("p" + number, query))
                .toList();
        for (List<ComputedProperty> bad : List.of(
                many,
                List.of(new ComputedProperty("a", query), new ComputedProperty("a", query)),
                List.of(new ComputedProperty("id", query)),
                List.of(new ComputedProperty("_ts", query)))) {
            CosmosContainerProperties definition = ground.definition().setComputedProperties(bad);
            Refusal.expect(400, () -> ground.database().createContainer(definition));
        }
        Refusal.expect(404, () -> ground.container().read());
    }

    @Test
    @Row(
            number = 7,
            when = "gives a query without VALUE, with any clause but FROM the item, a subquery, an aggregate, or a"
                    + " function that is not deterministic",
            then = "400 with the query and what is wrong with it")
    void badQueriesAreRefused() {
        for (String query : List.of(
                "SELECT c.n FROM c",
                "SELECT VALUE c.n FROM c WHERE c.n > 1",
                "SELECT VALUE t FROM c JOIN t IN c.tags",
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.tags) FROM c",
                "SELECT VALUE GetCurrentTimestamp() FROM c",
                "SELECT VALUE")) {
            Wire.Answer answer =
                    ground.createByHand("\"computedProperties\":[{\"name\":\"cp\",\"query\":\"" + query + "\"}]");
            assertEquals(400, answer.status(), answer::toString);
            assertTrue(answer.isRefusal() && answer.body().contains(query), answer::toString);
        }
    }

    @Test
    @Row(
            number = 8,
            when = "names one as a property of the partition key, or computes one from a system property but `_ts`",
            then = "400",
            unlike = "not said; here partitions are found by what is stored, and an index knows no other system"
                    + " property")
    void whatIndexesCannotKnowIsRefused() {
        Refusal.expect(400, () -> create(indexing(), new ComputedProperty("pk", "SELECT VALUE c.n FROM c")));
        Refusal.expect(400, () -> create(indexing(), new ComputedProperty("cp", "SELECT VALUE c._etag FROM c")));
        create(indexing("/cp/?"), new ComputedProperty("cp", "SELECT VALUE c._ts FROM c"));
        assertEquals(List.of(ground.now()), ground.query("SELECT DISTINCT VALUE c.cp FROM c", Long.class));
    }
}
