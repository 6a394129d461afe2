package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.face.mongo.session.MemoryUserStore;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.transport.Endpoint;
import dev.mayfly.face.transport.Transport;
import dev.mayfly.face.transport.TransportLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.bson.BsonDocument;

/** A Mongo face on a free port of loopback, on clocks that stand still. */
final class MongoFixture implements AutoCloseable {
    final VirtualClock deadlines = new VirtualClock(1_700_000_000_000L);
    final VirtualClock machine = new VirtualClock(5_000);
    final MongoServices services;
    private final Transport transport = new Transport(TransportLimits.DEFAULT, machine, machine, 2);
    private final InetSocketAddress address;

    MongoFixture(MongoSettings settings) throws IOException {
        services = new MongoServices(settings, deadlines, machine, machine, new MemoryUserStore());
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        address = transport
                .listen(Endpoint.plain(anyPort), new MongoFace(services))
                .address();
    }

    MongoFixture() throws IOException {
        this(MongoSettings.open());
    }

    RawMongoClient connect() throws IOException {
        return new RawMongoClient(address);
    }

    void addUser(String name, String password, Role... roles) {
        services.authentication()
                .users()
                .create(new User(
                        new UserName("admin", name),
                        services.authentication().verifier(password),
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
        assertEquals(0, transport.connections());
        assertEquals(0, transport.inFlightBytes());
        assertEquals(0, services.sessions().cursors().size());
    }
}
