package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Stored procedures, triggers and functions of clients, through the SDK. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class ScriptsIT extends OnGround {
    private static final String MOVE = """
            function move(from, to, amount) {
              var collection = getContext().getCollection();
              var link = collection.getSelfLink();
              collection.queryDocuments(link, {
                query: 'SELECT * FROM c WHERE c.id IN (@from, @to) ORDER BY c.id',
                parameters: [{name: '@from', value: from}, {name: '@to', value: to}]
              }, function (error, found) {
                if (error) throw error;
                if (found.length !== 2) throw new Error(404, 'an account is missing');
                var source = found.filter(function (one) { return one.id === from; })[0];
                var target = found.filter(function (one) { return one.id === to; })[0];
                source.sum -= amount;
                target.sum += amount;
                var accepted = collection.replaceDocument(source._self, source, {etag: source._etag}, function (error) {
                  if (error) throw error;
                  collection.replaceDocument(target._self, target, function (error, written) {
                    if (error) throw error;
                    if (source.sum < 0) throw new Error('not enough in ' + from);
                    console.log('moved', amount);
                    getContext().getResponse().setBody({moved: amount, target: written});
                  });
                });
                if (!accepted) throw new Error('not accepted');
              });
            }
            """;

    private static CosmosException refusal(int status, Executable request) {
        CosmosException refusal = assertThrows(CosmosException.class, request);
        assertEquals(status, refusal.getStatusCode(), refusal.getMessage());
        return refusal;
    }

    private CosmosScripts scripts() {
        return ground.container().getScripts();
    }

    private void procedure(String id, String body) {
        scripts().createStoredProcedure(new CosmosStoredProcedureProperties(id, body));
    }

    private CosmosStoredProcedureResponse execute(String id, Object... parameters) {
        CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
        options.setPartitionKey(PARTITION).setScriptLoggingEnabled(true);
        return scripts().getStoredProcedure(id).execute(List.of(parameters), options);
    }

    private JsonNode answer(String id, Object... parameters) {
        return Ground.json(execute(id, parameters).getResponseAsString());
    }

    private int sum(String id) {
        return ground.container()
                .readItem(id, PARTITION, ObjectNode.class)
                .getItem()
                .get("sum")
                .asInt();
    }

    @Test
    void procedureIsOneTransaction() {
        ground.create(-1);
        procedure("move", MOVE);
        ground.put("a", "\"sum\":10");
        ground.put("b", "\"sum\":0");
        CosmosStoredProcedureResponse moved = execute("move", "a", "b", 7);
        assertEquals("moved 7\n", moved.getScriptLog());
        assertTrue(moved.getRequestCharge() > 10, "the charge is of all that it did");
        JsonNode answer = Ground.json(moved.getResponseAsString());
        assertEquals(7, answer.get("target").get("sum").asInt());
        // The etag in the answer is the one that the item has.
        CosmosItemRequestOptions known = new CosmosItemRequestOptions()
                .setIfMatchETag(answer.get("target").get("_etag").asText());
        ground.container().replaceItem(answer.get("target"), "b", PARTITION, known);
        CosmosException refused = refusal(400, () -> execute("move", "a", "b", 4));
        assertTrue(refused.getMessage().contains("not enough in a"), refused.getMessage());
        assertEquals(3, sum("a"));
        assertEquals(7, sum("b"));
        assertEquals(404, refusal(400, () -> execute("move", "a", "x", 4)).getSubStatusCode());
    }

    @Test
    void expiredItemsAreNotThereForScripts() {
        ground.create(-1);
        procedure("look", """
                function () {
                  var found = [];
                  __.filter(function (one) { return one.n > 0; }, function (error, items) {
                    if (error) throw error;
                    __.readDocument(__.getAltLink() + '/docs/a', function (error, item) {
                      __.response.setBody({ids: items.map(function (item) { return item.id; }), read: error ? error.number : item.n});
                    });
                  });
                }
                """);
        procedure("write", """
                function (ttl) {
                  __.upsertDocument(__.getSelfLink(), {id: 'c', pk: 'p', n: 3, ttl: ttl}, function (error) {
                    if (error) __.response.setBody(error.number);
                  });
                }
                """);
        ground.put("a", "\"n\":1,\"ttl\":10");
        ground.put("b", "\"n\":2");
        assertEquals("{\"ids\":[\"a\",\"b\"],\"read\":1}", answer("look").toString());
        ground.advance(10);
        assertEquals("{\"ids\":[\"b\"],\"read\":404}", answer("look").toString());
        assertEquals("\"\"", execute("write", 5).getResponseAsString());
        assertEquals("[\"b\",\"c\"]", answer("look").get("ids").toString());
        ground.advance(5);
        assertEquals("[\"b\"]", answer("look").get("ids").toString());
        assertEquals("400", execute("write", 0).getResponseAsString());
    }

    @Test
    void queriesInJavaScriptGoOnPageByPage() {
        ground.create(-1);
        for (int i = 0; i < 7; i++) {
            ground.put("i" + i, "\"n\":" + i + ",\"tags\":[" + i + ",\"x\"]");
        }
        procedure("page", """
                function (continuation) {
                  var options = {pageSize: 3, continuation: continuation || undefined};
                  __.chain().filter(function (one) { return one.n !== 1; }).map(function (one) { return one.n; })
                    .value(options, function (error, rows, options) {
                      if (error) throw error;
                      __.response.setBody({rows: rows, next: options.continuation || null});
                    });
                }
                """);
        JsonNode first = answer("page", "");
        assertEquals("[0,2,3]", first.get("rows").toString());
        JsonNode second = answer("page", first.get("next").asText());
        assertEquals("[4,5,6]", second.get("rows").toString());
        procedure("others", """
                function () {
                  var said = {};
                  __.sortByDescending(function (one) { return one.n; }, function (error, rows) {
                    said.first = rows[0].id;
                    __.chain().pluck('tags').flatten().filter(function (tag) { return tag !== 'x'; })
                      .value(function (error, rows) { said.tags = rows; __.response.setBody(said); });
                  });
                }
                """);
        assertEquals(
                "{\"first\":\"i6\",\"tags\":[0,1,2,3,4,5,6]}", answer("others").toString());
    }

    @Test
    void triggersRunWhenTheyAreNamed() {
        ground.create(-1);
        trigger(
                "stamp",
                TriggerType.PRE,
                TriggerOperation.CREATE,
                "function () { var r = getContext().getRequest(); var b = r.getBody(); b.op = r.getOperationType(); r.setBody(b); }");
        trigger("count", TriggerType.POST, TriggerOperation.ALL, """
                function () {
                  var written = getContext().getResponse().getBody();
                  var collection = getContext().getCollection();
                  if (written.bad) throw new Error('bad: ' + written.id);
                  collection.upsertDocument(collection.getSelfLink(), {id: 'last', pk: 'p', of: written.id, etag: written._etag});
                }
                """);
        CosmosItemRequestOptions both = new CosmosItemRequestOptions()
                .setPreTriggerInclude(List.of("stamp"))
                .setPostTriggerInclude(List.of("count"));
        ground.container().createItem(Ground.json("{\"id\":\"a\",\"pk\":\"p\"}"), PARTITION, both);
        assertEquals("Create", read("a").get("op").asText());
        assertEquals("a", read("last").get("of").asText());
        ground.put("b");
        assertFalse(read("b").has("op"));
        CosmosException thrown = refusal(
                400,
                () -> ground.container()
                        .createItem(Ground.json("{\"id\":\"x\",\"pk\":\"p\",\"bad\":true}"), PARTITION, both));
        assertTrue(thrown.getMessage().contains("bad: x"), thrown.getMessage());
        Refusal.expect(404, () -> read("x"));
        assertEquals("a", read("last").get("of").asText());
        Refusal.expect(
                400,
                () -> ground.container().replaceItem(Ground.json("{\"id\":\"a\",\"pk\":\"p\"}"), "a", PARTITION, both));
        CosmosItemRequestOptions wrong = new CosmosItemRequestOptions().setPreTriggerInclude(List.of("count"));
        Refusal.expect(
                400, () -> ground.container().createItem(Ground.json("{\"id\":\"y\",\"pk\":\"p\"}"), PARTITION, wrong));
    }

    private JsonNode read(String id) {
        return ground.container().readItem(id, PARTITION, ObjectNode.class).getItem();
    }

    private void trigger(String id, TriggerType type, TriggerOperation operation, String body) {
        CosmosTriggerProperties trigger = new CosmosTriggerProperties(id, body);
        scripts().createTrigger(trigger.setTriggerType(type).setTriggerOperation(operation));
    }

    @Test
    void functionsOfClientsStandInQueries() {
        ground.create(-1);
        scripts()
                .createUserDefinedFunction(new CosmosUserDefinedFunctionProperties(
                        "tax", "function tax(n, rate) { return rate === undefined ? 'none' : n * rate; }"));
        scripts()
                .createUserDefinedFunction(
                        new CosmosUserDefinedFunctionProperties("fail", "function () { throw new Error('no'); }"));
        ground.put("a", "\"n\":10");
        ground.put("b", "\"n\":20,\"rate\":0.5");
        assertEquals(
                List.of("a"),
                ground.query("SELECT VALUE c.id FROM c WHERE udf.tax(c.n, c.rate) = 'none'", String.class));
        assertEquals(
                "[10.0]",
                ground.query("SELECT VALUE udf.tax(c.n, c.rate) FROM c WHERE c.id = 'b'", Double.class)
                        .toString());
        CosmosException thrown = refusal(400, () -> ground.query("SELECT VALUE udf.fail() FROM c"));
        assertTrue(thrown.getMessage().contains("Exception = Error: no"), thrown.getMessage());
        Refusal.expect(400, () -> ground.query("SELECT VALUE udf.none(1) FROM c"));
    }

    @Test
    void scriptEndsWithinItsTime() {
        ground.create(-1);
        procedure(
                "loop",
                "function () { __.createDocument(__.getSelfLink(), {id: 'x', pk: 'p'}, function () { for (;;); }); }");
        Refusal.expect(403, () -> execute("loop"));
        Refusal.expect(404, () -> read("x"));
        procedure("partition", "function () { __.createDocument(__.getSelfLink(), {id: 'x', pk: 'q'}); }");
        Refusal.expect(400, () -> execute("partition"));
        CosmosStoredProcedureRequestOptions elsewhere = new CosmosStoredProcedureRequestOptions();
        elsewhere.setPartitionKey(new PartitionKey("q"));
        scripts().getStoredProcedure("partition").execute(List.of(), elsewhere);
    }
}
