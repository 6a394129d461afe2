package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operations that move {@code _ts}, and with it the countdown. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("touching")
final class TtlTouchIT extends OnGround {
    @BeforeEach
    void prepare() {
        ground.create(10);
    }

    private long ts(String id) {
        return ground.get(id).get("_ts").longValue();
    }

    /** Runs a write of the item five seconds later, which must give it ten more from there. */
    private void assertMoves(String id, Runnable write) {
        ground.advance(5);
        write.run();
        assertEquals(ground.now(), ts(id));
        ground.advance(9);
        assertEquals(200, ground.read(id).getStatusCode());
        ground.advance(1);
        ground.assertGone(id);
    }

    @Test
    @Row(number = 1, when = "create", then = "`_ts` is the server's second")
    void createDatesTheItem() {
        ground.advance(Duration.ofMillis(900));
        assertEquals(ground.now(), ground.put("a").get("_ts").longValue());
        ground.advance(Duration.ofMillis(9100));
        ground.assertGone("a");
        ground.advance(Duration.ofMillis(900 + 100));
    }

    @Test
    @Row(number = 2, when = "replace", then = "the countdown begins again")
    void replaceMoves() {
        ground.put("a");
        assertMoves("a", () -> ground.replace(item("a", "")));
    }

    @Test
    @Row(number = 3, when = "upsert of an item that is there", then = "the countdown begins again")
    void upsertMoves() {
        ground.put("a");
        assertMoves("a", () -> assertEquals(200, ground.upsert(item("a", "")).getStatusCode()));
    }

    @Test
    @Row(number = 4, when = "patch, even one that changes no value", then = "the countdown begins again")
    void patchMoves() {
        ground.put("a");
        ground.put("same");
        assertMoves("a", () -> {
            patch("a", CosmosPatchOperations.create().increment("/n", 1));
            patch("same", CosmosPatchOperations.create().set("/n", 1));
            assertEquals(ground.now(), ts("same"));
        });
        ground.assertGone("same");
    }

    private void patch(String id, CosmosPatchOperations operations) {
        assertEquals(
                200,
                ground.container()
                        .patchItem(id, PARTITION, operations, JsonNode.class)
                        .getStatusCode());
    }

    @Test
    @Row(number = 5, when = "a member of a batch, or of a bulk", then = "the countdown begins again")
    void membersMove() {
        ground.put("a");
        ground.put("b");
        assertMoves("a", () -> {
            CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
            batch.replaceItemOperation("a", item("a", ""));
            assertTrue(ground.container().executeCosmosBatch(batch).isSuccessStatusCode());
            ground.container()
                    .executeBulkOperations(
                            List.of(CosmosBulkOperations.getUpsertItemOperation(item("b", ""), PARTITION)))
                    .forEach(each -> assertEquals(200, each.getResponse().getStatusCode()));
            assertEquals(ground.now(), ts("b"));
        });
        ground.assertGone("b");
    }

    @Test
    @Row(
            number = 6,
            when = "point read, query, read feed, change feed, a read that answers 304",
            then = "`_ts` stays, and so does the deadline")
    void readsDoNotMove() {
        JsonNode before = ground.put("a");
        ground.advance(5);
        ground.assertThere("a");
        CosmosItemRequestOptions unlessChanged = new CosmosItemRequestOptions()
                .setIfNoneMatchETag(before.get("_etag").textValue());
        assertEquals(
                304,
                ground.container()
                        .readItem("a", PARTITION, unlessChanged, JsonNode.class)
                        .getStatusCode());
        assertEquals(before, ground.get("a"));
        ground.advance(5);
        ground.assertGone("a");
    }

    @Test
    @Row(number = 7, when = "sends back `_ts` with the item", then = "the server's own counts")
    void sentTimeIsIgnored() {
        ObjectNode read = (ObjectNode) ground.put("a");
        ground.advance(5);
        read.put("_ts", 1);
        assertEquals(ground.now(), ground.replace(read).getItem().get("_ts").longValue());
        read.put("_ts", 4_000_000_000L).put("id", "b");
        assertEquals(ground.now(), ground.createItem(read).getItem().get("_ts").longValue());
        ground.advance(10);
        ground.assertThere();
    }

