package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.test.embedded.EmbeddedProvider;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.MayflyClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInfo;

/** A container of a test's own, on a server whose clock stands until the test winds it. */
final class Ground {
    static final String DATABASE = "app";

    /** The number of shards of each container, and so of its ranges of partition keys. */
    static final int SHARDS = Integer.getInteger(EmbeddedProvider.SHARDS_PROPERTY, 1);

    /** The one partition that items are in unless a test says otherwise. */
    static final PartitionKey PARTITION = new PartitionKey("p");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final CosmosClient client;
    private final MayflyClock clock;
    private final Wire wire;
    private final String name;

    Ground(CosmosClient client, CosmosEndpoint endpoint, MayflyClock clock, TestInfo test) {
        this.client = client;
        this.clock = clock;
        this.wire = new Wire(endpoint.http(), endpoint.key());
        this.name = test.getTestMethod().orElseThrow().getName() + COUNT.incrementAndGet();
        client.createDatabaseIfNotExists(DATABASE);
    }

    /** Another container on the same server. */
    Ground(Ground other) {
        this.client = other.client;
        this.clock = other.clock;
        this.wire = other.wire;
        this.name = other.name.replaceAll("[0-9]+$", "") + COUNT.incrementAndGet();
    }

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (JsonProcessingException failure) {
            throw new IllegalArgumentException(text, failure);
        }
    }

    String name() {
        return name;
    }

    CosmosClient client() {
        return client;
    }

    Wire wire() {
        return wire;
    }

    CosmosDatabase database() {
        return client.getDatabase(DATABASE);
    }

    CosmosContainer container() {
        return database().getContainer(name);
    }

    /** The path of the container. */
    String path() {
        return "/dbs/" + DATABASE + "/colls/" + name;
    }

    CosmosContainerProperties definition() {
        return new CosmosContainerProperties(name, "/pk");
    }

    /** Makes the container. */
    CosmosContainer create(int defaultTtl) {
        CosmosContainerProperties definition = definition();
        definition.setDefaultTimeToLiveInSeconds(defaultTtl);
        return create(definition);
    }

    CosmosContainer createWithoutTtl() {
        return create(definition());
    }

    CosmosContainer create(CosmosContainerProperties definition) {
        assertEquals(201, database().createContainer(definition).getStatusCode());
        return container();
    }

    CosmosContainerProperties properties() {
        return container().read().getProperties();
    }

    void setDefaultTtl(@Nullable Integer seconds) {
        CosmosContainerProperties properties = properties();
        properties.setDefaultTimeToLiveInSeconds(seconds);
        assertEquals(200, container().replace(properties).getStatusCode());
    }

    /** Sends a definition of this container that is written by hand; its id and partition key are added. */
    Wire.Answer createByHand(String more) {
        return wire.send("POST", "/dbs/" + DATABASE + "/colls", Map.of(), definition(more));
    }

    Wire.Answer replaceByHand(String more) {
        return wire.send("PUT", path(), Map.of(), definition(more));
    }

    private String definition(String more) {
        return "{\"id\":\"" + name + "\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}"
                + (more.isEmpty() ? "" : "," + more) + "}";
    }

    /** An item with a number, and whatever more is written. */
    static ObjectNode item(String id, String more) {
        return json("{\"id\":\"" + id + "\",\"pk\":\"p\",\"n\":1" + (more.isEmpty() ? "" : "," + more) + "}");
    }

    /** Creates an item. */
    JsonNode put(String id) {
        return put(id, "");
    }

    /** Creates an item with a time to live, written as JSON. */
    JsonNode putFor(String id, String ttl) {
        return put(id, "\"ttl\":" + ttl);
    }

    JsonNode put(String id, String more) {
        CosmosItemResponse<JsonNode> created = createItem(item(id, more));
        assertEquals(201, created.getStatusCode());
        return created.getItem();
    }

    CosmosItemResponse<JsonNode> createItem(JsonNode item) {
        return container().createItem(item, PARTITION, new CosmosItemRequestOptions());
    }

    CosmosItemResponse<JsonNode> upsert(JsonNode item) {
        return container().upsertItem(item, PARTITION, new CosmosItemRequestOptions());
    }

    CosmosItemResponse<JsonNode> replace(JsonNode item) {
        return container().replaceItem(item, item.get("id").textValue(), PARTITION, new CosmosItemRequestOptions());
    }

    CosmosItemResponse<JsonNode> read(String id) {
        return container().readItem(id, PARTITION, JsonNode.class);
    }

    JsonNode get(String id) {
        return read(id).getItem();
    }

    void advance(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    void advance(Duration duration) {
        clock.advance(duration);
    }

    MayflyClock clock() {
        return clock;
    }

    /** The second that an item written now is dated by. */
    long now() {
        return clock.now().getEpochSecond();
    }

    List<JsonNode> query(String text) {
        return query(text, JsonNode.class);
    }

    <T> List<T> query(String text, Class<T> type) {
        return container().queryItems(text, new CosmosQueryRequestOptions(), type).stream()
                .toList();
    }

    /** The ids of the items that are there. All ways of asking must agree. */
    Set<String> ids() {
        Set<String> found = new TreeSet<>();
        query("SELECT * FROM c").forEach(item -> found.add(item.get("id").textValue()));
        List<String> sorted = new ArrayList<>(found);
        assertEquals(sorted, query("SELECT VALUE c.id FROM c ORDER BY c.id", String.class), "ORDER BY");
        assertEquals(sorted.reversed(), query("SELECT VALUE c.id FROM c ORDER BY c.id DESC", String.class), "DESC");
        assertEquals(found, new TreeSet<>(query("SELECT DISTINCT VALUE c.id FROM c", String.class)), "DISTINCT");
        assertEquals(List.of(found.size()), query("SELECT VALUE COUNT(1) FROM c", Integer.class), "COUNT");
        assertEquals(
                List.of(found.size()),
                query("SELECT VALUE COUNT(1) FROM c WHERE c.id >= ''", Integer.class),
                "by index");
        assertEquals(
                found.size(),
                query("SELECT c.id, COUNT(1) AS n FROM c GROUP BY c.id").size(),
                "GROUP BY");
        assertEquals(found, fed(), "read feed");
        assertEquals(found, changed(), "change feed");
        for (String id : found) {
            assertEquals(200, read(id).getStatusCode(), id);
        }
        List<CosmosItemIdentity> identities =
                found.stream().map(id -> new CosmosItemIdentity(PARTITION, id)).toList();
        if (!identities.isEmpty()) {
            assertEquals(
                    found.size(),
                    container()
                            .readMany(identities, JsonNode.class)
                            .getResults()
                            .size(),
                    "read many");
        }
        return found;
    }

    /** The ids in the read feed, which the SDK for Java has no call for. */
    private Set<String> fed() {
        Wire.Answer answer = wire.send("GET", path() + "/docs", Map.of("x-ms-max-item-count", "-1"), (String) null);
        assertEquals(200, answer.status(), answer::toString);
        Set<String> ids = new TreeSet<>();
        answer.json().get("Documents").forEach(item -> ids.add(item.get("id").textValue()));
        assertEquals(ids.size(), answer.json().get("_count").intValue());
        return ids;
    }

    /** The ids in the change feed from its beginning. */
    private Set<String> changed() {
        CosmosChangeFeedRequestOptions options =
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange());
        Set<String> ids = new TreeSet<>();
        container()
                .queryChangeFeed(options, JsonNode.class)
                .forEach(item -> ids.add(item.get("id").textValue()));
        return ids;
    }

    void assertThere(String... ids) {
        assertEquals(new TreeSet<>(Set.of(ids)), ids());
    }

    /** Asserts that there is no such item for anybody who knows its id. */
    void assertGone(String id) {
        Refusal.expect(404, () -> read(id));
        assertTrue(!ids().contains(id), id);
    }

    static PartitionKeyDefinition paths(String... paths) {
        PartitionKeyDefinition definition = new PartitionKeyDefinition();
        definition.setPaths(List.of(paths));
        return definition;
    }
}
