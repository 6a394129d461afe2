package dev.mayfly.app.server;

import dev.mayfly.app.console.ServerFacts.FaceFacts;
import dev.mayfly.app.console.WindableClock;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.ServerConfig.Place;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.SystemTimers;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.sweep.SweepSettings;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.api.ThroughputUsage;
import dev.mayfly.face.cosmos.CosmosFace;
import dev.mayfly.face.cosmos.query.index.CosmosForms;
import dev.mayfly.face.couchbase.CouchbaseFace;
import dev.mayfly.face.couchbase.CouchbaseForms;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.query.MongoForms;
import dev.mayfly.face.transport.Transport;
import dev.mayfly.face.transport.connection.EventLoopThread;
import dev.mayfly.face.transport.connection.TransportLimits;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.store.rocksdb.RocksOptions;
import dev.mayfly.store.rocksdb.RocksStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A whole server: a store, an engine over it, and the faces in front. Safe for concurrent use. */
public final class MayflyServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MayflyServer.class);

    /** The time that requests in flight have to end; the whole stop must fit in five seconds. */
    private static final Duration FACES_STOP = Duration.ofSeconds(2);

    /** The interval at which the store checks whether other processes have filled its disk. */
    private static final Duration DISK_LOOKS = Duration.ofMillis(100);

    /** The resources opened, latest first, which is the order of closing. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final ServerConfig config;
    private final Instant startedAt = Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis());
    private final Store store;
    private final ServerTime time;
    private final Engine engine;
    private final Faces faces;

    private MayflyServer(ServerConfig config, Store opened) throws ConfigException, StartupException {
        this.config = config;
        MemoryShares shares = MemoryShares.ofProcess();
        try {
            this.store = open(opened);
            SystemTimers timers = open(new SystemTimers("mayfly-timers"));
            this.time = open(ServerTime.of(config, store));
            EngineSettings settings = engineSettings(
                            config.expiry().changeGrace(),
                            config.mongo().replicaSet() != null
                                    || store.cluster().isPresent(),
                            config.changeRetention())
                    .withMaxExpire(config.expiry().maxExpire())
                    .withSweep(SweepSettings.DEFAULTS.withRate(config.expiry().purgeRate()))
                    .withShards(config.shards())
                    .withNodeId(UUID.randomUUID().toString())
                    .withErasureRecord(config.erasureRecord())
                    .withVectorBytes(shares.vectorBytes())
                    .withEvents(config.events().kept());
            this.engine = open(
                    Engine.open(store, time.machinery(), time.virtual() == null ? settings : settings.withOneClock()));
            VirtualTime virtual = time.virtual();
            if (virtual != null) {
                open(virtual).setEngine(engine);
            }
            Transport transport = new Transport(
                    TransportLimits.DEFAULT.withInFlightBytes(shares.inFlightBytes()), SystemClock.INSTANCE, timers);
            open(() -> transport.stop(FACES_STOP));
            this.faces = new Faces(config, engine, time, transport, timers, shares.requests());
            open(faces);
            faces.listen(startedAt, store);
            engine.nodes().describe(faces.node(startedAt));
            open(new NodeHeartbeat(engine.nodes(), timers, virtual == null)).start();
            if (virtual != null && engine.nodes().isShared()) {
                virtual.share(engine.nodes());
            }
            if (config.place() instanceof Place.Folder) {
                watchDisk(open(new SystemTimers("mayfly-disk")));
            }
            warnOfClock();
            if (!config.access().loginRequired() && !config.bind().isLoopbackAddress()) {
                LOG.warn(
                        "nobody has to log in, and the server listens on {}: whoever reaches its ports may do"
                                + " everything",
                        config.bind().getHostAddress());
            }
        } catch (StoreException failure) {
            close();
            throw StartupException.of(failure);
        } catch (EngineException failure) {
            close();
            throw StartupException.of(failure);
        } catch (ConfigException | StartupException | RuntimeException failure) {
            close();
            throw failure;
        }
    }

    /** Starts everything, or nothing. */
    public static MayflyServer start(ServerConfig config) throws ConfigException, StartupException {
        return start(config, openStore(config, MemoryShares.ofProcess()));
    }

    /** Starts everything over this store, which is closed with the rest, or nothing. */
    static MayflyServer start(ServerConfig config, Store store) throws ConfigException, StartupException {
        return new MayflyServer(config, store);
    }

    /** Has the store check its disk periodically, on a thread of its own that no request waits for. */
    private void watchDisk(SystemTimers disk) {
        store.writeRefusal();
        disk.schedule(DISK_LOOKS, () -> watchDisk(disk));
    }

    private void warnOfClock() {
        ClockGuard clock = engine.clock();
        switch (clock.state()) {
            case STEADY -> LOG.debug("the clock is steady");
            case HELD_BACK ->
                LOG.warn(
                        "the machine's clock stands {} ms before the last time seen; time goes on from there",
                        clock.behindMillis());
            case SUSPECT ->
                LOG.warn("the machine's clock is far ahead of the last time seen: nothing is destroyed until mayfly"
                        + " clock confirm, or an hour without a further step");
        }
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.addFirst(part);
        return part;
    }

    private static Store openStore(ServerConfig config, MemoryShares shares) throws StartupException {
        try {
            return switch (config.place()) {
                case Place.Memory _ -> new MemoryStore();
                case Place.Folder folder -> {
                    Store opened = RocksStore.open(
                            folder.path(),
                            RocksOptions.DEFAULT.withHotBytes(shares.cachedBytes()),
                            MayflyServer::admit);
                    yield config.durability() == Durability.SYNCED
                            ? new SyncedStore(opened, EventLoopThread::leave)
                            : opened;
                }
                case Place.Cassandra cassandra -> CassandraParts.open(cassandra);
            };
        } catch (StoreException failure) {
            throw StartupException.of(failure);
        }
    }

    /** Lets the request of this thread read a value of this size, when there is room for it. */
    private static void admit(int bytes) {
        EventLoopThread.leave();
        RequestGuard.current().admit((long) bytes * MemoryShares.COPIES_OF_A_VALUE);
    }

    /** The time for which a look at the catalog counts where other servers write the store; the same in all of them. */
    private static final Duration CATALOG_TRUST = Duration.ofMillis(10);

    /** @param remembers whether a history of changes is kept, for so long */
    static EngineSettings engineSettings(Duration changeGrace, boolean remembers, Duration retention) {
        return EngineSettings.DEFAULTS
                .withHistory(CosmosParts.history(remembers ? MongoParts.history(retention) : HistorySettings.NONE))
                .withChangeGrace(changeGrace)
                .withCatalogTrust(CATALOG_TRUST)
                .withForms(MongoCollections.FACE, new MongoForms())
                .withForms(CosmosFace.NAME, new CosmosForms())
                .withForms(CouchbaseFace.NAME, new CouchbaseForms());
    }

    public ServerConfig config() {
        return config;
    }

    public Engine engine() {
        return engine;
    }

    /** The clock that may be wound, if there is one. */
    public Optional<WindableClock> virtualClock() {
        return Optional.ofNullable(time.virtual());
    }

    /** Returns what has become of the request units of Cosmos containers; empty where they are not enforced. */
    public List<ThroughputUsage> cosmosThroughput() {
        return faces.cosmosThroughput();
    }

    /** The faces that listen. */
    public List<FaceFacts> faces() {
        return faces.facts();
    }

    /** The port that a face listens on; refuses a face that is off. */
    public int port(FaceName face) {
        return faces.address(face).getPort();
    }

    /** Returns the port of the couchbase face for keys and values; the face's own port is for management. */
    public int keyValuePort() {
        return couchbasePorts().keyValue();
    }

    /** Returns the port of the couchbase face for queries. */
    public int queryPort() {
        return couchbasePorts().query();
    }

    /** Returns the reader for the notation of document keys of this face. */
    public KeyReader keys(FaceName face) {
        return Faces.keys(face.word());
    }

    /** Returns the routes of the admin face. */
    List<String> adminRoutes() {
        return faces.adminRoutes();
    }

    NodePorts couchbasePorts() {
        return faces.couchbasePorts();
    }

    /** Returns, in readable form, the further credentials that a client of the face with this name needs; or empty. */
    String credentials(String word) {
        return FaceName.of(word)
                .map(face -> ConnectionStrings.credentials(face, config))
                .orElse("");
    }

    /** Returns the connection string for clients of this face. */
    public String connectionString(FaceName face) {
        return faces.connectionString(face);
    }

    /** Stops accepting, lets requests end, closes the engine and then the store. Closing again does nothing. */
    @Override
    public void close() {
        synchronized (opened) {
            while (!opened.isEmpty()) {
                closeOne(opened.removeFirst());
            }
        }
    }

    private static void closeOne(AutoCloseable part) {
        try {
            part.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Exception failure) {
            LOG.error("{} could not be closed", part.getClass().getSimpleName(), failure);
        }
    }
}
