package dev.mayfly.app.server;

import dev.mayfly.app.console.AdminException;
import dev.mayfly.app.console.FaceDocuments;
import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.KeyDecoder;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineError.TooManyWouldExpire;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.CosmosFace;
import dev.mayfly.face.cosmos.query.ItemCondition;
import dev.mayfly.face.cosmos.resource.PropertyQueues;
import dev.mayfly.face.transport.HttpBody;
import dev.mayfly.face.transport.HttpFields;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import dev.mayfly.face.transport.InnerConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Items of the cosmos face: by its own requests. */
final class CosmosDocuments implements FaceDocuments {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String PARTITION_KEY = "x-ms-documentdb-partitionkey";
    private static final String CONTINUATION = "x-ms-continuation";
    private static final int FIRST_ERROR = 400;
    private static final int CREATED = 201;
    private static final int NOT_FOUND = 404;
    private static final long MILLIS = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final CosmosFace face;
    private final Clock machine;

    CosmosDocuments(CosmosFace face, Clock machine) {
        this.face = face;
        this.machine = machine;
    }

    /** The id and what the field for the partition key says. */
    private record Item(String id, String partitionKey) {
        static Item of(Address address) {
            List<BsonValue> parts = KeyDecoder.decode(
                    ItemKeys.INSTANCE.read(address.id(), address.partitionKey()).bytes());
            return new Item(parts.getLast().asString().getValue(), ItemKeys.json(parts.subList(0, parts.size() - 1)));
        }
    }

    @Override
    public boolean put(Address address, String json, @Nullable Lifetime lifetime) {
        if (lifetime != null) {
            throw AdminException.badRequest(
                    "an item says itself how long it lives; set its ttl, or touch it afterwards");
        }
        Item item = Item.of(address);
        ObjectNode body = (ObjectNode) read(json);
        if (!body.has("id")) {
            body.put("id", item.id);
        } else if (!body.path("id").asString("").equals(item.id)) {
            throw AdminException.badRequest("the id of the item is not that of the address");
        }
        HttpResponse answer = send(
                "POST",
                documents(address.collection()),
                JSON.writeValueAsString(body),
                Map.of(PARTITION_KEY, item.partitionKey, "x-ms-documentdb-is-upsert", "true"));
        return require(answer).status() == CREATED;
    }

    @Override
    public boolean delete(Address address) {
        Item item = Item.of(address);
        HttpResponse answer = send("DELETE", document(address, item), "", Map.of(PARTITION_KEY, item.partitionKey));
        return answer.status() != NOT_FOUND && require(answer).status() < FIRST_ERROR;
    }

    @Override
    public void touch(Address address, Lifetime lifetime, long now) {
        if (address.collection().record().policy().current().rules().isEmpty()) {
            throw AdminException.conflict(
                    "time to live is off for this container, so a ttl would mean nothing; set its defaultTtl first");
        }
        Item item = Item.of(address);
        CollectionRecord record = address.collection().record();
        FieldPath path = PropertyQueues.path(record, record.policy().current());
        String operations = switch (lifetime) {
            // Removing alone is refused where there is none; both together move _ts in any case.
            case Lifetime.Inherit _ -> set(-1) + ", {\"op\": \"remove\", \"path\": \"/ttl\"}";
            case Lifetime.Forever _ -> set(-1);
            case Lifetime.For(long seconds) ->
                path == null ? set(seconds) : set(secondsUntil(now + seconds * MILLIS, secondOf(address, item, path)));
            case Lifetime.Until(long end) ->
                set(secondsUntil(
                        end, path == null ? Math.floorDiv(now, MILLIS) * MILLIS : secondOf(address, item, path)));
        };
        require(send(
                "PATCH",
                document(address, item),
                "{\"operations\": [" + operations + "]}",
                Map.of(PARTITION_KEY, item.partitionKey, "Content-Type", "application/json_patch+json")));
    }

    /** An item never dies before its time. */
    private static long secondsUntil(long end, long base) {
        return Math.max(1, Math.min(Integer.MAX_VALUE, Math.ceilDiv(end - base, MILLIS)));
    }

    /** From when the ttl of an item counts where the container says a property for that, in milliseconds. */
    private long secondOf(Address address, Item item, FieldPath path) {
        HttpResponse found =
                require(send("GET", document(address, item), "", Map.of(PARTITION_KEY, item.partitionKey)));
        JsonView body = JsonView.of(text(found).getBytes(StandardCharsets.UTF_8));
        long second = FieldInstant.EPOCH_SECOND.in(body, path, Lifetime.INHERIT);
        if (second == Deadlines.NO_DEADLINE) {
            throw AdminException.conflict("the item has no whole number of seconds since the epoch in \"" + path
                    + "\", from which a ttl counts here; write that first");
        }
        return second;
    }

    private static String set(long seconds) {
        return "{\"op\": \"set\", \"path\": \"/ttl\", \"value\": " + seconds + "}";
    }

