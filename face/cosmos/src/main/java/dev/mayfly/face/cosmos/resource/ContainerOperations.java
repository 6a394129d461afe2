package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The operations on containers themselves. */
public final class ContainerOperations {
    private final Metadata metadata;
    private final Databases databases;
    private final Containers containers;
    private final Offers offers;

    public ContainerOperations(Metadata metadata, Databases databases, Containers containers, Offers offers) {
        this.metadata = metadata;
        this.databases = databases;
        this.containers = containers;
        this.offers = offers;
    }

    public void addTo(OperationTable table) {
        table.add(ResourceType.CONTAINER, Verb.CREATE, this::create)
                .add(ResourceType.CONTAINER, Verb.READ, this::read)
                .add(ResourceType.CONTAINER, Verb.LIST, this::list)
                .add(ResourceType.CONTAINER, Verb.QUERY, this::list)
                .add(ResourceType.CONTAINER, Verb.REPLACE, this::replace)
                .add(ResourceType.CONTAINER, Verb.DELETE, this::delete);
    }

    private CosmosResponse create(CosmosRequest request) {
        Database database = databases.requireOwner(request.link().database());
        ContainerDefinition definition = ContainerDefinition.sent(SystemPartitionKey.completed(request));
        ObjectNode throughput = Throughput.asked(request);
        Container container = containers.create(database, definition);
        offer(database, container, throughput);
        return shown(201, container).charge(RequestUnits.METADATA);
    }

    private void offer(Database database, Container container, @Nullable ObjectNode throughput) {
        if (throughput != null || !offers.has(database.rid())) {
            offers.create(
                    container.rid(),
                    container.self(),
                    throughput == null ? Throughput.manual(Throughput.MANUAL_MIN) : throughput);
        }
    }

    /**
     * Makes a container as a request would.
     *
     * @param shards null for the usual number
     */
    public void create(Database database, ContainerDefinition definition, @Nullable Integer shards) {
        Container container = shards == null
                ? containers.create(database, definition)
                : containers.create(database, definition, shards);
        offer(database, container, null);
    }

    private CosmosResponse read(CosmosRequest request) {
        Container container = containers.require(request);
        if (Preconditions.isKnown(request, container.json())) {
            return CosmosResponse.empty(304)
                    .etag(Preconditions.etag(container.json()))
                    .charge(RequestUnits.MISS);
        }
        CosmosResponse response = shown(200, container).charge(RequestUnits.CONTAINER_READ);
        if (request.fields().isTrue(RequestField.POPULATE_QUOTA_INFO)) {
            UsageHeaders.addTo(response, container.collection());
        }
        return response;
    }

    private CosmosResponse replace(CosmosRequest request) {
        Container container = containers.require(request);
        ContainerDefinition definition = container.definition().replacedBy(CosmosJson.sent(request.body()));
        if (ExpiryChange.isDryRun(request)) {
            return ExpiryChange.answer(containers.dryRun(container, definition, request));
        }
        return shown(200, containers.replace(container, definition, request)).charge(RequestUnits.METADATA);
    }

    private CosmosResponse list(CosmosRequest request) {
        Database database = databases.requireOwner(request.link().database());
        return Feed.of(
                request,
                metadata,
                database.rid(),
                "DocumentCollections",
                containers.of(database).stream().map(Container::json).toList());
    }

    private CosmosResponse delete(CosmosRequest request) {
        Container container = containers.require(request);
        Preconditions.require(request, container.json());
        containers.delete(container);
        return CosmosResponse.empty(204).charge(RequestUnits.METADATA);
    }

    private static CosmosResponse shown(int status, Container container) {
        CosmosResponse response = CosmosResponse.of(status, CosmosJson.bytes(container.json()))
                .etag(container.json().get("_etag").stringValue())
                .owner(container.databaseNames(), container.rid())
                .with("x-ms-documentdb-collection-index-transformation-progress", "100");
        boolean isLazy = container
                .definition()
                .indexingPolicy()
                .path("indexingMode")
                .asString("")
                .equals("lazy");
        return isLazy ? response.with("x-ms-documentdb-collection-lazy-indexing-progress", "100") : response;
    }
}
