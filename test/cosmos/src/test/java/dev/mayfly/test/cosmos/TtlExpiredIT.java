package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyEvents;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An item that has expired is nothing to any request. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("expired")
final class TtlExpiredIT extends OnGround {
    /** Makes a container with an item that has expired, and one that lives; answers the first as it was. */
    private JsonNode withOneExpired() {
        ground.create(-1);
        JsonNode dead = ground.put("dead", "\"ttl\":5,\"secret\":1");
        ground.put("lives");
        ground.advance(5);
        return dead;
    }

    @Test
    @Row(number = 1, when = "point read", then = "404 NotFound")
    void readFindsNothing() {
        withOneExpired();
        Refusal.expect(404, () -> ground.read("dead"));
        ground.assertThere("lives");
    }

    @Test
    @Row(
            number = 2,
            when = "replace, delete or patch, with an etag too",
            then = "404, not 412",
            unlike = "the emulator of the service asks for the etag of what is gone")
    void writesFindNothing() {
        String etag = withOneExpired().get("_etag").textValue();
        for (CosmosItemRequestOptions options : options(etag)) {
            Refusal.expect(404, () -> ground.container().replaceItem(item("dead", ""), "dead", PARTITION, options));
            Refusal.expect(404, () -> ground.container().deleteItem("dead", PARTITION, options));
        }
        CosmosPatchOperations patch = CosmosPatchOperations.create().set("/n", 2);
        Refusal.expect(404, () -> ground.container().patchItem("dead", PARTITION, patch, JsonNode.class));
        ground.assertThere("lives");
    }

    private static List<CosmosItemRequestOptions> options(String etag) {
        return List.of(
                new CosmosItemRequestOptions(),
                new CosmosItemRequestOptions().setIfMatchETag(etag),
                new CosmosItemRequestOptions().setIfMatchETag("\"other\""));
    }

    @Test
    @Row(number = 3, when = "upsert", then = "201: a new item, with nothing of the old one")
    void upsertMakesANewItem() {
        withOneExpired();
        var answer = ground.upsert(item("dead", ""));
        assertEquals(201, answer.getStatusCode());
        assertFalse(ground.get("dead").has("secret"));
        assertFalse(ground.get("dead").has("ttl"));
        ground.assertThere("dead", "lives");
    }

    @Test
    @Row(number = 4, when = "create of the same id", then = "201, with another `_rid` and `_etag`")
    void createMakesANewItem() {
        JsonNode before = withOneExpired();
        JsonNode after = ground.put("dead");
        assertNotEquals(before.get("_rid"), after.get("_rid"));
        assertNotEquals(before.get("_etag"), after.get("_etag"));
        ground.assertThere("dead", "lives");
    }

    @Test
    @Row(
            number = 5,
            when = "queries, with ORDER BY, GROUP BY, DISTINCT, COUNT and every aggregate",
            then = "not in any")
    void queriesDoNotSeeIt() {
        ground.create(-1);
        ground.put("dead", "\"ttl\":5,\"v\":100,\"tags\":[\"x\"]");
        ground.put("lives", "\"v\":1,\"tags\":[\"y\"]");
        ground.put("too", "\"v\":2,\"tags\":[\"y\"]");
        ground.advance(5);
        assertEquals(List.of(2), ground.query("SELECT VALUE COUNT(1) FROM c", Integer.class));
        assertEquals(List.of(3), ground.query("SELECT VALUE SUM(c.v) FROM c", Integer.class));
        assertEquals(List.of(1.5), ground.query("SELECT VALUE AVG(c.v) FROM c", Double.class));
        assertEquals(List.of(2), ground.query("SELECT VALUE MAX(c.v) FROM c", Integer.class));
        assertEquals(List.of(1), ground.query("SELECT VALUE MIN(c.v) FROM c", Integer.class));
        assertEquals(List.of(0), ground.query("SELECT VALUE COUNT(1) FROM c WHERE c.v = 100", Integer.class));
        assertEquals(List.of("y"), ground.query("SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags", String.class));
        assertEquals(List.of(2, 1), ground.query("SELECT VALUE c.v FROM c ORDER BY c.v DESC", Integer.class));
        assertEquals(
                List.of(), ground.query("SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 'x')", String.class));
        assertEquals(List.of("lives"), ground.query("SELECT TOP 1 VALUE c.id FROM c ORDER BY c.v", String.class));
        List<JsonNode> groups = ground.query("SELECT c.n, COUNT(1) AS k, MAX(c.v) AS m FROM c GROUP BY c.n");
        assertEquals(List.of(Ground.json("{\"n\":1,\"k\":2,\"m\":2}")), groups);
        ground.assertThere("lives", "too");
    }

    @Test
    @Row(
            number = 6,
            when = "the next pages of a query that was begun before",
            then = "not on them; no living item is missed, none comes twice")
    void laterPagesDoNotSeeIt() {
        for (String order : List.of("", " ORDER BY c.k", " ORDER BY c.k DESC")) {
            ground = new Ground(ground);
            assertEquals(27, ExpiringPages.read(ground, order).size(), order);
        }
    }

