package dev.mayfly.examples.eventlog;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The reports of devices: kept for a week, debugging for an hour, alarms until somebody deletes them. */
public final class EventLog {
    private static final int FOREVER = -1;

    private final CosmosContainer events;

    public EventLog(CosmosClient client) {
        client.createDatabaseIfNotExists("plant");
        CosmosDatabase plant = client.getDatabase("plant");
        CosmosContainerProperties properties = new CosmosContainerProperties("events", "/device");
        properties.setDefaultTimeToLiveInSeconds((int) Duration.ofDays(7).toSeconds());
        plant.createContainerIfNotExists(properties);
        this.events = plant.getContainer("events");
    }

    public void report(String device, String text) {
        add(new LoggedEvent(UUID.randomUUID().toString(), device, text, null));
    }

    public void debug(String device, String text) {
        int hour = (int) Duration.ofHours(1).toSeconds();
        add(new LoggedEvent(UUID.randomUUID().toString(), device, text, hour));
    }

    public void alarm(String device, String text) {
        add(new LoggedEvent(UUID.randomUUID().toString(), device, text, FOREVER));
    }

    private void add(LoggedEvent event) {
        events.createItem(event);
    }

    public List<String> of(String device) {
        CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(device));
        return events.queryItems("SELECT VALUE c.text FROM c", options, String.class).stream()
                .sorted()
                .toList();
    }
}
