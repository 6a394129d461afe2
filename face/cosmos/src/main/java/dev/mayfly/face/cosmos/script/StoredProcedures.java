package dev.mayfly.face.cosmos.script;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.item.ItemSessions;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.query.QueryOperations;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.face.cosmos.resource.CosmosJson;
import dev.mayfly.face.cosmos.resource.StoredResources;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Executes stored procedures: all that one does is one transaction within its partition, or nothing. */
public final class StoredProcedures implements ContainerOperation {
    /** The answer of a procedure that sets none. */
    private static final String NOTHING = "\"\"";

    private static final int RESULT_BYTES_MAX = 4 << 20;

    private final @Nullable CosmosSandbox sandbox;
    private final StoredResources resources;
    private final ItemSessions sessions;
    private final QueryOperations queries;
    private final ScriptAllowances allowances;

    /** @param sandbox null if scripts do not run */
    public StoredProcedures(
            @Nullable CosmosSandbox sandbox,
            StoredResources resources,
            ItemSessions sessions,
            QueryOperations queries,
            ScriptAllowances allowances) {
        this.sandbox = sandbox;
        this.resources = resources;
        this.sessions = sessions;
        this.queries = queries;
        this.allowances = allowances;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        CosmosSandbox box = sandbox;
        if (box == null) {
            throw ScriptErrors.off();
        }
        ObjectNode procedure = resources.require(
                ResourceType.STORED_PROCEDURE, container.rid(), request.link().id());
        String body = procedure.path("body").asString("");
        PartitionKey partition = ItemSessions.partition(request);
        ArrayNode parameters = parameters(request);
        ScriptAllowance allowance = allowances.of(request, container);
        ScriptLog log = new ScriptLog();
        ItemSessions.Outcome<String> outcome = sessions.run(container, partition, session -> {
            log.clear();
            try (ScriptExecution execution = new ScriptExecution(box, session, queries, allowance, log)) {
                ObjectNode task = CosmosJson.object();
                task.set("parameters", parameters);
                String said = execution.run("procedure", body, task);
                return said == null ? NOTHING : said;
            }
        });
        byte[] result = result(outcome);
        CosmosResponse response = CosmosResponse.of(200, result)
                .charge(RequestUnits.METADATA + outcome.session().charge())
                .owner(container.names(), container.rid());
        return log.showIn(response, request);
    }

    private static byte[] result(ItemSessions.Outcome<String> outcome) {
        byte[] result =
                outcome.session().committed(outcome.result().getBytes(StandardCharsets.UTF_8), outcome.version());
        if (result.length > RESULT_BYTES_MAX) {
            throw CosmosErrors.tooLarge();
        }
        return result;
    }

    /** The parameters are an array; some clients send a single one as it is. */
    private static ArrayNode parameters(CosmosRequest request) {
        byte[] body = request.body();
        if (body.length == 0) {
            return CosmosJson.array();
        }
        byte[] wrapped =
                ("{\"parameters\":" + new String(body, StandardCharsets.UTF_8) + "}").getBytes(StandardCharsets.UTF_8);
        ObjectNode sent = CosmosJson.sent(wrapped);
        if (sent.size() != 1) {
            throw CosmosException.badRequest("One of the specified inputs is invalid");
        }
        return sent.get("parameters") instanceof ArrayNode array
                ? array
                : CosmosJson.array().add(sent.get("parameters"));
    }
}
