package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Items through the SDK for Java: one by one, many at once, all or none. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class ItemsIT extends OnGround {
    private CosmosContainer container() {
        return ground.container();
    }

    @Test
    void itemIsCreatedReadReplacedAndDeleted() {
        ground.createWithoutTtl();
        JsonNode created = ground.put("a", "\"v\":1");
        assertEquals(created, ground.get("a"));
        for (String name : List.of("_rid", "_self", "_etag", "_attachments", "_ts")) {
            assertTrue(created.has(name), name);
        }
        JsonNode replaced = ground.replace(item("a", "\"v\":2")).getItem();
        assertEquals(created.get("_rid"), replaced.get("_rid"));
        assertNotEquals(created.get("_etag"), replaced.get("_etag"));
        assertEquals(2, ground.get("a").get("v").intValue());
        assertEquals(
                204,
                container()
                        .deleteItem("a", PARTITION, new CosmosItemRequestOptions())
                        .getStatusCode());
        Refusal.expect(404, "Entity with the specified id does not exist in the system.", () -> ground.read("a"));
        Refusal.expect(404, () -> ground.replace(item("a", "")));
        Refusal.expect(404, () -> container().deleteItem("a", PARTITION, new CosmosItemRequestOptions()));
    }

    @Test
    void idIsTakenOnceInEachPartition() {
        ground.createWithoutTtl();
        ground.put("a");
        Refusal.expect(
                409,
                "Entity with the specified id already exists in the system.",
                () -> ground.createItem(item("a", "")));
        ObjectNode other = item("a", "").put("pk", "q");
        assertEquals(
                201,
                container()
                        .createItem(other, new PartitionKey("q"), new CosmosItemRequestOptions())
                        .getStatusCode());
        assertEquals(2, ground.query("SELECT * FROM c WHERE c.id = 'a'").size());
    }

    @Test
    void strangeIdsAndTextsComeBack() {
        ground.createWithoutTtl();
        for (String id : List.of("a b", "ä€😀", "100%", "a+b", "a&b=c", "'quoted'", "a:b;c,d", "~-_.!*()")) {
            ObjectNode item = item("x", "").put("id", id).put("text", "line\nwith \"quotes\" \\ \u0001 ÿ");
            ground.createItem(item);
            assertEquals(item.get("text"), ground.get(id).get("text"), id);
            assertEquals(
                    204,
                    container()
                            .deleteItem(id, PARTITION, new CosmosItemRequestOptions())
                            .getStatusCode());
        }
    }

    @Test
    void propertiesKeepTheirOrderAndNumbersTheirText() {
        ground.createWithoutTtl();
        String body = "{\"z\":1,\"id\":\"a\",\"pk\":\"p\",\"big\":12345678901234567890123,\"exact\":1.10,\"e\":1E+2,"
                + "\"b\":{\"y\":1,\"x\":2},\"a\":[3,2,1]}";
        Wire.Answer created = ground.wire()
                .send("POST", ground.path() + "/docs", Map.of("x-ms-documentdb-partitionkey", "[\"p\"]"), body);
        String kept = body.substring(0, body.length() - 1);
        assertTrue(created.body().startsWith(kept), created::toString);
        assertEquals(
                1,
                ground.query("SELECT * FROM c WHERE c.exact = 1.1 AND c.e = 100")
                        .size());
    }

    @Test
    void writesAreConditionalOnEtags() {
        ground.createWithoutTtl();
        String first = ground.put("a").get("_etag").textValue();
        CosmosItemRequestOptions ifFirst = new CosmosItemRequestOptions().setIfMatchETag(first);
        assertEquals(
                200,
                container().replaceItem(item("a", ""), "a", PARTITION, ifFirst).getStatusCode());
        Refusal.expect(412, () -> container().replaceItem(item("a", ""), "a", PARTITION, ifFirst));
        Refusal.expect(412, () -> container().upsertItem(item("a", ""), PARTITION, ifFirst));
        Refusal.expect(412, () -> container().deleteItem("a", PARTITION, ifFirst));
        String second = ground.get("a").get("_etag").textValue();
        CosmosItemRequestOptions unlessChanged = new CosmosItemRequestOptions().setIfNoneMatchETag(second);
        assertEquals(
                304,
                container()
                        .readItem("a", PARTITION, unlessChanged, JsonNode.class)
                        .getStatusCode());
    }

    @Test
    void patchChangesPartsOfAnItem() {
        ground.createWithoutTtl();
        ground.put("a", "\"list\":[1,3],\"old\":true,\"deep\":{\"x\":1}");
        CosmosPatchOperations operations = CosmosPatchOperations.create()
                .add("/list/1", 2)
                .add("/list/-", 4)
                .set("/deep/y", "new")
                .replace("/deep/x", 10)
                .increment("/n", 5)
                .increment("/f", 0.5)
                .remove("/old");
        JsonNode patched = container()
                .patchItem("a", PARTITION, operations, JsonNode.class)
                .getItem();
        assertEquals(Ground.json("{\"l\":[1,2,3,4]}").get("l"), patched.get("list"));
        assertEquals(Ground.json("{\"x\":10,\"y\":\"new\"}"), patched.get("deep"));
        assertEquals(6, patched.get("n").intValue());
        assertEquals(0.5, patched.get("f").doubleValue());
        assertFalse(patched.has("old"));
        CosmosPatchItemRequestOptions condition = new CosmosPatchItemRequestOptions();
        condition.setFilterPredicate("FROM c WHERE c.n = 6");
        CosmosPatchOperations again = CosmosPatchOperations.create().increment("/n", 1);
        container().patchItem("a", PARTITION, again, condition, JsonNode.class);
        Refusal.expect(412, () -> container().patchItem("a", PARTITION, again, condition, JsonNode.class));
        Refusal.expect(
                400,
                () -> container()
                        .patchItem(
                                "a", PARTITION, CosmosPatchOperations.create().remove("/missing"), JsonNode.class));
        assertEquals(7, ground.get("a").get("n").intValue());
    }

    @Test
    void batchIsAllOrNothing() {
        ground.createWithoutTtl();
        ground.put("old");
        CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
        batch.createItemOperation(item("new", ""));
        batch.upsertItemOperation(item("upserted", ""));
        batch.replaceItemOperation("old", item("old", "\"v\":2"));
        batch.patchItemOperation("new", CosmosPatchOperations.create().set("/v", 3));
        batch.readItemOperation("new");
        batch.deleteItemOperation("upserted");
        CosmosBatchResponse done = container().executeCosmosBatch(batch);
        assertTrue(done.isSuccessStatusCode(), done::getErrorMessage);
        assertEquals(List.of(201, 201, 200, 200, 200, 204), statuses(done));
        assertEquals(
                3, done.getResults().get(4).getItem(JsonNode.class).get("v").intValue());
        assertTrue(done.getRequestCharge() > 0);
        ground.assertThere("new", "old");

        CosmosBatch failing = CosmosBatch.createCosmosBatch(PARTITION);
        failing.createItemOperation(item("third", ""));
        failing.createItemOperation(item("old", ""));
        failing.deleteItemOperation("new");
        CosmosBatchResponse failed = container().executeCosmosBatch(failing);
        assertEquals(409, failed.getStatusCode());
        assertEquals(List.of(424, 409, 424), statuses(failed));
        ground.assertThere("new", "old");
    }

    private static List<Integer> statuses(CosmosBatchResponse response) {
        return response.getResults().stream().map(each -> each.getStatusCode()).toList();
    }

    @Test
    void bulkTellsOfEachOperation() {
        ground.createWithoutTtl();
        ground.put("i7");
        List<CosmosItemOperation> operations = IntStream.range(0, 150)
                .mapToObj(number -> {
                    String partition = number == 7 ? "p" : "p" + number % 3;
                    ObjectNode item = item("i" + number, "").put("pk", partition);
                    return CosmosBulkOperations.getCreateItemOperation(item, new PartitionKey(partition));
                })
                .toList();
        List<Integer> statuses = new ArrayList<>();
        container()
                .executeBulkOperations(operations)
                .forEach(each -> statuses.add(each.getResponse().getStatusCode()));
        assertEquals(149, statuses.stream().filter(status -> status == 201).count());
        assertEquals(1, statuses.stream().filter(status -> status == 409).count());
        assertEquals(List.of(150), ground.query("SELECT VALUE COUNT(1) FROM c", Integer.class));
    }

    @Test
    void manyAreReadAtOnce() {
        ground.createWithoutTtl();
        IntStream.range(0, 30).forEach(number -> {
            ObjectNode item = item("i" + number, "").put("pk", "p" + number % 3);
            container().createItem(item);
        });
        List<CosmosItemIdentity> wanted = IntStream.range(20, 40)
                .mapToObj(number -> new CosmosItemIdentity(new PartitionKey("p" + number % 3), "i" + number))
                .toList();
        Set<String> found = container().readMany(wanted, JsonNode.class).getResults().stream()
                .map(each -> each.get("id").textValue())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                IntStream.range(20, 30).mapToObj(number -> "i" + number).collect(Collectors.toCollection(TreeSet::new)),
                found);
    }

    @Test
    void partitionKeysAreOfAllKinds() {
        ground.createWithoutTtl();
        List<PartitionKey> keys = List.of(
                new PartitionKey("text"),
                new PartitionKey(1.5),
                new PartitionKey(true),
                new PartitionKey(null),
                PartitionKey.NONE);
        List<String> bodies = List.of("\"text\"", "1.5", "true", "null", "");
        for (int index = 0; index < keys.size(); index++) {
            String more = bodies.get(index).isEmpty() ? "" : ",\"pk\":" + bodies.get(index);
            ObjectNode item = Ground.json("{\"id\":\"same\",\"number\":" + index + more + "}");
            container().createItem(item, keys.get(index), new CosmosItemRequestOptions());
        }
        for (int index = 0; index < keys.size(); index++) {
            CosmosItemResponse<JsonNode> read = container().readItem("same", keys.get(index), JsonNode.class);
            assertEquals(index, read.getItem().get("number").intValue());
        }
        Refusal.expect(
                400,
                () -> container().createItem(item("b", ""), new PartitionKey("q"), new CosmosItemRequestOptions()));
    }

    @Test
    void partitionKeysMayHaveLevels() {
        PartitionKeyDefinition levels = Ground.paths("/tenant", "/user", "/session");
        levels.setKind(PartitionKind.MULTI_HASH).setVersion(PartitionKeyDefinitionVersion.V2);
        ground.create(new CosmosContainerProperties(ground.name(), levels));
        for (String user : List.of("u1", "u2")) {
            for (int session = 0; session < 3; session++) {
                ObjectNode item = Ground.json("{\"id\":\"i\",\"tenant\":\"t\"}").put("user", user);
                container()
                        .createItem(
                                item.put("session", session),
                                new PartitionKeyBuilder()
                                        .add("t")
                                        .add(user)
                                        .add((double) session)
                                        .build(),
                                new CosmosItemRequestOptions());
            }
        }
        PartitionKey one = new PartitionKeyBuilder().add("t").add("u1").add(2.0).build();
        assertEquals(
                2,
                container()
                        .readItem("i", one, JsonNode.class)
                        .getItem()
                        .get("session")
                        .intValue());
        var options = new CosmosQueryRequestOptions()
                .setPartitionKey(new PartitionKeyBuilder().add("t").add("u2").build());
        assertEquals(
                3,
                container().queryItems("SELECT * FROM c", options, JsonNode.class).stream()
                        .count());
    }

    @Test
    void allItemsOfAPartitionAreDeletedTogether() {
        ground.createWithoutTtl();
        ground.put("a");
        ground.put("b");
        container().createItem(item("c", "").put("pk", "q"));
        int status = container()
                .deleteAllItemsByPartitionKey(PARTITION, new CosmosItemRequestOptions())
                .getStatusCode();
        assertEquals(200, status);
        assertEquals(List.of("c"), ground.query("SELECT VALUE c.id FROM c", String.class));
    }

    @Test
    void uniqueKeysAreUniqueInAPartition() {
        CosmosContainerProperties definition = ground.definition();
        definition.setUniqueKeyPolicy(
                new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/first", "/last")))));
        ground.create(definition);
        ground.put("a", "\"first\":\"x\",\"last\":\"y\"");
        Refusal.expect(
                409, "Unique index constraint violation.", () -> ground.put("b", "\"first\":\"x\",\"last\":\"y\""));
        ground.put("c", "\"first\":\"x\",\"last\":\"z\"");
        ObjectNode other = item("d", "\"first\":\"x\",\"last\":\"y\"").put("pk", "q");
        assertEquals(201, container().createItem(other).getStatusCode());
    }

    @Test
    void diagnosticsTellOfCharges() {
        ground.createWithoutTtl();
        double small = ground.createItem(item("small", "")).getRequestCharge();
        double large = ground.createItem(item("large", "\"text\":\"" + "x".repeat(50_000) + "\""))
                .getRequestCharge();
        assertTrue(large > 2 * small, small + " " + large);
        assertEquals(1, ground.read("small").getRequestCharge());
        assertTrue(ground.read("large").getRequestCharge() > 2);
        assertTrue(ground.read("small").getDiagnostics().toString().contains("statusCode"));
        assertFalse(ground.read("small").getActivityId().isEmpty());
    }
}
