package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

/** The features beside the time to live, and those that use it. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("around")
final class TtlAroundIT extends OnGround {
    @Test
    @Row(number = 1, when = "`ttlPropertyPath` on a container without `defaultTtl`", then = "400, and nothing is made")
    void propertyPathWantsDefault() {
        Wire.Answer answer = ground.createByHand("\"ttlPropertyPath\":\"/at\"");
        assertEquals(400, answer.status(), answer::toString);
        assertTrue(answer.isRefusal() && answer.body().contains("ttlPropertyPath"), answer::toString);
        Refusal.expect(404, () -> ground.container().read());
    }

    @Test
    @Row(
            number = 2,
            when = "`ttlPropertyPath` on a container with `defaultTtl`",
            then = "items expire that many seconds, or their own `ttl`, after the whole second since the epoch that the"
                    + " property says; items without such a number never do; replace adds and removes the path")
    void propertyPathCounts() {
        assertEquals(
                201,
                ground.createByHand("\"ttlPropertyPath\":\"/at\",\"defaultTtl\":60")
                        .status());
        long later = ground.now() + 100;
        ground.put("a", "\"at\":" + later);
        ground.put("b", "\"ttl\":5,\"at\":" + later);
        ground.put("c", "\"at\":\"" + later + "\"");
        ground.put("d", "\"ttl\":5");
        ground.advance(104);
        assertEquals(Set.of("a", "b", "c", "d"), ground.ids());
        ground.advance(1);
        assertEquals(Set.of("a", "c", "d"), ground.ids());
        ground.advance(55);
        assertEquals(Set.of("c", "d"), ground.ids());
        ground.put("e", "\"at\":1");
        assertEquals(200, ground.replaceByHand("\"defaultTtl\":600").status());
        assertEquals(Set.of("c"), ground.ids());
        ground.put("f");
        assertEquals(
                200,
                ground.replaceByHand("\"defaultTtl\":600,\"ttlPropertyPath\":\"/other\"")
                        .status());
        ground.advance(1000);
        assertTrue(ground.ids().contains("f"));
    }

    @Test
    @Row(
            number = 3,
            when = "`analyticalStorageTtl`",
            then = "kept and returned, removes nothing; absent unless it was given")
    void analyticalTtlIsKept() {
        CosmosContainerProperties definition = ground.definition().setDefaultTimeToLiveInSeconds(-1);
        ground.create(definition.setAnalyticalStoreTimeToLiveInSeconds(5));
        assertEquals(5, ground.properties().getAnalyticalStoreTimeToLiveInSeconds());
        ground.put("a");
        ground.advance(1000);
        ground.assertThere("a");
        Ground other = new Ground(ground);
        other.createWithoutTtl();
        assertNull(other.properties().getAnalyticalStoreTimeToLiveInSeconds());
    }

    @Test
    @Row(
            number = 4,
            when = "stored procedures, triggers, user defined functions",
            then = "stored, listed, read, deleted and run; what has expired is not there for them")
    void scriptsAreStoredAndRun() {
        ground.create(-1);
        CosmosScripts scripts = ground.container().getScripts();
        scripts.createStoredProcedure(new CosmosStoredProcedureProperties("sum", "function() {}"));
        assertEquals(
                "function() {}",
                scripts.getStoredProcedure("sum").read().getProperties().getBody());
        assertEquals(1, scripts.readAllStoredProcedures().stream().count());
        CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
        options.setPartitionKey(PARTITION);
        assertEquals(
                "\"\"",
                scripts.getStoredProcedure("sum").execute(List.of(), options).getResponseAsString());
        CosmosTriggerProperties trigger = new CosmosTriggerProperties("stamp", "function() {}");
        trigger.setTriggerOperation(TriggerOperation.ALL).setTriggerType(TriggerType.PRE);
        scripts.createTrigger(trigger);
        assertEquals(1, scripts.readAllTriggers().stream().count());
        scripts.createUserDefinedFunction(new CosmosUserDefinedFunctionProperties("tax", "function(x) { return x; }"));
        assertEquals(1, scripts.readAllUserDefinedFunctions().stream().count());
        ground.put("a");
        assertEquals(List.of("a"), ground.query("SELECT VALUE udf.tax(c.id) FROM c", String.class));
        scripts.getStoredProcedure("sum").delete();
        scripts.getTrigger("stamp").delete();
        scripts.getUserDefinedFunction("tax").delete();
        assertEquals(0, scripts.readAllStoredProcedures().stream().count());
    }

    @Test
    @Row(number = 5, when = "the header `x-ms-time-to-live-in-seconds`", then = "no meaning for items in JSON")
    void headerMeansNothing() {
        ground.create(-1);
        Wire.Answer answer = ground.wire()
                .send(
                        "POST",
                        ground.path() + "/docs",
                        Map.of("x-ms-documentdb-partitionkey", "[\"p\"]", "x-ms-time-to-live-in-seconds", "5"),
                        "{\"id\":\"a\",\"pk\":\"p\"}");
        assertEquals(201, answer.status(), answer::toString);
        ground.advance(1000);
        ground.assertThere("a");
    }

    @Test
    @Row(
            number = 7,
            when = "runs the change feed processor of the SDK for Java, whose leases are items",
            then = "every change reaches it once a lease is taken; items that expire do not")
    void changeFeedProcessorRuns(CosmosAsyncClient asyncClient) {
        ground.create(-1);
        Ground leases = new Ground(ground);
        leases.create(new CosmosContainerProperties(leases.name(), "/id").setDefaultTimeToLiveInSeconds(-1));
        Set<String> seen = new ConcurrentSkipListSet<>();
        ChangeFeedProcessor processor = new ChangeFeedProcessorBuilder()
                .hostName("host")
                .feedContainer(async(asyncClient, ground))
                .leaseContainer(async(asyncClient, leases))
                .options(new ChangeFeedProcessorOptions()
                        .setStartFromBeginning(true)
                        .setFeedPollDelay(Duration.ofMillis(100)))
                .handleLatestVersionChanges(changes -> changes.forEach(
                        each -> seen.add(each.getCurrent().get("id").textValue())))
                .buildChangeFeedProcessor();
        ground.putFor("dead", "1");
        ground.advance(1);
        ground.put("before");
        processor.start().block(Duration.ofSeconds(30));
        Await.until("the first change has come", () -> seen.contains("before"));
        ground.put("after");
        Await.until("the second change has come", () -> seen.contains("after"));
        processor.stop().block(Duration.ofSeconds(30));
        assertEquals(Set.of("before", "after"), Set.copyOf(seen));
        assertFalse(leases.query("SELECT * FROM c").isEmpty());
    }

    private static CosmosAsyncContainer async(CosmosAsyncClient client, Ground ground) {
        return client.getDatabase(Ground.DATABASE).getContainer(ground.name());
    }

    @Test
    @Row(
            number = 8,
            when = "keeps a lease with a `ttl`, as processors and throughput control do",
            then = "it is there while it is renewed, and free to be taken when it is not")
    void leaseIsFreeWhenItsOwnerIsGone() {
        ground.create(-1);
        ground.put("lease", "\"ttl\":30,\"owner\":\"first\"");
        for (int renewal = 0; renewal < 5; renewal++) {
            ground.advance(20);
            ground.replace(item("lease", "\"ttl\":30,\"owner\":\"first\""));
            Refusal.expect(409, () -> ground.put("lease", "\"ttl\":30,\"owner\":\"second\""));
        }
        ground.advance(30);
        JsonNode taken = ground.put("lease", "\"ttl\":30,\"owner\":\"second\"");
        assertEquals("second", taken.get("owner").textValue());
    }

    @Test
    @Row(
            number = 9,
            when = "extracts what is to expire from an item into an item of its own, linked by id",
            then = "the part dies alone, as the FAQ recommends")
    void linkedItemDiesAlone() {
        ground.create(-1);
        ground.put("user", "\"name\":\"ann\",\"session\":\"user-session\"");
        ground.put("user-session", "\"ttl\":1800,\"token\":\"t1\"");
        String session = ground.get("user").get("session").textValue();
        assertEquals("t1", ground.get(session).get("token").textValue());
        ground.advance(1800);
        Refusal.expect(404, () -> ground.read(session));
        assertEquals("ann", ground.get("user").get("name").textValue());
        assertEquals(
                201,
                ground.upsert(item(session, "\"ttl\":1800,\"token\":\"t2\"")).getStatusCode());
    }
}
