package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.change.ChangeEncoder;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.dispatch.MongoFace;
import dev.mayfly.face.mongo.query.MongoForms;
import dev.mayfly.face.mongo.session.MemoryUserStore;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.mongo.stream.ChangeNotes;
import dev.mayfly.face.transport.Endpoint;
import dev.mayfly.face.transport.Transport;
import dev.mayfly.face.transport.connection.TransportLimits;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;

/** A Mongo face on a free port of loopback, on clocks that stand still. */
public final class MongoFixture implements AutoCloseable {
    final VirtualClock deadlines = new VirtualClock(1_700_000_000_000L);
    final VirtualClock machine = new VirtualClock(5_000);
    public final MongoServices services;
    private final Store store;
    private final boolean ownsStore;
    private final Engine engine;
    private final Transport transport = new Transport(TransportLimits.DEFAULT, machine, machine, 2);
    private final InetSocketAddress address;

    public MongoFixture(MongoSettings settings) throws IOException {
        this(settings, new MemoryStore());
    }

    /** @param store closed with the fixture */
    public MongoFixture(MongoSettings settings, Store store) throws IOException {
        this(settings, store, true);
    }

    private MongoFixture(MongoSettings settings, Store store, boolean ownsStore) throws IOException {
        this.store = store;
        this.ownsStore = ownsStore;
        ClockGuard guard = new ClockGuard(
                deadlines, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());
        engine = Engine.open(
                store, new Engine.Machinery(guard, deadlines, Runnable::run, Pacer.UNPACED), settings(settings, store));
        services = new MongoServices(settings, engine, deadlines, machine, machine, new MemoryUserStore());
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        address = transport
                .listen(Endpoint.plain(anyPort), new MongoFace(services))
                .address();
    }

    public MongoFixture() throws IOException {
        this(MongoSettings.open());
    }

    /** Another server over the same store, to be closed before this one. */
    MongoFixture another() throws IOException {
        return new MongoFixture(services.settings(), store, false);
    }

    private static EngineSettings settings(MongoSettings settings, Store store) {
        Duration retention = Duration.ofHours(24);
        return EngineSettings.DEFAULTS
                .withForms(MongoCollections.FACE, new MongoForms())
                .withHistory(
                        settings.replicaSet() == null && store.cluster().isEmpty()
                                ? HistorySettings.NONE
                                : HistorySettings.of(
                                        MongoCollections.FACE, ChangeEncoder.of(ChangeNotes::note), retention));
    }

    public RawMongoClient connect() throws IOException {
        return new RawMongoClient(address);
    }

    void addUser(String name, String password, Role... roles) {
        services.authentication()
                .users()
                .create(new User(
                        new UserName("admin", name),
                        services.authentication().secret(password),
                        List.of(roles),
                        new BsonDocument()));
    }

    int connections() {
        return transport.connections();
    }

    @Override
    public void close() {
        transport.close();
        services.close();
        engine.close();
        if (ownsStore) {
            store.close();
        }
        assertEquals(0, transport.connections());
        assertEquals(0, transport.inFlightBytes());
        assertEquals(0, services.sessions().cursors().size());
    }
}
