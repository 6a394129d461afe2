package dev.mayfly.app.server;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.ServerFacts;
import dev.mayfly.app.console.ServerFacts.FaceFacts;
import dev.mayfly.app.console.api.AdminApi;
import dev.mayfly.app.console.auth.AdminAuthenticator;
import dev.mayfly.app.console.auth.AdminRole;
import dev.mayfly.app.console.event.EventHub;
import dev.mayfly.app.console.operation.LongOperations;
import dev.mayfly.app.console.webhook.WebhookSettings;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.ServerConfig.ClientTrust;
import dev.mayfly.app.server.config.ServerConfig.Place;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.node.ServerNode;
import dev.mayfly.face.api.FaceDefinitions;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FacePolicies;
import dev.mayfly.face.api.FaceReplications;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.api.FaceUsers;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.api.ThroughputUsage;
import dev.mayfly.face.cosmos.CosmosFace;
import dev.mayfly.face.cosmos.admin.CosmosDefinitions;
import dev.mayfly.face.cosmos.admin.CosmosTransfer;
import dev.mayfly.face.cosmos.admin.ItemKeyText;
import dev.mayfly.face.couchbase.CouchbaseFace;
import dev.mayfly.face.couchbase.admin.CouchbaseDefinitions;
import dev.mayfly.face.couchbase.admin.CouchbaseTransfer;
import dev.mayfly.face.couchbase.admin.DocumentKeyText;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import dev.mayfly.face.mongo.admin.ExtendedJsonKeys;
import dev.mayfly.face.mongo.admin.MongoDefinitions;
import dev.mayfly.face.mongo.admin.MongoDocuments;
import dev.mayfly.face.mongo.admin.MongoPolicies;
import dev.mayfly.face.mongo.admin.MongoSchemas;
import dev.mayfly.face.mongo.admin.MongoTransfer;
import dev.mayfly.face.mongo.admin.MongoUsers;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.dispatch.InnerClient;
import dev.mayfly.face.mongo.dispatch.MongoFace;
import dev.mayfly.face.transport.BindFailedException;
import dev.mayfly.face.transport.Endpoint;
import dev.mayfly.face.transport.Listener;
import dev.mayfly.face.transport.Tls;
import dev.mayfly.face.transport.Transport;
import dev.mayfly.face.transport.http.HostPolicy;
import dev.mayfly.face.transport.http.HttpService;
import dev.mayfly.face.transport.http.Router;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The faces of one server: opens their ports and returns their addresses. */
final class Faces implements AutoCloseable {
    private static final Map<String, KeyReader> KEYS = Map.of(
            FaceName.MONGO.word(), ExtendedJsonKeys.INSTANCE,
            FaceName.COSMOS.word(), ItemKeyText.INSTANCE,
            FaceName.COUCHBASE.word(), DocumentKeyText.INSTANCE);

    private static final Map<String, FaceDefinitions> DEFINITIONS = Map.of(
            FaceName.MONGO.word(), MongoDefinitions.INSTANCE,
            FaceName.COSMOS.word(), CosmosDefinitions.INSTANCE,
            FaceName.COUCHBASE.word(), CouchbaseDefinitions.INSTANCE);

    /** The longest time that winding a virtual clock waits for one webhook. */
    private static final Duration TELLING_MAX = Duration.ofSeconds(5);

    private final ServerConfig config;
    private final Engine engine;
    private final ServerTime time;
    private final Transport transport;
    private final Timers timers;
    private final Certificates.@Nullable Presented presented;
    private final CosmosCertificate cosmosCertificate;
    private final EventHub eventHub;
    private final RequestMemoryPool requestMemory;
    private final @Nullable ScriptSandbox scripts;
    private final LongOperations operations = new LongOperations(SystemClock.INSTANCE);
    private @Nullable MongoServices mongoServices;
    private @Nullable NodePorts couchbasePorts;
    private @Nullable CouchbaseFace couchbaseFace;
    private Supplier<List<ThroughputUsage>> throughput = List::of;
    private List<String> adminRoutes = List.of();
    private final Map<String, FaceDocuments> documents = new HashMap<>();
    private final Map<String, FacePolicies> policies = new HashMap<>();
    private final Map<String, FaceSchemas> schemas = new HashMap<>();
    private final Map<String, FaceReplications> replications = new HashMap<>();
    private final Map<String, FaceUsers> users = new HashMap<>();
    private final Map<FaceName, InetSocketAddress> addresses = new EnumMap<>(FaceName.class);

