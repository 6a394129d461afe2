package dev.mayfly.face.cosmos;

import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FacePolicies;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.api.FaceUsers;
import dev.mayfly.face.api.ThroughputUsage;
import dev.mayfly.face.cosmos.admin.CosmosAccounts;
import dev.mayfly.face.cosmos.admin.CosmosDocuments;
import dev.mayfly.face.cosmos.admin.CosmosPolicies;
import dev.mayfly.face.cosmos.admin.CosmosSchemas;
import dev.mayfly.face.cosmos.feed.ChangeFeed;
import dev.mayfly.face.cosmos.http.CosmosHandler;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.RequestRefusals;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import dev.mayfly.face.cosmos.item.ItemOperations;
import dev.mayfly.face.cosmos.query.QueryOperations;
import dev.mayfly.face.cosmos.query.index.PolicyIndexes;
import dev.mayfly.face.cosmos.resource.Account;
import dev.mayfly.face.cosmos.resource.AccountRegions;
import dev.mayfly.face.cosmos.resource.ContainerOperations;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.DatabaseOperations;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.EmulatorPages;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.Offers;
import dev.mayfly.face.cosmos.resource.PartitionKeyRanges;
import dev.mayfly.face.cosmos.resource.ResourceId;
import dev.mayfly.face.cosmos.resource.Scripts;
import dev.mayfly.face.cosmos.resource.StoredOperations;
import dev.mayfly.face.cosmos.resource.StoredResources;
import dev.mayfly.face.cosmos.resource.UnitMeter;
import dev.mayfly.face.cosmos.resource.UnsupportedResources;
import dev.mayfly.face.cosmos.script.CosmosSandbox;
import dev.mayfly.face.cosmos.script.ScriptAllowances;
import dev.mayfly.face.cosmos.script.StoredProcedures;
import dev.mayfly.face.cosmos.script.TriggeredWrites;
import dev.mayfly.face.cosmos.script.UserFunctions;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import dev.mayfly.face.cosmos.session.CosmosUsers;
import dev.mayfly.face.cosmos.session.Permissions;
import dev.mayfly.face.cosmos.session.RequestAuthenticator;
import dev.mayfly.face.cosmos.session.ResourceTokens;
import dev.mayfly.face.cosmos.throughput.ThroughputLimiter;
import dev.mayfly.face.transport.http.HostPolicy;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpService;
import dev.mayfly.face.transport.http.Router;
import dev.mayfly.store.api.Durability;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The face as a whole: the table of what it does, and the port that serves it. */
public final class CosmosFace {
    /** The name under which this face's collections are kept. */
    public static final String NAME = Metadata.FACE;

    /** Up to here a body that is too large is read, so that its client may go on with the connection. */
    private static final int BODY_BYTES_MAX = 8 << 20;

    private final OperationTable operations = new OperationTable();
    private final CosmosHandler handler;
    private final CosmosServices services;
    private final FacePolicies policies;
    private final FaceDocuments documents;
    private final @Nullable ThroughputLimiter limiter;
    private final FaceSchemas schemas;
    private final FaceUsers users;

    public CosmosFace(CosmosServices services) {
        this.services = services;
        Engine engine = services.engine();
        Metadata metadata = new Metadata(engine);
        StoredResources resources = new StoredResources(metadata);
        Databases databases = new Databases(metadata);
        Offers offers = new Offers(metadata, resources);
        this.limiter = services.settings().enforcesThroughput() ? new ThroughputLimiter(engine, offers) : null;
        UnitMeter meter = limiter == null ? UnitMeter.NONE : limiter;
        Containers containers = new Containers(metadata, databases, new PolicyIndexes(), meter);
        if (limiter != null) {
            limiter.limitPurges(containers);
        }
        this.policies = new CosmosPolicies(containers);
        addAccount(services);
        this.schemas = new CosmosSchemas(
                databases, containers, addResources(metadata, resources, databases, containers, offers));
        ItemOperations items = new ItemOperations(engine, containers, Durability.LOGGED);
        addItems(services, containers, resources, items);
        this.documents = new CosmosDocuments(engine, items.writes());
        operations.add(ResourceType.ITEM, Verb.CHANGES, containers.within(new ChangeFeed()));
        CosmosKeys keys = services.settings().keys();
        ResourceTokens tokens = new ResourceTokens(keys, services.machineClock(), resources, containers);
        Permissions permissions = new Permissions(metadata, databases, resources, tokens);
        this.users = new CosmosAccounts(
                databases,
                containers,
                addStored(resources, new CosmosUsers(metadata, databases, resources)),
                addStored(resources, permissions),
                permissions,
                keys);
        RequestAuthenticator authenticator = new RequestAuthenticator(keys, services.machineClock(), tokens);
        this.handler = handler(authenticator);
    }