    static String id(int number) {
        return String.format(Locale.ROOT, "i%02d", number);
    }

    @Test
    @Row(number = 7, when = "the read feed, also from the second page on", then = "not in it")
    void readFeedDoesNotSeeIt() {
        ground.create(-1);
        IntStream.range(0, 10).forEach(number -> ground.putFor(id(number), number % 2 == 0 ? "-1" : "5"));
        Wire.Answer first = feed(Map.of("x-ms-max-item-count", "3"));
        ground.advance(5);
        List<String> ids = new ArrayList<>(idsOf(first));
        Wire.Answer next = first;
        while (!next.header("x-ms-continuation").isEmpty()) {
            next = feed(Map.of("x-ms-max-item-count", "3", "x-ms-continuation", next.header("x-ms-continuation")));
            idsOf(next).forEach(id -> assertEquals(200, ground.read(id).getStatusCode()));
            ids.addAll(idsOf(next));
        }
        assertTrue(ids.containsAll(List.of(id(0), id(2), id(4), id(6), id(8))), ids::toString);
        assertEquals(ids.size(), new TreeSet<>(ids).size());
    }

    private Wire.Answer feed(Map<String, String> headers) {
        Wire.Answer answer = ground.wire().send("GET", ground.path() + "/docs", headers, (String) null);
        assertEquals(200, answer.status(), answer::toString);
        return answer;
    }

    private static List<String> idsOf(Wire.Answer page) {
        List<String> ids = new ArrayList<>();
        page.json().get("Documents").forEach(each -> ids.add(each.get("id").textValue()));
        return ids;
    }

    @Test
    @Row(number = 8, when = "members of a batch", then = "read 404, create 201; all see one instant")
    void batchDoesNotSeeIt() {
        withOneExpired();
        CosmosBatch reading = CosmosBatch.createCosmosBatch(PARTITION);
        reading.readItemOperation("lives");
        reading.readItemOperation("dead");
        CosmosBatchResponse read = ground.container().executeCosmosBatch(reading);
        assertEquals(404, read.getResults().get(1).getStatusCode());
        CosmosBatch writing = CosmosBatch.createCosmosBatch(PARTITION);
        writing.createItemOperation(item("dead", ""));
        writing.readItemOperation("dead");
        CosmosBatchResponse written = ground.container().executeCosmosBatch(writing);
        assertEquals(
                List.of(201, 200),
                written.getResults().stream().map(each -> each.getStatusCode()).toList());
    }