    Faces(
            ServerConfig config,
            Engine engine,
            ServerTime time,
            Transport transport,
            Timers timers,
            RequestMemoryPool requestMemory)
            throws ConfigException {
        this.config = config;
        this.engine = engine;
        this.time = time;
        this.transport = transport;
        this.timers = timers;
        this.requestMemory = requestMemory;
        this.scripts = ScriptParts.sandbox(config, engine.clock()::wallMillis);
        this.presented = Certificates.of(config);
        this.cosmosCertificate = new CosmosCertificate(config, presented);
        WebhookSettings webhooks = new WebhookSettings(
                config.events().webhooks(), config.events().targets(), SystemClock.INSTANCE.tickNanos());
        this.eventHub = new EventHub(engine, KEYS, webhooks, SystemClock.INSTANCE, timers);
        VirtualTime virtual = time.virtual();
        if (virtual != null) {
            virtual.afterWinding(() -> eventHub.settle(TELLING_MAX));
        }
    }

    static KeyReader keys(String face) {
        KeyReader keys = KEYS.get(face);
        if (keys == null) {
            throw new IllegalArgumentException("the face " + face + " has no documents");
        }
        return keys;
    }

    void listen(Instant startedAt, Store store) throws StartupException {
        eventHub.start();
        for (FaceName face : FaceName.values()) {
            Integer port = config.ports().get(face);
            if (port != null) {
                addresses.put(face, listen(face, port, startedAt, store));
            }
        }
    }

    private InetSocketAddress listen(FaceName face, int port, Instant startedAt, Store store) throws StartupException {
        Endpoint endpoint = endpoint(face, new InetSocketAddress(config.bind(), port));
        try {
            Listener listener = switch (face) {
                case MONGO -> transport.listen(endpoint, mongo());
                case COSMOS -> transport.listen(endpoint, cosmos().service(hosts()));
                case COUCHBASE -> couchbase(endpoint);
                case ADMIN -> transport.listen(endpoint, admin(startedAt, store));
            };
            return listener.address();
        } catch (BindFailedException taken) {
            throw taken(face, face.port(), taken);
        }
    }

    private static StartupException taken(FaceName face, Setting port, BindFailedException taken) {
        return new StartupException(
                taken.getMessage() + "; choose another port for the " + face.word() + " face with " + port.flag()
                        + " or " + port.path(),
                taken);
    }

    List<ThroughputUsage> cosmosThroughput() {
        return throughput.get();
    }

    private CosmosFace cosmos() {
        CosmosFace face = CosmosParts.face(config, engine, requestMemory, cosmosCertificate, scripts);
        documents.put(FaceName.COSMOS.word(), face.documents());
        policies.put(FaceName.COSMOS.word(), face.policies());
        throughput = face::throughput;
        schemas.put(FaceName.COSMOS.word(), face.schemas());
        users.put(FaceName.COSMOS.word(), face.users());
        return face;
    }