    private void addItems(
            CosmosServices services, Containers containers, StoredResources resources, ItemOperations items) {
        ScriptSandbox sandbox = services.scripts();
        CosmosSandbox scripts = sandbox == null ? null : new CosmosSandbox(sandbox);
        ScriptAllowances allowances =
                new ScriptAllowances(services.machineClock(), limiter == null ? UnitMeter.NONE : limiter);
        QueryOperations queries = new QueryOperations(services.engine(), new UserFunctions(scripts, resources)::of);
        queries.addTo(operations, containers);
        items.addTo(operations, new TriggeredWrites(scripts, resources, items.sessions(), queries, allowances));
        operations.add(
                ResourceType.STORED_PROCEDURE,
                Verb.EXECUTE,
                containers.within(new StoredProcedures(scripts, resources, items.sessions(), queries, allowances)));
    }

    private void addAccount(CosmosServices services) {
        Account account = new Account(new AccountRegions(
                services.settings().regions(), services.engine().nodes()));
        operations.add(ResourceType.ACCOUNT, Verb.READ, account);
        operations.add(ResourceType.EXPLORER, Verb.READ, new EmulatorPages(services.certificate()));
    }

    private ContainerOperations addResources(
            Metadata metadata, StoredResources resources, Databases databases, Containers containers, Offers offers) {
        offers.addTo(operations);
        new DatabaseOperations(metadata, databases, offers).addTo(operations);
        ContainerOperations ofContainers = new ContainerOperations(metadata, databases, containers, offers);
        ofContainers.addTo(operations);
        operations.add(ResourceType.PARTITION_KEY_RANGE, Verb.LIST, containers.unmetered(new PartitionKeyRanges()));
        addStored(
                resources,
                new Scripts(
                        ResourceType.STORED_PROCEDURE,
                        "StoredProcedures",
                        ResourceId.Child.STORED_PROCEDURE,
                        metadata,
                        containers));
        addStored(
                resources,
                new Scripts(ResourceType.TRIGGER, "Triggers", ResourceId.Child.TRIGGER, metadata, containers));
        addStored(
                resources,
                new Scripts(
                        ResourceType.USER_DEFINED_FUNCTION,
                        "UserDefinedFunctions",
                        ResourceId.Child.USER_DEFINED_FUNCTION,
                        metadata,
                        containers));
        new UnsupportedResources(databases, containers).addTo(operations);
        return ofContainers;
    }

    private StoredOperations addStored(StoredResources resources, StoredOperations.Shape shape) {
        StoredOperations stored = new StoredOperations(resources, shape);
        stored.addTo(operations);
        return stored;
    }

    /** Answers every request. */
    public HttpHandler handler() {
        return handler;
    }

    /** Returns the changes to rules of expiry that administrators may make. */
    public FacePolicies policies() {
        return policies;
    }

    /** Returns the operations on items for administrators. */
    public FaceDocuments documents() {
        return documents;
    }

    /** Returns what has become of the containers' request units; empty where they are not enforced. */
    public List<ThroughputUsage> throughput() {
        return limiter == null ? List.of() : limiter.usage();
    }

    /** Returns the changes of databases and containers that administrators may make. */
    public FaceSchemas schemas() {
        return schemas;
    }

    /** Returns the users of databases with their permissions, and what may be told of the keys. */
    public FaceUsers users() {
        return users;
    }

    /** Returns a handler of the same operations behind another gate. */
    CosmosHandler handler(CosmosHandler.Gate gate) {
        return new CosmosHandler(
                operations, gate, services.engine()::lastVersion, services.machineClock(), services.memory());
    }

    /** Returns the service of the face's port. */
    public HttpService service(HostPolicy hosts) {
        return new HttpService(NAME, Router.ofAll(handler), hosts, BODY_BYTES_MAX, new RequestRefusals());
    }
}
