package dev.mayfly.test.testkit;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A server, what it announced, and the clients that were made of it. */
final class RunningServer implements AutoCloseable {
    private final MayflyServer server;
    private final MayflyEvents events = new MayflyEvents();
    private final DriverClients clients;

    RunningServer(String clock, FaceName[] faces, String replicaSet) {
        this.server = start(clock, faces, replicaSet);
        server.engine().addListener(events);
        this.clients = new DriverClients(server);
    }

    private static MayflyServer start(String clock, FaceName[] faces, String replicaSet) {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        flags.put(Setting.IN_MEMORY, "true");
        flags.put(Setting.MONGO_PORT, "0");
        flags.put(Setting.ADMIN_PORT, "0");
        flags.put(Setting.COSMOS_PORT, "0");
        flags.put(Setting.COUCHBASE_PORT, "0");
        flags.put(Setting.KV_PORT, "0");
        flags.put(Setting.QUERY_PORT, "0");
        flags.put(Setting.COUCHBASE_PORT, "0");
        flags.put(Setting.KV_PORT, "0");
        flags.put(Setting.QUERY_PORT, "0");
        flags.put(Setting.FACES, Arrays.stream(faces).map(FaceName::word).collect(Collectors.joining(",")));
        flags.put(Setting.MONGO_REPLSET, replicaSet);
        flags.put(Setting.CLOCK, clock.equals("system") ? clock : "virtual@" + clock);
        try {
            return MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
        } catch (ConfigException | StartupException failure) {
            throw new IllegalStateException("no server for this test: " + failure.getMessage(), failure);
        }
    }

    MayflyServer server() {
        return server;
    }

    MayflyEvents events() {
        return events;
    }

    DriverClients clients() {
        return clients;
    }

    @Override
    public void close() {
        clients.close();
        server.close();
    }
}
