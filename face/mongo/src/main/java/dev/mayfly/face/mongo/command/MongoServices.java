package dev.mayfly.face.mongo.command;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.ProfileLog;
import dev.mayfly.face.mongo.collection.ttl.TtlMonitor;
import dev.mayfly.face.mongo.failpoint.FailPoints;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.replica.ClusterTime;
import dev.mayfly.face.mongo.replica.Membership;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.Operations;
import dev.mayfly.face.mongo.session.ReceiptCleanup;
import dev.mayfly.face.mongo.session.Sessions;
import dev.mayfly.face.mongo.session.UserStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.bson.BsonBoolean;
import org.jspecify.annotations.Nullable;

/** The services that all connections of one Mongo face share. Safe for concurrent use. */
public final class MongoServices implements AutoCloseable {
    private final MongoSettings settings;
    private final MongoCollections collections;
    private final TtlMonitor ttlMonitor;
    private final ClusterTime clusterTime;
    private final @Nullable Membership membership;
    private final Clock machine;
    private final LongSupplier machineNanos;
    private final long startedNanos;
    private final Sessions sessions;
    private final Authentication authentication;
    private final ServerParameters parameters;
    private final @Nullable SpillSpace spillSpace;
    private final Timers machineTimers;
    private final FailPoints failPoints = new FailPoints();
    private final Operations operations = new Operations();
    private final DefaultConcerns defaultConcerns;
    private final CollectionUsages usages;
    private final OperationCounters counters;
    private final Profiler profiler;
    private final TtlDeletions ttlDeletions;
    private final @Nullable ReceiptCleanup receiptCleanup;
    private volatile @Nullable Consumer<Instant> winding;

    /**
     * Everything here but the engine is measured by the machine's clock.
     *
     * @param deadlineTimers by the clock of the engine
     * @param machine the clock of timeouts
     * @param timers of the same machine
     */
    public MongoServices(
            MongoSettings settings,
            Engine engine,
            Timers deadlineTimers,
            Clock machine,
            Timers timers,
            UserStore users) {
        this.settings = settings;
        this.machine = machine;
        this.machineNanos = machine::tickNanos;
        this.machineTimers = timers;
        this.startedNanos = machine.tickNanos();
        this.collections = new MongoCollections(engine);
        this.clusterTime = new ClusterTime(engine.history()::now);
        this.membership = settings.replicaSet() == null ? null : new Membership(engine, deadlineTimers);
        this.defaultConcerns = new DefaultConcerns(engine.records(MongoCollections.FACE));
        this.usages = new CollectionUsages(collections);
        this.counters = new OperationCounters(usages.server());
        this.profiler = new Profiler(new ProfileLog(collections), settings.logsValues());
        this.ttlDeletions = new TtlDeletions(this);
        engine.addListener(ttlDeletions);
        this.sessions = new Sessions(machine, timers);
        this.receiptCleanup = isOneOfSeveral() ? new ReceiptCleanup(collections, timers) : null;
        if (settings.replicaSet() != null && !isOneOfSeveral()) {
            sessions.numbered().restore(engine.collections(MongoCollections.FACE), sessions.logical());
        }
        this.authentication = new Authentication(users, machine, timers);
        Path spillFolder = settings.spillFolder();
        this.spillSpace = spillFolder == null ? null : SpillSpace.at(spillFolder, MongoSettings.SPILL_BYTES_MAX);
        this.parameters = ServerParameters.of(settings.release(), settings.testCommands());
        this.ttlMonitor = new TtlMonitor(collections, deadlineTimers, machine);
        ServerParameter enabled = parameters.get(ServerParameters.TTL_MONITOR_ENABLED);
        enabled.restore(BsonBoolean.valueOf(ttlMonitor.isEnabled()));
        enabled.onChange(ttlMonitor::setEnabled);
        ttlMonitor.setPacing(
                () -> parameters.truth("ttlMonitorBatchDeletes"),
                () -> parameters.whole("ttlMonitorSubPassTargetSecs"),
                () -> parameters.whole("ttlIndexDeleteTargetTimeMS"),
                () -> parameters.whole("ttlIndexDeleteTargetDocs"));
        ServerParameter perDocument = parameters.get(ServerParameters.PER_DOCUMENT_TTL);
        perDocument.restore(BsonBoolean.valueOf(collections.lifetimes().isEnabled()));
        perDocument.onChange(collections.lifetimes()::setEnabled);
        engine.records(MongoCollections.FACE).onChange(() -> {
            enabled.restore(BsonBoolean.valueOf(ttlMonitor.follow()));
            perDocument.restore(BsonBoolean.valueOf(collections.lifetimes().follow()));
        });
        parameters.get(ServerParameters.TTL_MONITOR_SLEEP_SECONDS).onChange(ttlMonitor::setSleepSeconds);
    }

