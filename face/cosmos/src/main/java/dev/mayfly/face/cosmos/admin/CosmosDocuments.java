package dev.mayfly.face.cosmos.admin;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.DocumentDraft;
import dev.mayfly.face.api.ExpectedVersion;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FieldOrder;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.item.ItemWrites;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import dev.mayfly.face.cosmos.query.ItemCondition;
import dev.mayfly.face.cosmos.query.QueryRows;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.PropertyQueues;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Items of this face: written and asked as its own requests do, with values in place of requests. */
public final class CosmosDocuments implements FaceDocuments {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int TOUCHES_MAX = 100;
    private static final long MILLIS = 1_000;

    private final Engine engine;
    private final ItemWrites writes;

    public CosmosDocuments(Engine engine, ItemWrites writes) {
        this.engine = engine;
        this.writes = writes;
    }

    private static Container container(Collection collection) {
        return Container.of(collection, collection.record().options());
    }

    private static DocumentKey key(Address address, ItemKeyText.Parts item) {
        return ItemKey.of(
                container(address.collection()).items().partition().requireWhole(item.partition()), item.id());
    }

    /** Runs work, and words the refusals of this face for a person. */
    private static <T> T worded(Supplier<T> work) {
        try {
            return work.get();
        } catch (CosmosException refused) {
            throw CosmosRefusals.of(refused);
        }
    }

    @Override
    public boolean put(Address address, String json, @Nullable Lifetime lifetime, ExpectedVersion expected) {
        return conditional(expected, () -> {
            ItemKeyText.Parts item = ItemKeyText.parts(address.id(), address.partitionKey());
            Container container = container(address.collection());
            byte[] body = body(item, json, lifetime);
            Long version = expected.version();
            if (version == null) {
                return writes.upsert(container, item.partition(), body);
            }
            if (expected.isNone()) {
                writes.create(container, item.partition(), body);
            } else {
                writes.replace(container, item.partition(), body, version);
            }
            return expected.isNone();
        });
    }

