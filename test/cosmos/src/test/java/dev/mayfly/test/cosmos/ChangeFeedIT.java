package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static dev.mayfly.test.cosmos.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Change feeds as the SDK for Java pulls them. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("feeds")
final class ChangeFeedIT extends OnGround {
    private static final FeedRange ALL = FeedRange.forFullRange();

    private DrainedFeed fromBeginning(FeedRange range) {
        return DrainedFeed.of(ground, CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range));
    }

    private DrainedFeed goOn(String token) {
        return DrainedFeed.of(ground, CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(token));
    }

    @Test
    @Row(
            number = 1,
            when = "latest version, from the beginning",
            then = "each item once, at its latest version, in the order of last writes, with `_lsn`")
    void everyItemComesOnce() {
        ground.create(-1);
        ground.put("a");
        ground.put("b");
        ground.put("c");
        ground.replace(item("a", "\"m\":2"));
        ground.container().deleteItem("b", PARTITION, new CosmosItemRequestOptions());
        DrainedFeed all = fromBeginning(ALL);
        assertEquals(List.of("c", "a"), all.ids());
        assertEquals(2, all.changes().get(1).get("m").intValue());
        assertTrue(all.changes().get(0).get("_lsn").longValue()
                < all.changes().get(1).get("_lsn").longValue());
        JsonNode read = ground.get("a");
        read.properties()
                .forEach(each ->
                        assertEquals(each.getValue(), all.changes().get(1).get(each.getKey())));
    }

    @Test
    @Row(
            number = 2,
            when = "goes on from a continuation",
            then = "what was written since, however it was written; 304 when that is nothing")
    void goesOnWhereItStopped() {
        ground.create(-1);
        ground.put("a");
        DrainedFeed first = fromBeginning(ALL);
        assertEquals(List.of(), goOn(first.next()).ids());
        ground.put("b");
        ground.upsert(item("c", ""));
        ground.container()
                .patchItem("a", PARTITION, CosmosPatchOperations.create().add("/m", 1), JsonNode.class);
        DrainedFeed second = goOn(first.next());
        assertEquals(List.of("b", "c", "a"), second.ids());
        assertEquals(List.of(), goOn(second.next()).ids());
        assertEquals(second.ids(), goOn(first.next()).ids());
    }

    @Test
    @Row(number = 3, when = "from now", then = "nothing that was there before")
    void nowIsBehindEverything() {
        ground.create(-1);
        ground.put("a");
        DrainedFeed now = DrainedFeed.of(ground, CosmosChangeFeedRequestOptions.createForProcessingFromNow(ALL));
        assertEquals(List.of(), now.ids());
        ground.put("b");
        assertEquals(List.of("b"), goOn(now.next()).ids());
    }

    @Test
    @Row(number = 4, when = "from a point in time", then = "what was written at that second or later, by `_ts`")
    void timeIsSoughtByLastWrites() {
        ground.create(-1);
        ground.put("a");
        ground.put("b");
        ground.advance(10);
        var since = ground.clock().now();
        ground.put("c");
        ground.advance(10);
        ground.replace(item("a", ""));
        DrainedFeed found =
                DrainedFeed.of(ground, CosmosChangeFeedRequestOptions.createForProcessingFromPointInTime(since, ALL));
        assertEquals(List.of("c", "a"), found.ids());
        ground.put("d");
        assertEquals(List.of("d"), goOn(found.next()).ids());
        var later = ground.clock().now().plusSeconds(1);
        assertEquals(
                List.of(),
                DrainedFeed.of(ground, CosmosChangeFeedRequestOptions.createForProcessingFromPointInTime(later, ALL))
                        .ids());
    }

    @Test
    @Row(number = 5, when = "follows one logical partition", then = "its items alone")
    void partitionIsFollowedAlone() {
        ground.create(-1);
        ground.put("a");
        createIn("q", "b");
        createIn("q", "c");
        DrainedFeed first = fromBeginning(FeedRange.forLogicalPartition(new PartitionKey("q")));
        assertEquals(List.of("b", "c"), first.ids());
        ground.put("d");
        createIn("q", "e");
        assertEquals(List.of("e"), goOn(first.next()).ids());
        assertEquals(
                List.of(),
                fromBeginning(FeedRange.forLogicalPartition(new PartitionKey("none")))
                        .ids());
    }

    private void createIn(String partition, String id) {
        ObjectNode item = item(id, "").put("pk", partition);
        ground.container().createItem(item, new PartitionKey(partition), new CosmosItemRequestOptions());
    }

    @Test
    @Row(
            number = 6,
            when = "follows parts of the range of partition keys",
            then = "every item in one of them, by the hash of its partition key")
    void rangesDivideItems() {
        PartitionKeyDefinition keys = Ground.paths("/pk").setVersion(PartitionKeyDefinitionVersion.V2);
        ground.create(new CosmosContainerProperties(ground.name(), keys));
        Set<String> all = new TreeSet<>();
        for (int number = 0; number < 40; number++) {
            createIn("p" + number, "i" + number);
            all.add("i" + number);
        }
        List<FeedRange> ranges = ground.container().getFeedRanges();
        assertEquals(Ground.SHARDS, ranges.size());
        Set<String> ofRanges = new TreeSet<>();
        for (FeedRange range : ranges) {
            fromBeginning(range).ids().forEach(id -> assertTrue(ofRanges.add(id), id));
        }
        assertEquals(all, ofRanges);
        List<String> found = new ArrayList<>();
        for (String[] range : List.of(new String[] {"", "15"}, new String[] {"15", "2A"}, new String[] {"2A", "FF"})) {
            List<String> part = fromBeginning(range(range[0], range[1])).ids();
            assertTrue(part.size() > 2 && part.size() < 30, part::toString);
            found.addAll(part);
        }
        assertEquals(40, found.size());
        assertEquals(all, new TreeSet<>(found));
    }

    private static FeedRange range(String min, String max) {
        String text = "{\"Range\":{\"min\":\"" + min + "\",\"max\":\"" + max
                + "\",\"isMinInclusive\":true,\"isMaxInclusive\":false}}";
        return FeedRange.fromString(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    @Row(
            number = 7,
            when = "follows the beginning of a hierarchical partition key",
            then = "the items of all partitions whose keys begin so")
    void prefixIsFollowed() {
        PartitionKeyDefinition keys = Ground.paths("/tenant", "/user");
        keys.setKind(PartitionKind.MULTI_HASH).setVersion(PartitionKeyDefinitionVersion.V2);
        ground.create(new CosmosContainerProperties(ground.name(), keys));
        for (String tenant : List.of("x", "y")) {
            for (String user : List.of("1", "2")) {
                PartitionKey key =
                        new PartitionKeyBuilder().add(tenant).add(user).build();
                JsonNode item = json(
                        "{\"id\":\"" + tenant + user + "\",\"tenant\":\"" + tenant + "\",\"user\":\"" + user + "\"}");
                ground.container().createItem(item, key, new CosmosItemRequestOptions());
            }
        }
        PartitionKey prefix = new PartitionKeyBuilder().add("y").build();
        assertEquals(
                List.of("y1", "y2"),
                fromBeginning(FeedRange.forLogicalPartition(prefix)).ids());
        PartitionKey whole = new PartitionKeyBuilder().add("y").add("2").build();
        assertEquals(
                List.of("y2"),
                fromBeginning(FeedRange.forLogicalPartition(whole)).ids());
    }

    @Test
    @Row(
            number = 8,
            when = "asks for pages of a size",
            then = "no larger ones, but what a transactional batch has written comes together")
    void pagesKeepBatchesWhole() {
        ground.create(-1);
        ground.put("a");
        ground.put("b");
        CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
        for (int number = 0; number < 5; number++) {
            batch.createItemOperation(item("n" + number, ""));
        }
        assertTrue(ground.container().executeCosmosBatch(batch).isSuccessStatusCode());
        ground.put("c");
        DrainedFeed all = DrainedFeed.of(
                ground,
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(ALL)
                        .setMaxItemCount(1));
        assertEquals(List.of("a", "b", "n0", "n1", "n2", "n3", "n4", "c"), all.ids());
        // Ranges in which nothing lies have pages, too.
        assertEquals(
                List.of(1, 1, 5, 1),
                all.pages().stream().filter(items -> items > 0).toList());
    }

    @Test
    @Row(
            number = 9,
            when = "asks to end with what is there now",
            then = "it ends, although other containers are written meanwhile")
    void endsWithWhatIsThere() {
        ground.create(-1);
        Ground other = new Ground(ground);
        other.create(-1);
        for (int number = 0; number < 20; number++) {
            ground.put("i" + number);
            other.put("i" + number);
        }
        DrainedFeed all = DrainedFeed.of(
                ground,
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(ALL)
                        .setMaxItemCount(3)
                        .setCompleteAfterAllCurrentChangesRetrieved(true));
        assertEquals(20, all.changes().size());
    }

    @Test
    @Row(
            number = 10,
            when = "all versions and deletes",
            then = "every create, replace and delete with its version and the one before; deletes with the item")
    void everyVersionComes() {
        ground.create(versioned(Duration.ofMinutes(10)));
        String now = allVersionsFromNow();
        ground.put("a", "\"m\":1");
        ground.replace(item("a", "\"m\":2"));
        ground.container().deleteItem("a", PARTITION, new CosmosItemRequestOptions());
        DrainedFeed all = allVersions(now);
        assertEquals(List.of("create", "replace", "delete"), operations(all));
        JsonNode created = all.changes().get(0);
        JsonNode replaced = all.changes().get(1);
        JsonNode deleted = all.changes().get(2);
        assertEquals(1, created.at("/current/m").intValue());
        assertEquals(2, replaced.at("/current/m").intValue());
        assertEquals(
                created.at("/metadata/lsn").longValue(),
                replaced.at("/metadata/previousImageLSN").longValue());
        assertEquals(
                replaced.at("/current/_lsn").longValue(),
                deleted.at("/metadata/previousImageLSN").longValue());
        assertTrue(deleted.at("/current").isMissingNode());
        assertEquals(2, deleted.at("/previous/m").intValue());
        assertEquals("a", deleted.at("/metadata/id").textValue());
        assertEquals("p", deleted.at("/metadata/partitionKey/pk").textValue());
        assertEquals(ground.now(), deleted.at("/metadata/crts").longValue());
        assertEquals(List.of(), allVersions(all.next()).changes());
    }

    private CosmosContainerProperties versioned(Duration retention) {
        CosmosContainerProperties definition = ground.definition().setDefaultTimeToLiveInSeconds(-1);
        definition.setChangeFeedPolicy(ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(retention));
        return definition;
    }

    private String allVersionsFromNow() {
        return DrainedFeed.of(
                        ground,
                        CosmosChangeFeedRequestOptions.createForProcessingFromNow(ALL)
                                .allVersionsAndDeletes())
                .next();
    }

    private DrainedFeed allVersions(String token) {
        return DrainedFeed.of(
                ground,
                CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(token)
                        .allVersionsAndDeletes());
    }

    private static List<String> operations(DrainedFeed drained) {
        return drained.changes().stream()
                .map(each -> each.at("/metadata/operationType").textValue())
                .toList();
    }

    @Test
    @Row(
            number = 11,
            when = "all versions and deletes, when an id is written again whose item has expired",
            then = "the expiry, then the creation")
    void expiryComesBeforeWhatFollowsIt() {
        ground.create(versioned(Duration.ofMinutes(10)));
        String now = allVersionsFromNow();
        ground.putFor("a", "5");
        ground.advance(5);
        ground.upsert(item("a", ""));
        DrainedFeed all = allVersions(now);
        assertEquals(List.of("create", "delete", "create"), operations(all));
        assertTrue(all.changes().get(1).at("/metadata/timeToLiveExpired").booleanValue());
    }

    @Test
    @Row(
            number = 12,
            when = "all versions and deletes of a container without the policy, or older than it keeps",
            then = "400")
    void whatIsNotKeptIsRefused() {
        ground.create(-1);
        Refusal.expect(400, this::allVersionsFromNow);
        ground.setDefaultTtl(-1);
        CosmosContainerProperties definition = ground.properties();
        definition.setChangeFeedPolicy(ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
        ground.container().replace(definition);
        String now = allVersionsFromNow();
        ground.putFor("a", "5");
        ground.advance(Duration.ofMinutes(5));
        assertEquals(2, allVersions(now).changes().size());
        ground.advance(Duration.ofMinutes(10));
        Refusal.expect(400, () -> allVersions(now));
    }

    @Test
    @Row(
            number = 13,
            when = "reads a feed without an SDK",
            then = "200 with `etag` and `_count`, 304 with the `etag` when nothing is new; 1 unit and a share of the"
                    + " items")
    void wireSaysWhereToGoOn() {
        ground.create(-1);
        ground.put("a");
        Map<String, String> fields = Map.of("A-IM", "Incremental Feed");
        Wire.Answer page = ground.wire().send("GET", ground.path() + "/docs", fields, (String) null);
        assertEquals(200, page.status());
        assertEquals(1, page.json().get("_count").intValue());
        String etag = page.header("etag");
        Map<String, String> on = Map.of("A-IM", "Incremental Feed", "If-None-Match", etag);
        Wire.Answer none = ground.wire().send("GET", ground.path() + "/docs", on, (String) null);
        assertEquals(304, none.status());
        assertEquals("1", none.header("x-ms-request-charge"));
        assertTrue(none.header("etag").startsWith("\""), none::toString);
    }
}
