package dev.mayfly.face.mongo.command;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.TtlMonitor;
import dev.mayfly.face.mongo.replica.ClusterTime;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.Sessions;
import dev.mayfly.face.mongo.session.UserStore;
import org.bson.BsonBoolean;

/** What all connections of one Mongo face share. Safe for concurrent use. */
public final class MongoServices implements AutoCloseable {
    private final MongoSettings settings;
    private final MongoCollections collections;
    private final TtlMonitor ttlMonitor;
    private final ClusterTime clusterTime;
    private final Clock machine;
    private final long startedNanos;
    private final Sessions sessions;
    private final Authentication authentication;
    private final ServerParameters parameters;

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
        this.startedNanos = machine.tickNanos();
        this.collections = new MongoCollections(engine);
        this.clusterTime = new ClusterTime(engine::lastVersion);
        this.sessions = new Sessions(machine, timers);
        if (settings.replicaSet() != null) {
            sessions.numbered().restore(engine.collections(MongoCollections.FACE), sessions.logical());
        }
        this.authentication = new Authentication(users, machine, timers);
        this.parameters = ServerParameters.standard();
        this.ttlMonitor = new TtlMonitor(collections, deadlineTimers);
        ServerParameter enabled = parameters.get(ServerParameters.TTL_MONITOR_ENABLED);
        enabled.restore(BsonBoolean.valueOf(ttlMonitor.isEnabled()));
        enabled.onChange(ttlMonitor::setEnabled);
        parameters.get(ServerParameters.TTL_MONITOR_SLEEP_SECONDS).onChange(ttlMonitor::setSleepSeconds);
    }

    public MongoSettings settings() {
        return settings;
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

    public TtlMonitor ttlMonitor() {
        return ttlMonitor;
    }

    public long uptimeNanos() {
        return machine.tickNanos() - startedNanos;
    }

    public Sessions sessions() {
        return sessions;
    }

    public Authentication authentication() {
        return authentication;
    }

    public ServerParameters parameters() {
        return parameters;
    }

    @Override
    public void close() {
        ttlMonitor.close();
        sessions.close();
    }
}