    @Test
    @Row(number = 8, when = "a write that fails with 400, 409, 412 or 424", then = "`_ts` stays")
    void failedWritesDoNotMove() {
        JsonNode before = ground.put("a");
        ground.advance(5);
        Refusal.expect(400, () -> ground.replace(item("a", "\"ttl\":0")));
        Refusal.expect(409, () -> ground.createItem(item("a", "")));
        CosmosItemRequestOptions never = new CosmosItemRequestOptions().setIfMatchETag("\"other\"");
        Refusal.expect(412, () -> ground.container().replaceItem(item("a", ""), "a", PARTITION, never));
        CosmosPatchItemRequestOptions condition = new CosmosPatchItemRequestOptions();
        condition.setFilterPredicate("from c where c.n = 2");
        Refusal.expect(
                412,
                () -> ground.container()
                        .patchItem(
                                "a",
                                PARTITION,
                                CosmosPatchOperations.create().set("/n", 3),
                                condition,
                                JsonNode.class));
        CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
        batch.replaceItemOperation("a", item("a", ""));
        batch.deleteItemOperation("missing");
        assertFalse(ground.container().executeCosmosBatch(batch).isSuccessStatusCode());
        assertEquals(before, ground.get("a"));
        ground.advance(5);
        ground.assertGone("a");
    }

    @Test
    @Row(number = 9, when = "replaces the container", then = "the items' `_ts` stay")
    void replaceOfTheContainerDoesNotMove() {
        long before = ground.put("a").get("_ts").longValue();
        ground.advance(5);
        ground.setDefaultTtl(20);
        assertEquals(before, ts("a"));
    }

    @Test
    @Row(number = 10, when = "patches `/ttl`", then = "allowed: counts from the patch")
    void patchOfTheLifetimeCounts() {
        ground.put("a");
        ground.advance(5);
        patch("a", CosmosPatchOperations.create().add("/ttl", 30));
        ground.advance(29);
        ground.assertThere("a");
        ground.advance(1);
        ground.assertThere();
    }

    @Test
    @Row(number = 11, when = "patches `/_ts`, `/_etag`, `/_rid`", then = "400")
    void systemPropertiesAreNotPatched() {
        JsonNode before = ground.put("a");
        for (String path : List.of("/_ts", "/_etag", "/_rid")) {
            CosmosPatchOperations operations = CosmosPatchOperations.create().set(path, 1);
            Refusal.expect(400, () -> ground.container().patchItem("a", PARTITION, operations, JsonNode.class));
        }
        assertEquals(before, ground.get("a"));
    }

    @Test
    @Row(number = 12, when = "removes the `ttl`, by replace or patch", then = "the default counts again")
    void removedLifetimeInherits() {
        ground.putFor("replaced", "1000");
        ground.putFor("patched", "1000");
        ground.replace(item("replaced", ""));
        patch("patched", CosmosPatchOperations.create().remove("/ttl"));
        ground.advance(9);
        ground.assertThere("patched", "replaced");
        ground.advance(1);
        ground.assertThere();
    }

    @Test
    @Row(number = 13, when = "writes `ttl` -1", then = "never expires")
    void writtenForeverNeverExpires() {
        ground.put("a");
        ground.replace(item("a", "\"ttl\":-1"));
        ground.advance(1_000_000);
        ground.assertThere("a");
    }

    @Test
    @Row(
            number = 14,
            when = "deletes an item and creates its id again",
            then = "the new item has its own deadline alone")
    void secondItemHasItsOwnDeadline() {
        ground.put("a");
        ground.advance(5);
        ground.container().deleteItem("a", PARTITION, new CosmosItemRequestOptions());
        ground.put("a");
        ground.advance(9);
        ground.assertThere("a");
        ground.advance(1);
        ground.assertThere();
    }

    @Test
    @Row(
            number = 15,
            when = "writes at x.9 s with `ttl` 1",
            then = "lives for a tenth: `_ts` has whole seconds, so a life is in (ttl - 1, ttl]")
    void lifeIsCountedFromTheWholeSecond() {
        ground.advance(Duration.ofMillis(900));
        ground.putFor("a", "1");
        ground.advance(Duration.ofMillis(99));
        ground.assertThere("a");
        ground.advance(Duration.ofMillis(1));
        ground.assertThere();
    }
}
