package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import tools.jackson.databind.node.ObjectNode;

/** The operations on databases. */
public final class DatabaseOperations {
    private final Metadata metadata;
    private final Databases databases;
    private final Offers offers;

    public DatabaseOperations(Metadata metadata, Databases databases, Offers offers) {
        this.metadata = metadata;
        this.databases = databases;
        this.offers = offers;
    }

    public void addTo(OperationTable table) {
        table.add(ResourceType.DATABASE, Verb.CREATE, this::create)
                .add(ResourceType.DATABASE, Verb.READ, this::read)
                .add(ResourceType.DATABASE, Verb.LIST, this::list)
                .add(ResourceType.DATABASE, Verb.QUERY, this::list)
                .add(ResourceType.DATABASE, Verb.DELETE, this::delete);
    }

    private CosmosResponse create(CosmosRequest request) {
        ObjectNode throughput = Throughput.asked(request);
        Database database = databases.create(CosmosJson.sent(request.body()));
        if (throughput != null) {
            offers.create(database.rid(), database.self(), throughput);
        }
        return shown(201, database);
    }

    private CosmosResponse read(CosmosRequest request) {
        Database database = databases.require(request.link().id());
        return Preconditions.isKnown(request, database.json())
                ? CosmosResponse.empty(304)
                        .etag(Preconditions.etag(database.json()))
                        .charge(RequestUnits.MISS)
                : shown(200, database);
    }

    private CosmosResponse list(CosmosRequest request) {
        return Feed.of(
                request,
                metadata,
                "",
                "Databases",
                databases.all().stream().map(Database::json).toList());
    }

    private CosmosResponse delete(CosmosRequest request) {
        Database database = databases.require(request.link().id());
        Preconditions.require(request, database.json());
        databases.delete(database);
        return CosmosResponse.empty(204).charge(RequestUnits.METADATA);
    }

    private static CosmosResponse shown(int status, Database database) {
        ObjectNode json = database.json();
        return CosmosResponse.of(status, CosmosJson.bytes(json))
                .etag(json.get("_etag").stringValue())
                .charge(RequestUnits.METADATA);
    }
}
