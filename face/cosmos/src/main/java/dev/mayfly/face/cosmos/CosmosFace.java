package dev.mayfly.face.cosmos;

import dev.mayfly.engine.Engine;
import dev.mayfly.face.cosmos.feed.ChangeFeed;
import dev.mayfly.face.cosmos.http.CosmosHandler;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.Refusals;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import dev.mayfly.face.cosmos.item.ItemOperations;
import dev.mayfly.face.cosmos.query.QueryOperations;
import dev.mayfly.face.cosmos.query.index.PolicyIndexes;
import dev.mayfly.face.cosmos.resource.Account;
import dev.mayfly.face.cosmos.resource.ContainerOperations;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.DatabaseOperations;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.Explorer;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.PartitionKeyRanges;
import dev.mayfly.face.cosmos.resource.StoredOperations;
import dev.mayfly.face.cosmos.resource.StoredResources;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import dev.mayfly.face.cosmos.session.Gatekeeper;
import dev.mayfly.face.cosmos.session.Permissions;
import dev.mayfly.face.cosmos.session.ResourceTokens;
import dev.mayfly.face.cosmos.session.Users;
import dev.mayfly.face.transport.HostPolicy;
import dev.mayfly.face.transport.HttpHandler;
import dev.mayfly.face.transport.HttpService;
import dev.mayfly.face.transport.Router;
import dev.mayfly.store.api.Durability;

/** The face as a whole: the table of what it does, and the port that serves it. */
public final class CosmosFace {
    /** The name under which this face's collections are kept. */
    public static final String NAME = Metadata.FACE;

    /** A body may be as large as a batch of items, with their envelope. */
    private static final int BODY_BYTES_MAX = 4 << 20;

    private final OperationTable operations = new OperationTable();
    private final CosmosHandler handler;

    public CosmosFace(CosmosServices services) {
        Engine engine = services.engine();
        Metadata metadata = new Metadata(engine);
        Databases databases = new Databases(metadata);
        Containers containers = new Containers(metadata, databases, new PolicyIndexes());
        operations.add(
                ResourceType.ACCOUNT, Verb.READ, new Account(services.settings().regions()));
        operations.add(ResourceType.EXPLORER, Verb.READ, new Explorer(services.certificate()));
        new DatabaseOperations(databases).addTo(operations);
        new ContainerOperations(databases, containers).addTo(operations);
        operations.add(ResourceType.PARTITION_KEY_RANGE, Verb.LIST, containers.within(new PartitionKeyRanges()));
        operations.add(ResourceType.ITEM, Verb.CHANGES, containers.within(new ChangeFeed()));
        new ItemOperations(engine, containers, Durability.LOGGED).addTo(operations);
        new QueryOperations().addTo(operations, containers);
        StoredResources resources = new StoredResources(metadata);
        CosmosKeys keys = services.settings().keys();
        ResourceTokens tokens = new ResourceTokens(keys, services.machineClock(), resources, containers);
        new StoredOperations(resources, new Users(metadata, databases, resources)).addTo(operations);
        new StoredOperations(resources, new Permissions(metadata, databases, resources, tokens)).addTo(operations);
        Gatekeeper gatekeeper = new Gatekeeper(keys, services.machineClock(), tokens);
        this.handler = new CosmosHandler(operations, gatekeeper, engine::lastVersion);
    }

    /** Answers every request. */
    public HttpHandler handler() {
        return handler;
    }

    /** Whatever arrives at the face's port. */
    public HttpService service(HostPolicy hosts) {
        return new HttpService(NAME, Router.ofAll(handler), hosts, BODY_BYTES_MAX, new Refusals());
    }
}
