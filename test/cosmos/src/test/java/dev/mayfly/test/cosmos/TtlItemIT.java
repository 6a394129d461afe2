package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that the {@code ttl} of an item may have. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("items")
final class TtlItemIT extends OnGround {
    @Test
    @Row(number = 1, when = "no `ttl`", then = "the container's default")
    void missingInherits() {
        ground.create(10);
        ground.put("a");
        ground.advance(9);
        ground.assertThere("a");
        ground.advance(1);
        ground.assertThere();
    }

    @Test
    @Row(number = 2, when = "`-1`", then = "never expires")
    void minusOneNeverExpires() {
        ground.create(10);
        ground.putFor("a", "-1");
        ground.advance(Integer.MAX_VALUE);
        ground.assertThere("a");
    }

    @Test
    @Row(
            number = 3,
            when = "1 to 2147483647",
            then = "expires that many seconds after `_ts`, be that sooner or later than the default")
    void numberOverridesTheDefault() {
        ground.create(10);
        ground.putFor("sooner", "1");
        ground.putFor("later", "20");
        ground.putFor("last", "2147483647");
        ground.put("default");
        ground.advance(1);
        ground.assertThere("default", "last", "later");
        ground.advance(9);
        ground.assertThere("last", "later");
        ground.advance(10);
        ground.assertThere("last");
        ground.advance(Integer.MAX_VALUE - 21);
        ground.assertThere("last");
        ground.advance(1);
        ground.assertThere();
    }

    @Test
    @Row(number = 4, when = "`0`", then = "400 `The input ttl '0' is invalid. ...`")
    void zeroIsRefused() {
        assertRefused("0", "0");
    }