    /** The item with the id of its address. */
    private static byte[] body(ItemKeyText.Parts item, String json, @Nullable Lifetime lifetime) {
        if (lifetime != null) {
            throw FaceRefusal.invalid("an item says itself how long it lives; set its ttl, or touch it afterwards");
        }
        JsonNode given = read(json).path("id");
        if (given.isMissingNode()) {
            // The rest of the text stays as it is, numbers of any length included.
            String id = JSON.writeValueAsString(item.id());
            String rest = json.substring(json.indexOf('{') + 1);
            return ("{\"id\":" + id + (rest.strip().startsWith("}") ? "" : ",") + rest)
                    .getBytes(StandardCharsets.UTF_8);
        }
        if (!given.asString("").equals(item.id())) {
            throw FaceRefusal.invalid("the id of the item is not that of the address");
        }
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** As {@link #worded}; a write that met another state than expected is refused as such. */
    private static <T> T conditional(ExpectedVersion expected, Supplier<T> work) {
        try {
            return work.get();
        } catch (CosmosException refused) {
            boolean isOther = CosmosRefusals.isChanged(refused)
                    || expected.isNone() && CosmosRefusals.isTaken(refused)
                    || !expected.isAny() && CosmosRefusals.isMissing(refused);
            throw isOther ? FaceRefusal.changed(expected) : CosmosRefusals.of(refused);
        }
    }

    @Override
    public boolean delete(Address address, ExpectedVersion expected) {
        return conditional(expected, () -> {
            ItemKeyText.Parts item = ItemKeyText.parts(address.id(), address.partitionKey());
            try {
                writes.delete(container(address.collection()), key(address, item), expected.version());
                return true;
            } catch (CosmosException refused) {
                if (CosmosRefusals.isMissing(refused) && expected.isAny()) {
                    return false;
                }
                throw refused;
            }
        });
    }

    @Override
    public DocumentDraft draft(Address address, String json, @Nullable Lifetime lifetime, long now) {
        return worded(() -> {
            ItemKeyText.Parts item = ItemKeyText.parts(address.id(), address.partitionKey());
            byte[] body = body(item, json, lifetime);
            return new DocumentDraft(key(address, item), ItemWrites.draft(container(address.collection()), body));
        });
    }

    @Override
    public String newId(Collection collection, String json) {
        if (!read(json).path("id").isString()) {
            throw FaceRefusal.invalid("an item needs an \"id\", which is a string");
        }
        return worded(() -> ItemKeyText.INSTANCE.write(
                ItemWrites.key(container(collection), json.getBytes(StandardCharsets.UTF_8))));
    }

    @Override
    public void touch(Address address, Lifetime lifetime, long now) {
        CollectionRecord record = address.collection().record();
        if (record.policy().current().rules().isEmpty()) {
            throw FaceRefusal.conflict(
                    "time to live is off for this container, so a ttl would mean nothing; set its defaultTtl first");
        }
        FieldPath path = PropertyQueues.path(record, record.policy().current());
        boolean done = worded(() -> {
            ItemKeyText.Parts item = ItemKeyText.parts(address.id(), address.partitionKey());
            DocumentKey key = key(address, item);
            for (int attempt = 0; attempt < TOUCHES_MAX; attempt++) {
                if (touch(address.collection(), key, path, lifetime, now)) {
                    return true;
                }
            }
            return false;
        });
        if (!done) {
            throw FaceRefusal.conflict("others change the item again and again");
        }
    }

    /** Returns false if the item has changed since its property was read. */
    private boolean touch(
            Collection collection, DocumentKey key, @Nullable FieldPath path, Lifetime lifetime, long now) {
        BaseInstant base = path == null || isSaidAtOnce(lifetime) ? null : BaseInstant.of(collection, key, path);
        Lifetime relative = switch (lifetime) {
            case Lifetime.Inherit _, Lifetime.Forever _ -> lifetime;
            case Lifetime.For(long seconds) ->
                base == null ? lifetime : lasting(now + seconds * MILLIS, base.instant());
            case Lifetime.Until(long end) ->
                lasting(end, base == null ? Math.floorDiv(now, MILLIS) * MILLIS : base.instant());
        };
        try {
            writes.touch(container(collection), key, relative, base == null ? null : base.version());
            return true;
        } catch (CosmosException refused) {
            if (CosmosRefusals.isChanged(refused) && base != null) {
                return false;
            }
            throw refused;
        }
    }

    private static boolean isSaidAtOnce(Lifetime lifetime) {
        return lifetime instanceof Lifetime.Inherit || lifetime instanceof Lifetime.Forever;
    }

    /** An item never dies before its time. */
    private static Lifetime lasting(long end, long base) {
        return new Lifetime.For(Math.max(1, Math.min(Integer.MAX_VALUE, Math.ceilDiv(end - base, MILLIS))));
    }

    /**
     * The instant from which an item's ttl counts, where the container names a property for that.
     *
     * @param instant in milliseconds
     * @param version of the item that holds the property
     */
    private record BaseInstant(long instant, long version) {
        static BaseInstant of(Collection collection, DocumentKey key, FieldPath path) {
            Document found = collection.get(collection.reading(), key);
            if (found == null) {
                throw CosmosErrors.notFound();
            }
            long instant = FieldInstant.EPOCH_SECOND.in(JsonView.of(found.body()), path, Lifetime.INHERIT);
            if (instant == Deadlines.NO_DEADLINE) {
                throw FaceRefusal.conflict("the item has no whole number of seconds since the epoch in \"" + path
                        + "\", from which a ttl counts here; write that first");
            }
            return new BaseInstant(instant, found.version());
        }
    }

    @Override
    public Rows query(Question question) {
        JsonNode asked = read(question.text());
        if (!asked.path("statement").isString()) {
            throw FaceRefusal.invalid("say what: {\"statement\": \"SELECT * FROM c\"}");
        }
        Container container = container(question.collection());
        List<String> found = worded(
                () -> new QueryRows(container, asked.path("statement").asString(), parameters(asked.path("parameters")))
                        .first(engine, question.limit() + 1));
        List<List<String>> paths = container.definition().partitionKeyPaths().stream()
                .map(PartitionKeyPaths::names)
                .toList();
        return Rows.first(
                found.stream().map(row -> new Row(row, id(read(row), paths))).toList(), question.limit());
    }

    private static Map<String, SqlValue> parameters(JsonNode array) {
        Map<String, SqlValue> parameters = new HashMap<>();
        for (JsonNode each : array.isArray() ? array : JSON.createArrayNode()) {
            if (!each.path("name").isString()) {
                throw FaceRefusal.invalid("a parameter is an object with a name and a value");
            }
            JsonNode value = each.path("value");
            parameters.put(
                    each.path("name").asString(),
                    value.isMissingNode()
                            ? SqlValues.UNDEFINED
                            : SqlValues.stored(JsonView.of(JSON.writeValueAsBytes(value))));
        }
        return parameters;
    }

    /** Rows with an id and all of the partition key are items. */
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

    @Override
    public Condition condition(Collection collection, String text, long now) {
        ItemCondition condition = worded(() ->
                ItemCondition.of(text, now, container(collection).definition().searchSettings()));
        return (_, content) ->
                worded(() -> condition.holds(content.body(), content.stamp().modified()));
    }

    @Override
    public FieldOrder order(Collection collection, ReadView reading, FieldPath path, boolean descending) {
        return CosmosOrder.of(container(collection).definition(), reading, path, descending);
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JacksonException wrong) {
            throw FaceRefusal.invalid("this is no JSON: " + wrong.getOriginalMessage());
        }
    }
}