    /** Returns true if other servers serve the same data. */
    public boolean isOneOfSeveral() {
        return collections.engine().isShared();
    }

    /** Returns true if this server shows itself as a mongos: one of several, and of no replica set. */
    public boolean isRouter() {
        return settings.replicaSet() == null && isOneOfSeveral();
    }

    /** Returns true if sessions may number their writes: a replica set and the servers of a cluster keep what became of them. */
    public boolean countsNumbers() {
        return settings.replicaSet() != null || isOneOfSeveral();
    }

    /** Returns true if change streams can be opened. */
    public boolean keepsHistory() {
        return collections.engine().history().isKept(MongoCollections.FACE);
    }

    public MongoSettings settings() {
        return settings;
    }

    /** A command begins that may take long, or hold much. */
    public OperationContext beginRun(BsonView command, boolean keepsStatements) {
        return OperationContext.begin(
                command, machineNanos, keepsStatements, settings.memory().open(), settings.scripts());
    }

    /** Allows clients to advance the clock of documents; without this they cannot. */
    public void setWinding(Consumer<Instant> to) {
        winding = to;
    }

    /**
     * Returns the function that advances the virtual clock of documents to an instant and refuses a past one, or null
     * for a real clock.
     */
    @Nullable
    public Consumer<Instant> winding() {
        return winding;
    }

    /** The clock of documents. */
    public Clock deadlines() {
        return collections.engine().clock();
    }

    public MongoCollections collections() {
        return collections;
    }

    /** The time that a replica set tells its clients. */
    public ClusterTime clusterTime() {
        return clusterTime;
    }

    /** Returns the server's membership in its replica set; null for a single server. */
    public @Nullable Membership membership() {
        return membership;
    }

    public TtlMonitor ttlMonitor() {
        return ttlMonitor;
    }

    public long uptimeNanos() {
        return machine.tickNanos() - startedNanos;
    }

    /** The clock of timeouts, as nanoseconds since an instant of no meaning. */
    LongSupplier machineNanos() {
        return machineNanos;
    }

    /** Returns the timers on the clock of timeouts. */
    Timers machineTimers() {
        return machineTimers;
    }

    /** Returns the points at which tests make requests fail. */
    public FailPoints failPoints() {
        return failPoints;
    }

    public Sessions sessions() {
        return sessions;
    }

    public Authentication authentication() {
        return authentication;
    }

    public Operations operations() {
        return operations;
    }

    /** Returns the concerns of requests that name none. */
    public DefaultConcerns defaultConcerns() {
        return defaultConcerns;
    }

    public CollectionUsages usages() {
        return usages;
    }

    public OperationCounters counters() {
        return counters;
    }

    public Profiler profiler() {
        return profiler;
    }

    public TtlDeletions ttlDeletions() {
        return ttlDeletions;
    }

    /** Returns the space for data of a request that does not fit in memory, or null if it may not spill. */
    @Nullable
    public SpillSpace spillSpace(CommandRequest request) {
        boolean allowed = request.bool("allowDiskUse", parameters.truth(ServerParameters.ALLOW_DISK_USE));
        return allowed ? spillSpace : null;
    }

    public ServerParameters parameters() {
        return parameters;
    }

    @Override
    public void close() {
        ttlMonitor.close();
        if (receiptCleanup != null) {
            receiptCleanup.close();
        }
        if (membership != null) {
            membership.close();
        }
        sessions.close();
    }
}