    @Override
    public Rows query(Question question) {
        JsonNode asked = read(question.text());
        if (!asked.path("statement").isString()) {
            throw AdminException.badRequest("say what: {\"statement\": \"SELECT * FROM c\"}");
        }
        ObjectNode body = JSON.createObjectNode();
        body.put("query", asked.path("statement").asString());
        body.set("parameters", asked.path("parameters").isArray() ? asked.path("parameters") : JSON.createArrayNode());
        String text = JSON.writeValueAsString(body);
        long end = machine.tickNanos() + question.timeoutMillis() * NANOS_PER_MILLI;
        List<String> rows = new ArrayList<>();
        String continuation = "";
        while (continuation != null && rows.size() <= question.limit()) {
            HttpResponse page = require(page(question, text, continuation));
            for (JsonNode row : read(text(page)).path("Documents")) {
                rows.add(row.toString());
            }
            continuation = page.fields().first(CONTINUATION);
            if (continuation != null && machine.tickNanos() - end > 0) {
                throw new AdminException(408, "timeout", "the query takes longer than the time it was given");
            }
        }
        return Rows.first(rows, question.limit());
    }

    @Override
    public Condition condition(Collection collection, String text, long now) {
        try {
            ItemCondition condition = ItemCondition.of(text, now);
            return (_, content) ->
                    condition.holds(content.body(), content.stamp().modified());
        } catch (CosmosException wrong) {
            throw AdminException.badRequest(CosmosWords.plain(wrong.getMessage()));
        }
    }

    /** Rows with an id and all of the partition key are items. */
    @Override
    public List<String> ids(Question question, Rows rows) {
        HttpResponse container = require(send("GET", container(question.collection()), "", Map.of()));
        List<List<String>> paths = new ArrayList<>();
        for (JsonNode path : read(text(container)).path("partitionKey").path("paths")) {
            paths.add(List.of(path.asString().substring(1).split("/", -1)));
        }
        return rows.items().stream().map(row -> id(read(row), paths)).toList();
    }

    private static String id(JsonNode row, List<List<String>> paths) {
        if (!row.path("id").isString()) {
            return "";
        }
        ArrayNode key = JSON.createArrayNode();
        for (List<String> path : paths) {
            JsonNode part = row;
            for (String name : path) {
                part = part.path(name);
            }
            // An item without the field is kept under an empty object.
            key.add(part.isMissingNode() ? JSON.createObjectNode() : part);
        }
        return JSON.writeValueAsString(key.add(row.path("id").asString()));
    }

    private HttpResponse page(Question question, String body, String continuation) {
        HttpFields fields = HttpFields.NONE
                .with("Content-Type", "application/query+json")
                .with("x-ms-documentdb-isquery", "true")
                .with("x-ms-documentdb-query-enablecrosspartition", "true")
                .with("x-ms-max-item-count", Integer.toString(question.limit() + 1));
        return send(
                "POST",
                documents(question.collection()),
                body,
                continuation.isEmpty() ? fields : fields.with(CONTINUATION, continuation));
    }

    private static String documents(Collection collection) {
        return container(collection) + "/docs";
    }

    static String container(Collection collection) {
        return "/dbs/" + encoded(collection.name().database()) + "/colls/"
                + encoded(collection.name().collection());
    }

    private static String document(Address address, Item item) {
        return documents(address.collection()) + "/" + encoded(item.id);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    HttpResponse send(String method, String path, String body, Map<String, String> fields) {
        return send(method, path, body, HttpFields.of(List.copyOf(fields.entrySet())));
    }

    private HttpResponse send(String method, String path, String body, HttpFields fields) {
        return face.inner()
                .handle(new HttpRequest(
                        method,
                        path,
                        Map.of(),
                        Map.of(),
                        fields.with("x-ms-version", "2020-07-15"),
                        body.getBytes(StandardCharsets.UTF_8),
                        InnerConnection.INSTANCE));
    }

    static HttpResponse require(HttpResponse answer) {
        if (answer.status() < FIRST_ERROR) {
            return answer;
        }
        String message = CosmosWords.plain(read(text(answer)).path("message").asString("the request failed"));
        if (TooManyWouldExpire.isWordedIn(message)) {
            throw new AdminException(409, "too_many_would_expire", message);
        }
        throw switch (answer.status()) {
            case NOT_FOUND -> AdminException.notFound(message);
            case 409, 412 -> AdminException.conflict(message);
            default -> AdminException.badRequest(message);
        };
    }

    static String text(HttpResponse answer) {
        return switch (answer.body()) {
            case HttpBody.Bytes(byte[] bytes) -> new String(bytes, StandardCharsets.UTF_8);
            case HttpBody.Streamed _ -> throw new IllegalStateException("this face answers in one piece");
        };
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JacksonException wrong) {
            throw AdminException.badRequest("this is no JSON: " + wrong.getOriginalMessage());
        }
    }
}