    /**
     * Opens the three couchbase ports. Each port reports all three to its clients, so their numbers are read lazily.
     */
    private Listener couchbase(Endpoint management) throws BindFailedException, StartupException {
        CouchbaseFace face = CouchbaseParts.face(
                config, engine, this::couchbasePorts, timers, time.virtual(), scripts, requestMemory);
        couchbaseFace = face;
        documents.put(FaceName.COUCHBASE.word(), face.adminDocuments());
        policies.put(FaceName.COUCHBASE.word(), face.policies());
        schemas.put(FaceName.COUCHBASE.word(), face.schemas());
        replications.put(FaceName.COUCHBASE.word(), face.adminReplications());
        users.put(FaceName.COUCHBASE.word(), face.adminUsers());
        Listener keyValue = couchbase(
                Setting.KV_PORT,
                config.couchbase().keyValuePort(),
                endpoint -> transport.listen(endpoint, face.keyValue()));
        Listener query = couchbase(
                Setting.QUERY_PORT,
                config.couchbase().queryPort(),
                endpoint -> transport.listen(endpoint, face.query(hosts())));
        Listener listener = transport.listen(management, face.management(hosts()));
        couchbasePorts = new NodePorts(
                keyValue.address().getPort(),
                listener.address().getPort(),
                query.address().getPort(),
                presented != null);
        return listener;
    }

    private Listener couchbase(Setting setting, int port, Opening opening) throws StartupException {
        try {
            return opening.open(endpoint(FaceName.COUCHBASE, new InetSocketAddress(config.bind(), port)));
        } catch (BindFailedException taken) {
            throw taken(FaceName.COUCHBASE, setting, taken);
        }
    }

    /** Opens one port. */
    @FunctionalInterface
    private interface Opening {
        Listener open(Endpoint endpoint) throws BindFailedException;
    }

    /** Returns the ports of the couchbase services; throws if the face is off. */
    NodePorts couchbasePorts() {
        NodePorts ports = couchbasePorts;
        if (ports == null) {
            throw new IllegalArgumentException("the couchbase face is off");
        }
        return ports;
    }

    /** On loopback an encrypted port also takes plain connections, unless clients must present a certificate. */
    private Endpoint endpoint(FaceName face, InetSocketAddress address) {
        if (face == FaceName.COSMOS && presented == null) {
            cosmosCertificate.prepare(timers);
            return Endpoint.either(address, cosmosCertificate.tls());
        }
        if (presented == null) {
            return Endpoint.plain(address);
        }
        boolean isMongo = face == FaceName.MONGO;
        Tls certificate = isMongo ? presented.toMongo() : presented.toAnyone();
        ClientTrust trust = config.access().clientTrust();
        boolean isCertificateNeeded = isMongo && trust != null && trust.isRequired();
        return config.bind().isLoopbackAddress() && !isCertificateNeeded
                ? Endpoint.either(address, certificate)
                : Endpoint.encrypted(address, certificate);
    }

    private MongoFace mongo() {
        MongoServices services = MongoParts.services(config, engine, time, timers, requestMemory, scripts);
        mongoServices = services;
        MongoDocuments commands = new MongoDocuments(new InnerClient(services), services.collections()::lifetimes);
        documents.put(FaceName.MONGO.word(), commands);
        policies.put(
                FaceName.MONGO.word(),
                new MongoPolicies(services.collections(), services.settings().release()));
        schemas.put(FaceName.MONGO.word(), new MongoSchemas(commands, services.collections()));
        users.put(FaceName.MONGO.word(), new MongoUsers(commands));
        return new MongoFace(services);
    }

    private @Nullable InnerClient innerClient() {
        MongoServices services = mongoServices;
        return services == null ? null : new InnerClient(services);
    }

    private MongoCollections mongoCollections() {
        MongoServices services = mongoServices;
        return services == null ? new MongoCollections(engine) : services.collections();
    }

