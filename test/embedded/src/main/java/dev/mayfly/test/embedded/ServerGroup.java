package dev.mayfly.test.embedded;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.RunningServer;
import dev.mayfly.test.testkit.ServerClock;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Several servers in this JVM over one store, met as one. Drivers of MongoDB know all of them and choose for each operation,
 * clients of Cosmos DB get another with each connection, and those of Couchbase find them in the map. The administrator,
 * and a test that asks for the server itself, meet the first.
 */
final class ServerGroup implements RunningServer {
    /** What the string of a single server says, and what drivers refuse with more than one host. */
    private static final String DIRECT = "directConnection=true";

    private final List<MayflyServer> servers;
    private final EmbeddedServer first;
    private final Map<String, String> connectionStrings;
    private final List<ConnectionSpread> opened = new ArrayList<>();

    /** @param servers of which the first has made the tables of the store */
    ServerGroup(List<MayflyServer> servers) {
        this.servers = List.copyOf(servers);
        this.first = new EmbeddedServer(servers.getFirst());
        this.connectionStrings = new HashMap<>(first.connectionStrings());
        connectionStrings.computeIfPresent(FaceName.MONGO.word(), (_, own) -> seeds(own));
        connectionStrings.computeIfPresent(FaceName.COSMOS.word(), (_, own) -> spread(own));
    }

    private List<Integer> ports(FaceName face) {
        return servers.stream().map(server -> server.port(face)).toList();
    }

    private String seeds(String own) {
        String hosts =
                ports(FaceName.MONGO).stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
        String authority = "127.0.0.1:" + servers.getFirst().port(FaceName.MONGO);
        return own.replace(authority, hosts).replace("?" + DIRECT + "&", "?").replace("?" + DIRECT, "");
    }

    private String spread(String own) {
        List<Integer> ports = ports(FaceName.COSMOS);
        ConnectionSpread spread = ConnectionSpread.over(ports);
        opened.add(spread);
        return own.replace(":" + ports.getFirst(), ":" + spread.port());
    }

    @Override
    public URI adminUrl() {
        return first.adminUrl();
    }

    @Override
    public Map<String, String> connectionStrings() {
        return Map.copyOf(connectionStrings);
    }

    @Override
    public Optional<ServerClock> clock() {
        return first.clock();
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return first.unwrap(type);
    }

    @Override
    public void close() {
        opened.forEach(ConnectionSpread::close);
        servers.reversed().forEach(MayflyServer::close);
    }
}
