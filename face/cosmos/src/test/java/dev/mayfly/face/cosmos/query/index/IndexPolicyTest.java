package dev.mayfly.face.cosmos.query.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The meaning of an indexing policy, and the texts that are none. */
final class IndexPolicyTest {
    private static IndexPolicy policy(String json) {
        return IndexPolicy.of(JsonView.of(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static void refused(String json, String message) {
        CosmosException refusal = assertThrows(CosmosException.class, () -> policy(json));
        assertEquals(400, refusal.status());
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    }

    private static boolean covers(String policy, String path) {
        IndexPolicy read = policy(policy);
        return new ContainerIndex.Paths(read.included(), read.excluded(), ComputedProperties.NONE)
                .rules()
                .covers(PathPattern.parseName(path), false);
    }

    @Test
    void aContainerThatSaysNothingIndexesEverything() {
        assertEquals(IndexPolicy.DEFAULT, IndexPolicy.of(null));
        assertEquals(IndexPolicy.DEFAULT, policy("{}"));
        assertEquals(IndexPolicy.DEFAULT, policy("{\"indexingMode\":\"Consistent\",\"automatic\":true}"));
        assertTrue(covers("{}", "/a/b/[]/c"));
        assertFalse(covers("{}", "/_etag"));
    }

    @Test
    void lazyIsConsistentAndNoneIndexesNothing() {
        assertEquals(IndexPolicy.DEFAULT, policy("{\"indexingMode\":\"lazy\"}"));
        IndexPolicy none =
                policy("{\"indexingMode\":\"None\",\"compositeIndexes\":[[{\"path\":\"/a\"},{\"path\":\"/b\"}]]}");
        assertFalse(none.indexes());
        assertTrue(none.composites().isEmpty());
        refused("{\"indexingMode\":\"sometimes\"}", "indexing mode");
    }

    @Test
    void theLongerPathWins() {
        String policy = "{\"includedPaths\":[{\"path\":\"/food/ingredients/nutrition/*\"},{\"path\":\"/a/b/?\"}],"
                + "\"excludedPaths\":[{\"path\":\"/*\"},{\"path\":\"/food/ingredients/*\"},"
                + "{\"path\":\"/food/ingredients/nutrition/fat/?\"}]}";
        assertTrue(covers(policy, "/food/ingredients/nutrition/salt"));
        assertFalse(covers(policy, "/food/ingredients/nutrition/fat"));
        assertTrue(covers(policy, "/food/ingredients/nutrition/fat/trans"));
        assertFalse(covers(policy, "/food/ingredients/sugar"));
        assertFalse(covers(policy, "/food"));
        assertTrue(covers(policy, "/a/b"));
        assertFalse(covers(policy, "/a/b/c"));
        assertFalse(covers(policy, "/a/b/[]"));
    }

    @Test
    void ofTwoPatternsAtOnePathTheNarrowerWins() {
        String policy =
                "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/a/?\"}],\"excludedPaths\":[{\"path\":\"/a/*\"}]}";
        assertTrue(covers(policy, "/a"));
        assertFalse(covers(policy, "/a/b"));
    }

    @Test
    void namesMayBeQuotedAndElementsAreOnePath() {
        String policy =
                "{\"includedPaths\":[{\"path\":\"/\\\"a b\\\"/[]/\\\"c/d\\\"/?\"}],\"excludedPaths\":[{\"path\":\"/*\"}]}";
        assertTrue(covers(policy, "/\"a b\"/[]/\"c/d\""));
        assertFalse(covers(policy, "/\"a b\"/[]"));
        assertEquals(List.of("/\"a b\"/[]/\"c/d\"/?"), policy(policy).included());
    }

    @Test
    void badPathsAreRefused() {
        refused("{\"includedPaths\":[{\"path\":\"/a/?\"}]}", "special mandatory indexing path");
        refused("{\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/*\"}]}", "both");
        refused("{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"a\"}]}", "could not be accepted");
        refused("{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/a\"}]}", "could not be accepted");
        refused("{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/a/*/b/?\"}]}", "could not be accepted");
        refused("{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/\\\"a/?\"}]}", "could not be accepted");
        refused("{\"includedPaths\":[{\"path\":7}]}", "without a path");
        refused("{\"includedPaths\":7}", "no array");
        refused("[]", "no JSON object");
    }

    @Test
    void compositeIndexesHaveTwoPathsOrMoreAndAnOrderEach() {
        IndexPolicy policy =
                policy("{\"compositeIndexes\":[[{\"path\":\"/a\",\"order\":\"descending\"},{\"path\":\"/b/c\"}]]}");
        assertEquals(
                List.of(List.of(
                        new IndexPolicy.Part(ItemPath.of(List.of("a")), true),
                        new IndexPolicy.Part(ItemPath.of(List.of("b", "c")), false))),
                policy.composites());
        refused("{\"compositeIndexes\":[[{\"path\":\"/a\"}]]}", "at least two");
        refused("{\"compositeIndexes\":[[{\"path\":\"/a\"},{\"path\":\"/b\",\"order\":\"up\"}]]}", "order");
        refused("{\"compositeIndexes\":[[{\"path\":\"/a/[]\"},{\"path\":\"/b\"}]]}", "array");
        refused("{\"compositeIndexes\":[[{\"path\":\"/a/*\"},{\"path\":\"/b\"}]]}", "could not be accepted");
    }

    @Test
    void anIndexIsKeptAsWhatItIs() {
        IndexPolicy policy = policy(
                "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/\\\"x y\\\"/?\"}],"
                        + "\"compositeIndexes\":[[{\"path\":\"/a\",\"order\":\"descending\"},{\"path\":\"/\\\"b\\\\\\\"c\\\"\"}]]}");
        IndexPlan plan = IndexPlan.of(
                policy,
                ComputedProperties.NONE,
                List.of("/pk"),
                List.of(List.of("/u", "/v/w")),
                List.of(new ContainerIndex.Words(ItemPath.of(List.of("t", "x y")), NaturalLanguage.GERMAN)));
        assertEquals(4, plan.specs().size());
        for (ContainerIndex spec : plan.specs()) {
            assertEquals(spec, ContainerIndex.of(spec.options()));
            assertTrue(ContainerIndex.isName(spec.name()));
        }
    }
}