    @Test
    @Row(number = 5, when = "`null`", then = "400 `The input ttl 'null' is invalid. ...`")
    void nullIsRefused() {
        assertRefused("null", "null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-2", "-10", "-2147483648"})
    @Row(number = 6, when = "a negative number but -1", then = "400")
    void negativeIsRefused(String ttl) {
        assertRefused(ttl, ttl);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"5\"", "\"\"", "1.5", "true", "{}", "[5]"})
    @Row(number = 7, when = "a string, a fraction, a boolean, an object, an array", then = "400")
    void otherTypesAreRefused(String ttl) {
        assertRefused(ttl, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "99999999999999999999", "1e300"})
    @Row(number = 8, when = "more than 2147483647", then = "400")
    void tooMuchIsRefused(String ttl) {
        assertRefused(ttl, "");
    }

    /** Every way of writing refuses it, and stores nothing. */
    private void assertRefused(String ttl, String shown) {
        ground.create(10);
        JsonNode before = ground.put("a");
        JsonNode bad = item("a", "\"ttl\":" + ttl);
        String text = "The input ttl '" + shown;
        Refusal.expect(400, text, () -> ground.createItem(item("new", "\"ttl\":" + ttl)));
        Refusal.expect(400, text, () -> ground.upsert(item("new", "\"ttl\":" + ttl)));
        Refusal.expect(400, text, () -> ground.upsert(bad));
        Refusal.expect(400, text, () -> ground.replace(bad));
        CosmosPatchOperations patch = CosmosPatchOperations.create().set("/ttl", bad.get("ttl"));
        Refusal.expect(400, text, () -> ground.container().patchItem("a", PARTITION, patch, JsonNode.class));
        CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
        batch.createItemOperation(item("first", ""));
        batch.upsertItemOperation(bad);
        CosmosBatchResponse answer = ground.container().executeCosmosBatch(batch);
        assertFalse(answer.isSuccessStatusCode());
        assertEquals(
                List.of(424, 400),
                answer.getResults().stream()
                        .map(result -> result.getStatusCode())
                        .toList());
        ground.assertThere("a");
        assertEquals(before, ground.get("a"));
    }

    @Test
    @Row(
            number = 9,
            when = "any refused `ttl`",
            then = "the text says `Ensure to provide a nonzero positive integer less than or equal to '2147483647', "
                    + "or '-1' which means never expire.`")
    void textIsThatOfTheService() {
        ground.create(-1);
        Refusal.expect(
                400,
                "The input ttl '0' is invalid. Ensure to provide a nonzero positive integer less than or equal to"
                        + " '2147483647', or '-1' which means never expire.",
                () -> ground.putFor("a", "0"));
        ground.assertThere();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.0", "5e0", "0.5e1"})
    @Row(number = 10, when = "`5.0`, a number that is whole", then = "201; counts as 5, and is kept as it was written")
    void wholeNumbersCount(String ttl) {
        ground.create(-1);
        Wire.Answer created = ground.wire()
                .send(
                        "POST",
                        ground.path() + "/docs",
                        Map.of("x-ms-documentdb-partitionkey", "[\"p\"]"),
                        "{\"id\":\"a\",\"pk\":\"p\",\"ttl\":" + ttl + "}");
        assertEquals(201, created.status(), created::toString);
        assertTrue(created.body().contains("\"ttl\":" + ttl), created::toString);
        ground.advance(4);
        ground.assertThere("a");
        ground.advance(1);
        ground.assertThere();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "0", "-5", "\"text\"", "1.5", "{\"a\":1}", "[]", "true", "5"})
    @Row(
            number = 11,
            when = "any value while the container has no `defaultTtl`",
            then = "201, stored as it is; no meaning")
    void anythingIsStoredWhileOff(String ttl) {
        ground.createWithoutTtl();
        JsonNode stored = ground.putFor("a", ttl);
        assertEquals(item("a", "\"ttl\":" + ttl).get("ttl"), stored.get("ttl"));
        ground.advance(1000);
        assertEquals(stored, ground.get("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "0", "-5", "\"text\"", "1.5", "{}", "true", "3000000000"})
    @Row(
            number = 12,
            when = "such a value that is no time, when it is switched on",
            then = "as if there were none: the default counts")
    void valuesThatAreNoTimeInherit(String ttl) {
        ground.createWithoutTtl();
        ground.putFor("a", ttl);
        ground.setDefaultTtl(-1);
        ground.advance(100);
        ground.assertThere("a");
        ground.setDefaultTtl(1000);
        ground.assertThere("a");
        ground.advance(900);
        ground.assertThere();
    }

    @Test
    @Row(number = 13, when = "`TTL`, `Ttl`, `_ttl`, a `ttl` deeper down", then = "no meaning: only the root property")
    void otherNamesMeanNothing() {
        ground.create(-1);
        ground.put("upper", "\"TTL\":1,\"Ttl\":1,\"_ttl\":1");
        ground.put("deeper", "\"a\":{\"ttl\":1},\"b\":[{\"ttl\":0}]");
        ground.advance(1000);
        ground.assertThere("deeper", "upper");
    }

    @Test
    @Row(
            number = 14,
            when = "`ttl` in answers and queries",
            then = "an ordinary property: never added, indexed, found by queries, patched")
    void propertyIsOrdinary() {
        ground.create(1000);
        assertFalse(ground.put("none").has("ttl"));
        ground.putFor("ten", "10");
        ground.putFor("twenty", "20");
        assertEquals(
                List.of("ten", "twenty"),
                ground.query("SELECT VALUE c.id FROM c WHERE c.ttl >= 10 ORDER BY c.ttl", String.class));
        assertEquals(
                List.of("twenty"),
                ground.query("SELECT VALUE c.id FROM c WHERE c._ts + c.ttl > " + (ground.now() + 10), String.class));
        assertEquals(
                List.of("none"), ground.query("SELECT VALUE c.id FROM c WHERE NOT IS_DEFINED(c.ttl)", String.class));
        CosmosPatchOperations patch = CosmosPatchOperations.create().increment("/ttl", 5);
        assertEquals(
                15,
                ground.container()
                        .patchItem("ten", PARTITION, patch, JsonNode.class)
                        .getItem()
                        .get("ttl")
                        .intValue());
    }

    @Test
    @Row(number = 15, when = "a write that is refused", then = "nothing is stored, the etag stays")
    void refusedWriteChangesNothing() {
        ground.create(10);
        JsonNode before = ground.put("a");
        ground.advance(5);
        Refusal.expect(400, () -> ground.replace(item("a", "\"ttl\":0")));
        assertEquals(before, ground.get("a"));
        CosmosItemRequestOptions ifUnchanged = new CosmosItemRequestOptions()
                .setIfMatchETag(before.get("_etag").textValue());
        assertEquals(
                200,
                ground.container()
                        .replaceItem(item("a", "\"ttl\":7"), "a", PARTITION, ifUnchanged)
                        .getStatusCode());
    }
}
