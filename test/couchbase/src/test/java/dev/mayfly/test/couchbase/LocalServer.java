package dev.mayfly.test.couchbase;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.ClusterOptions;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.embedded.ServerEndpoints;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** A server that a test starts itself, on free ports and a clock that stands. */
final class LocalServer implements AutoCloseable {
    private final MayflyServer server;

    private LocalServer(MayflyServer server) {
        this.server = server;
    }

    /** Starts one in memory unless the settings say where. */
    static LocalServer start(Map<Setting, String> settings) throws ConfigException, StartupException {
        Map<Setting, String> all = new EnumMap<>(Map.of(
                Setting.FACES,
                "couchbase",
                Setting.COUCHBASE_PORT,
                "0",
                Setting.KV_PORT,
                "0",
                Setting.QUERY_PORT,
                "0",
                Setting.CLOCK,
                "virtual@2026-01-01T00:00:00Z"));
        all.putAll(settings);
        if (!settings.containsKey(Setting.DATA)) {
            all.put(Setting.IN_MEMORY, "true");
        }
        return new LocalServer(MayflyServer.start(ConfigReader.read(all, Map.of(), null)));
    }

    MayflyServer server() {
        return server;
    }

    CouchbaseEndpoint endpoint() {
        return ServerEndpoints.couchbase(server);
    }

    Rest rest() {
        return new Rest(endpoint().management(), endpoint().user(), endpoint().password());
    }

    /** A client, which the caller disconnects. */
    Cluster connect() {
        return connect(endpoint());
    }

    /** A client that is patient, since the machine may be busy. */
    static Cluster connect(CouchbaseEndpoint endpoint) {
        return Cluster.connect(
                endpoint.connectionString(),
                ClusterOptions.clusterOptions(endpoint.user(), endpoint.password())
                        .environment(environment ->
                                environment.timeoutConfig(timeouts -> timeouts.kvTimeout(Duration.ofSeconds(30)))));
    }

    void advance(Duration duration) {
        server.virtualClock().orElseThrow().advance(duration);
    }

    @Override
    public void close() {
        server.close();
    }
}
