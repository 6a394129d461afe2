package dev.mayfly.face.cosmos.script;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import dev.mayfly.face.cosmos.item.Conditions;
import dev.mayfly.face.cosmos.item.ItemSession;
import dev.mayfly.face.cosmos.item.ItemSessions;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.query.QueryOperations;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.face.cosmos.resource.CosmosJson;
import dev.mayfly.face.cosmos.resource.Etag;
import dev.mayfly.face.cosmos.resource.StoredResources;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes of single items with the triggers that their requests name: those before, the write and those after are one
 * transaction, so one that throws takes back the write.
 */
public final class TriggeredWrites implements ContainerOperation {
    private static final String ALL = "All";

    private final @Nullable CosmosSandbox sandbox;
    private final StoredResources resources;
    private final ItemSessions sessions;
    private final QueryOperations queries;
    private final ScriptAllowances allowances;

    /** @param sandbox null if scripts do not run */
    public TriggeredWrites(
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

    /** What one write leaves: the item as it is shown, or null if there is none, and what a trigger says instead. */
    private record Written(byte @Nullable [] shown, byte @Nullable [] said, boolean isNew) {}

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        CosmosSandbox box = sandbox;
        if (box == null) {
            throw ScriptErrors.off();
        }
        List<ObjectNode> before = named(request, container, RequestField.PRE_TRIGGERS, "Pre");
        List<ObjectNode> after = named(request, container, RequestField.POST_TRIGGERS, "Post");
        PartitionKey partition = request.verb() == Verb.DELETE
                ? ItemSessions.partition(request)
                : ItemSessions.partition(request, container, request.body());
        ScriptAllowance allowance = allowances.of(request, container);
        ScriptLog log = new ScriptLog();
        ItemSessions.Outcome<Written> outcome = sessions.run(container, partition, session -> {
            log.clear();
            try (ScriptExecution execution = new ScriptExecution(box, session, queries, allowance, log)) {
                return write(request, session, execution, before, after);
            }
        });
        return log.showIn(response(request, container, outcome), request);
    }

    private static Written write(
            CosmosRequest request,
            ItemSession session,
            ScriptExecution execution,
            List<ObjectNode> before,
            List<ObjectNode> after) {
        String operation = operation(request.verb());
        byte[] json = request.body();
        for (ObjectNode trigger : before) {
            String changed = execution.run("before", body(trigger), task(operation, json, null));
            json = changed == null ? json : changed.getBytes(StandardCharsets.UTF_8);
        }
        byte[] shown = write(request, session, json);
        boolean isNew = session.hasCreated();
        byte[] said = null;
        for (ObjectNode trigger : after) {
            String answer = execution.run("after", body(trigger), task(operation, json, shown));
            said = answer == null ? said : answer.getBytes(StandardCharsets.UTF_8);
        }
        return new Written(shown, said, isNew);
    }

    private static ObjectNode task(String operation, byte[] json, byte @Nullable [] shown) {
        ObjectNode task = CosmosJson.object().put("operation", operation);
        if (json.length > 0) {
            task.set("document", CosmosJson.sent(json));
        }
        if (shown != null) {
            task.set("result", CosmosJson.sent(shown));
        }
        return task;
    }

    private static String body(ObjectNode trigger) {
        return trigger.path("body").asString("");
    }

    private static byte @Nullable [] write(CosmosRequest request, ItemSession session, byte[] json) {
        Conditions conditions = ItemSessions.conditions(request);
        String link = request.link().resourceLink();
        return switch (request.verb()) {
            case CREATE -> session.create(json);
            case UPSERT -> session.upsert(json, conditions);
            case REPLACE -> session.replace(link, json, conditions);
            case DELETE -> {
                session.delete(link, conditions);
                yield null;
            }
            default -> throw new IllegalStateException("no triggers run with " + request.verb());
        };
    }

    private static String operation(Verb verb) {
        String word = verb.name().toLowerCase(Locale.ROOT);
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private List<ObjectNode> named(CosmosRequest request, Container container, RequestField field, String type) {
        String names = request.fields().given(field);
        List<ObjectNode> triggers = new ArrayList<>();
        for (String name : names == null ? List.<String>of() : Arrays.asList(names.split(",", -1))) {
            ObjectNode trigger = resources.find(ResourceType.TRIGGER, container.rid(), name.strip());
            if (trigger == null) {
                throw CosmosException.badRequest(
                        "The trigger '" + name.strip() + "' does not exist in this container.");
            }
            requireFit(request, trigger, name.strip(), type);
            triggers.add(trigger);
        }
        return triggers;
    }

    private static void requireFit(CosmosRequest request, ObjectNode trigger, String name, String type) {
        if (!trigger.path("triggerType").asString("").equalsIgnoreCase(type)) {
            throw CosmosException.badRequest("The trigger '" + name + "' is not of the type '" + type + "'.");
        }
        String allowed = trigger.path("triggerOperation").asString(ALL);
        if (!allowed.equalsIgnoreCase(ALL) && !fits(allowed, request.verb())) {
            throw CosmosException.badRequest("The trigger '" + name + "' is for the operation '" + allowed
                    + "' and does not run with '" + operation(request.verb()) + "'.");
        }
    }

    private static boolean fits(String allowed, Verb verb) {
        return switch (allowed.toLowerCase(Locale.ROOT)) {
            case "create" -> verb == Verb.CREATE || verb == Verb.UPSERT;
            case "replace", "update" -> verb == Verb.REPLACE || verb == Verb.UPSERT;
            case "delete" -> verb == Verb.DELETE;
            default -> false;
        };
    }

    private static CosmosResponse response(
            CosmosRequest request, Container container, ItemSessions.Outcome<Written> outcome) {
        byte[] shown = outcome.result().shown();
        byte[] said = outcome.result().said();
        CosmosResponse response;
        if (shown == null) {
            response = CosmosResponse.empty(204);
        } else {
            int status = outcome.result().isNew() ? 201 : 200;
            byte[] text = said == null ? shown : said;
            response = request.prefersMinimal()
                    ? CosmosResponse.empty(status)
                    : CosmosResponse.of(status, outcome.session().committed(text, outcome.version()));
            response.etag(Etag.of(outcome.version()));
        }
        return response.charge(outcome.session().charge()).owner(container.names(), container.rid());
    }
}
