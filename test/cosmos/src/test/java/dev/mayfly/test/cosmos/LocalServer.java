package dev.mayfly.test.cosmos;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.embedded.ServerEndpoints;
import dev.mayfly.test.testkit.CosmosEndpoint;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A server that a test starts itself, on a free port and a clock that stands. */
final class LocalServer implements AutoCloseable {
    private final MayflyServer server;

    private LocalServer(MayflyServer server) {
        this.server = server;
    }

    /** Starts one in memory unless the settings say where. */
    static LocalServer start(Map<Setting, String> settings) throws ConfigException, StartupException {
        Map<Setting, String> all = new EnumMap<>(Map.of(
                Setting.FACES, "cosmos", Setting.COSMOS_PORT, "0", Setting.CLOCK, "virtual@2026-01-01T00:00:00Z"));
        all.putAll(settings);
        if (!settings.containsKey(Setting.DATA)) {
            all.put(Setting.IN_MEMORY, "true");
        }
        return new LocalServer(MayflyServer.start(ConfigReader.read(all, Map.of(), null)));
    }

    MayflyServer server() {
        return server;
    }

    CosmosEndpoint endpoint() {
        return ServerEndpoints.cosmos(server);
    }

    Wire wire() {
        return new Wire(endpoint().http(), endpoint().key());
    }

    void advance(Duration duration) {
        server.virtualClock().orElseThrow().advance(duration);
    }

    /** A client that would rather talk to these regions. */
    CosmosClient client(String... regions) {
        return builder(endpoint()).preferredRegions(List.of(regions)).buildClient();
    }

    /** A client of an endpoint without encryption. */
    static CosmosClientBuilder builder(CosmosEndpoint endpoint) {
        System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
        System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
        return new CosmosClientBuilder()
                .endpoint(endpoint.http())
                .key(endpoint.key())
                .gatewayMode()
                .contentResponseOnWriteEnabled(true);
    }

    @Override
    public void close() {
        server.close();
    }
}