    private HttpService admin(Instant startedAt, Store store) {
        String place = switch (config.place()) {
            case Place.Memory _ -> "memory";
            case Place.Cassandra cassandra -> "cassandra " + cassandra.keyspace();
            case Place.Folder folder ->
                "folder " + folder.path().toAbsolutePath().normalize();
        };
        ServerFacts facts = new ServerFacts(
                Version.current(),
                startedAt,
                place,
                store::usedBytes,
                store::compactionDebtBytes,
                () -> writeRefusal(store),
                config.metrics(),
                this::facts,
                config.settings().stream()
                        .map(each -> new ServerFacts.SettingFacts(each.setting().path(), each.text(), each.where()))
                        .toList());
        AdminServices services = new AdminServices(
                engine,
                facts,
                time.virtual(),
                KEYS,
                DEFINITIONS,
                eventHub,
                documents,
                policies,
                schemas,
                replications,
                users,
                config.expiry().maxShare(),
                authenticator(),
                transport,
                requestMemory,
                operations,
                Map.of(
                        FaceName.MONGO.word(), new MongoTransfer(this::mongoCollections, this::innerClient),
                        FaceName.COSMOS.word(), new CosmosTransfer(engine),
                        FaceName.COUCHBASE.word(), new CouchbaseTransfer(engine)),
                throughput,
                () -> ScriptParts.usage(scripts),
                FolderBackups.of(config, engine, store));
        Router router = AdminApi.router(services);
        adminRoutes = router.templates();
        return new HttpService(FaceName.ADMIN.word(), router, hosts(), AdminApi.BODY_BYTES_MAX, AdminApi.refusals());
    }

    /** This server, as it describes itself to others. */
    ServerNode node(Instant startedAt) {
        Map<String, Integer> ports = new HashMap<>();
        addresses.forEach((face, address) -> ports.put(face.word(), address.getPort()));
        if (couchbasePorts != null) {
            ports.put(NodePorts.KEY_VALUE_SERVICE, couchbasePorts.keyValue());
            ports.put(NodePorts.QUERY_SERVICE, couchbasePorts.query());
        }
        return new ServerNode(
                engine.nodes().self().id(),
                config.node().address(),
                config.node().region(),
                Version.current(),
                startedAt.toEpochMilli(),
                engine.clock().offset(),
                ports);
    }

    private static String writeRefusal(Store store) {
        return store.writeRefusal()
                .map(reason -> reason == StoreException.Reason.FULL
                        ? "no space is left on the disk"
                        : "the store is read-only until the server is restarted")
                .orElse("");
    }

    /** The routes of the admin face, such as {@code GET /api/v1/status}; none while it is off. */
    List<String> adminRoutes() {
        return adminRoutes;
    }

    private HostPolicy hosts() {
        HostPolicy hosts = HostPolicy.loopback();
        for (String host : config.hosts()) {
            hosts = hosts.withHost(host);
        }
        hosts = hosts.withHost(config.node().address());
        return hosts;
    }

    private AdminAuthenticator authenticator() {
        if (!config.access().loginRequired()) {
            return AdminAuthenticator.open(SystemClock.INSTANCE);
        }
        List<AdminAuthenticator.Guest> guests = config.access().users().stream()
                .map(user ->
                        new AdminAuthenticator.Guest(user.name(), user.password(), AdminRole.highestOf(user.roles())))
                .toList();
        return AdminAuthenticator.of(guests, SystemClock.INSTANCE);
    }

    InetSocketAddress address(FaceName face) {
        InetSocketAddress address = addresses.get(face);
        if (address == null) {
            throw new IllegalArgumentException("the " + face.word() + " face is off");
        }
        return address;
    }

    String connectionString(FaceName face) {
        return ConnectionStrings.of(face, address(face), this::couchbasePorts, config);
    }

    List<FaceFacts> facts() {
        return addresses.entrySet().stream()
                .map(entry -> new FaceFacts(
                        entry.getKey().word(),
                        ConnectionStrings.authority(entry.getValue()),
                        connectionString(entry.getKey())))
                .toList();
    }

    /** Ends what the faces do by themselves; their ports are the transport's to close. */
    @Override
    public void close() {
        eventHub.close();
        cosmosCertificate.close();
        if (mongoServices != null) {
            mongoServices.close();
        }
        if (couchbaseFace != null) {
            couchbaseFace.close();
        }
        operations.close();
    }
}
