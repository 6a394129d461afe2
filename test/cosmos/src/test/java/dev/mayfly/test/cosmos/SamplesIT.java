package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The samples of the page on time to live, in Java: orders of customers that expire. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Fresh
final class SamplesIT {
    private static final PartitionKey CUSTOMER = new PartitionKey("CO18009186470");
    private static final int THIRTY_DAYS = 60 * 60 * 24 * 30;

    private CosmosDatabase database;

    /** Orders as an application has them; without a time to live the property is left out. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    record SalesOrder(
            @JsonProperty("id") String id,
            @JsonProperty("cid") String customerId,
            @JsonProperty("ttl") @Nullable Integer timeToLive) {
        SalesOrder withTimeToLive(@Nullable Integer seconds) {
            return new SalesOrder(id, customerId, seconds);
        }
    }

    @BeforeEach
    void prepare(CosmosClient client) {
        client.createDatabase("salesdb");
        this.database = client.getDatabase("salesdb");
    }

    private CosmosContainer orders(int defaultTimeToLive) {
        CosmosContainerProperties definition = new CosmosContainerProperties("orders", "/cid");
        definition.setDefaultTimeToLiveInSeconds(defaultTimeToLive);
        database.createContainer(definition, ThroughputProperties.createManualThroughput(20_000));
        return database.getContainer("orders");
    }

    private static SalesOrder order() {
        return new SalesOrder("SO05", "CO18009186470", null);
    }

    private static SalesOrder read(CosmosContainer orders) {
        return orders.readItem("SO05", CUSTOMER, SalesOrder.class).getItem();
    }

    private static void assertGone(CosmosContainer orders) {
        Refusal.expect(404, () -> orders.readItem("SO05", CUSTOMER, JsonNode.class));
    }

    @Test
    void collectionIsMadeThatNeverExpiresByDefault(MayflyClock clock) {
        CosmosContainer orders = orders(-1);
        assertEquals(-1, orders.read().getProperties().getDefaultTimeToLiveInSeconds());
        assertEquals(20_000, orders.readThroughput().getProperties().getManualThroughput());
        orders.createItem(order());
        clock.advance(Duration.ofDays(10_000));
        assertEquals(order(), read(orders));
    }

    @Test
    void collectionIsMadeWhoseDocumentsExpireAfterNinetyDays(MayflyClock clock) {
        CosmosContainer orders = orders(90 * 60 * 60 * 24);
        orders.createItem(order());
        clock.advance(Duration.ofDays(90).minusSeconds(1));
        assertEquals(order(), read(orders));
        clock.advance(Duration.ofSeconds(1));
        assertGone(orders);
    }

    @Test
    void orderExpiresInThirtyDays(MayflyClock clock) {
        CosmosContainer orders = orders(-1);
        orders.createItem(order().withTimeToLive(THIRTY_DAYS));
        clock.advance(Duration.ofDays(30).minusSeconds(1));
        assertEquals(THIRTY_DAYS, read(orders).timeToLive());
        clock.advance(Duration.ofSeconds(1));
        assertGone(orders);
    }

    @Test
    void lifetimeIsExtended(MayflyClock clock) {
        CosmosContainer orders = orders(-1);
        orders.createItem(order().withTimeToLive(THIRTY_DAYS));
        clock.advance(Duration.ofDays(29));
        SalesOrder readDocument = read(orders).withTimeToLive(60 * 30 * 30);
        orders.replaceItem(readDocument, "SO05", CUSTOMER, new CosmosItemRequestOptions());
        clock.advance(Duration.ofSeconds(60 * 30 * 30).minusSeconds(1));
        assertEquals(60 * 30 * 30, read(orders).timeToLive());
        clock.advance(Duration.ofSeconds(1));
        assertGone(orders);
    }

    @Test
    void lifetimeIsRemoved(MayflyClock clock) {
        CosmosContainer orders = orders(60 * 60 * 24);
        orders.createItem(order().withTimeToLive(60));
        SalesOrder readDocument = read(orders).withTimeToLive(null);
        orders.replaceItem(readDocument, "SO05", CUSTOMER, new CosmosItemRequestOptions());
        assertFalse(orders.readItem("SO05", CUSTOMER, JsonNode.class).getItem().has("ttl"));
        clock.advance(Duration.ofSeconds(60));
        assertEquals(order(), read(orders));
        clock.advance(Duration.ofDays(1));
        assertGone(orders);
    }

    @Test
    void lifetimeIsDisabled(MayflyClock clock) {
        CosmosContainer orders = orders(60);
        orders.createItem(order().withTimeToLive(30));
        CosmosContainerProperties collection = orders.read().getProperties();
        collection.setDefaultTimeToLiveInSeconds(null);
        orders.replace(collection);
        assertNull(orders.read().getProperties().getDefaultTimeToLiveInSeconds());
        clock.advance(Duration.ofDays(1000));
        assertEquals(30, read(orders).timeToLive());
    }
}