    @Test
    @Row(number = 9, when = "the change feed, latest version", then = "not in it, and its expiry is no entry")
    void changeFeedDoesNotSeeIt() {
        withOneExpired();
        DrainedFeed first = DrainedFeed.of(
                ground, CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange()));
        assertEquals(List.of("lives"), first.ids());
        ground.putFor("next", "5");
        ground.advance(5);
        DrainedFeed next = DrainedFeed.of(
                ground, CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(first.next()));
        assertEquals(List.of(), next.changes());
    }

    @Test
    @Row(
            number = 10,
            when = "the change feed, all versions and deletes",
            then = "a delete with `timeToLiveExpired: true` once the expiry is announced; deletes by hand have it not")
    void allVersionsTellOfExpiry() {
        CosmosContainerProperties definition = ground.definition().setDefaultTimeToLiveInSeconds(-1);
        definition.setChangeFeedPolicy(ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
        ground.create(definition);
        DrainedFeed none = DrainedFeed.of(
                ground,
                CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())
                        .allVersionsAndDeletes());
        assertEquals(List.of(), none.changes());
        ground.putFor("dies", "5");
        ground.put("deleted");
        ground.container().deleteItem("deleted", PARTITION, new CosmosItemRequestOptions());
        ground.advance(5);
        DrainedFeed all = DrainedFeed.of(
                ground,
                CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(none.next())
                        .allVersionsAndDeletes());
        List<String> seen = all.changes().stream().map(TtlExpiredIT::told).toList();
        assertEquals(
                List.of("create dies false", "create deleted false", "delete deleted false", "delete dies true"), seen);
    }

    private static String told(JsonNode change) {
        JsonNode metadata = change.get("metadata");
        String kind = metadata.get("operationType").textValue();
        JsonNode id = kind.equals("delete")
                ? metadata.get("id")
                : change.get("current").get("id");
        return kind + " " + id.textValue() + " "
                + metadata.path("timeToLiveExpired").asBoolean(false);
    }

    @Test
    @Row(
            number = 11,
            when = "writes a value that only an expired item has under a unique key",
            then = "201: it is free")
    void uniqueValueIsFree() {
        CosmosContainerProperties definition = ground.definition().setDefaultTimeToLiveInSeconds(-1);
        definition.setUniqueKeyPolicy(new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/email")))));
        ground.create(definition);
        ground.put("dead", "\"email\":\"a@b.c\",\"ttl\":5");
        Refusal.expect(409, () -> ground.put("other", "\"email\":\"a@b.c\""));
        ground.advance(5);
        ground.put("other", "\"email\":\"a@b.c\"");
        ground.assertThere("other");
    }

    @Test
    @Row(number = 13, when = "waits until its space is given back", then = "no request is charged for it")
    void givingBackCostsNothing(MayflyEvents events) {
        ground.create(-1);
        ground.put("lives");
        double before = ground.read("lives").getRequestCharge();
        IntStream.range(0, 200).forEach(number -> ground.putFor(id(number), "5"));
        double write = ground.upsert(item("lives", "")).getRequestCharge();
        ground.advance(Duration.ofDays(1));
        assertEquals(200, events.expired(Ground.DATABASE + "." + ground.name()).size());
        assertEquals(before, ground.read("lives").getRequestCharge());
        assertEquals(write, ground.upsert(item("lives", "")).getRequestCharge());
    }

    @Test
    @Row(number = 14, when = "compares the charges of items with and without a `ttl`", then = "the same")
    void lifetimeAddsNoCharge() {
        ground.create(-1);
        double without = ground.createItem(item("without", "")).getRequestCharge();
        double with = ground.createItem(item("with", "\"ttl\":1000")).getRequestCharge();
        assertEquals(without, with);
        assertEquals(
                ground.read("without").getRequestCharge(), ground.read("with").getRequestCharge());
        assertEquals(
                ground.upsert(item("without", "")).getRequestCharge(),
                ground.upsert(item("with", "\"ttl\":2000")).getRequestCharge());
        String large = "\"text\":\"" + "x".repeat(5000) + "\",\"more\":"
                + IntStream.range(0, 40).boxed().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
        assertEquals(
                ground.createItem(item("large", large)).getRequestCharge(),
                ground.createItem(item("other", large + ",\"ttl\":1000")).getRequestCharge());
    }

    @Test
    @Row(
            number = 15,
            when = "asks for the quota",
            then = "what has expired does not count: documentsCount, documentsSize, collectionSize",
            unlike = "what is hidden by a change that can be taken back does not count either")
    void quotaLeavesItOut() {
        ground.create(-1);
        ground.put("lives");
        String before = usage();
        IntStream.range(0, 50).forEach(number -> ground.putFor(id(number), "5"));
        assertNotEquals(before, usage());
        ground.advance(5);
        assertEquals(before, usage());
        IntStream.range(0, 50).forEach(number -> ground.put(id(number)));
        ground.advance(10);
        ground.upsert(item("lives", "\"ttl\":-1"));
        ground.setDefaultTtl(5);
        assertTrue(usage().contains("documentsCount=1;"), usage());
        ground.setDefaultTtl(-1);
        assertTrue(usage().contains("documentsCount=51;"), usage());
    }

    /** The parts of the usage that tell of items. */
    private String usage() {
        String usage = Objects.requireNonNull(ground.container()
                .read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true))
                .getResponseHeaders()
                .get("x-ms-resource-usage"));
        return Arrays.stream(usage.split(";"))
                .filter(part -> part.matches("(documentsCount|documentsSize|documentSize|collectionSize)=.*"))
                .sorted()
                .collect(Collectors.joining(";", "", ";"));
    }

    @Test
    @Row(number = 16, when = "gives parts of an item a `ttl`", then = "no meaning: whole items expire")
    void partsDoNotExpire() {
        ground.create(-1);
        ground.put("a", "\"part\":{\"ttl\":5,\"text\":\"x\"}");
        ground.advance(100);
        assertEquals("x", ground.get("a").at("/part/text").textValue());
    }

    @Test
    @Row(number = 17, when = "asks while thousands of items wait to be given back", then = "answered as ever")
    void requestsComeFirst() throws InterruptedException {
        ground.create(-1);
        ground.put("lives");
        for (int number = 0; number < 20; number++) {
            CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
            for (int one = 0; one < 100; one++) {
                batch.createItemOperation(item(number + "-" + one, "\"ttl\":5"));
            }
            assertTrue(ground.container().executeCosmosBatch(batch).isSuccessStatusCode());
        }
        Thread winding = Thread.ofPlatform().start(() -> ground.advance(5));
        while (winding.isAlive()) {
            assertEquals(200, ground.read("lives").getStatusCode());
        }
        winding.join();
        ground.assertThere("lives");
    }

    @Test
    @Row(number = 18, when = "the same id in another partition", then = "lives or dies for itself")
    void partitionsAreApart() {
        ground.create(-1);
        ground.putFor("a", "5");
        ObjectNode other = item("a", "").put("pk", "q");
        ground.container().createItem(other, new PartitionKey("q"), new CosmosItemRequestOptions());
        ground.advance(5);
        Refusal.expect(404, () -> ground.read("a"));
        assertEquals(
                200,
                ground.container()
                        .readItem("a", new PartitionKey("q"), JsonNode.class)
                        .getStatusCode());
    }
}
