package dev.mayfly.engine.node;

import dev.mayfly.store.api.NodeEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A server of a cluster, as it describes itself.
 *
 * @param id another one after each start
 * @param address the host by which clients and other servers reach it
 * @param region empty if it is in none
 * @param startedAt in milliseconds since the epoch
 * @param offsetMillis how far its clock was ahead of the cluster's when it was measured last
 * @param virtualMillis what its clock showed last if that is a virtual one
 * @param ports of its services, by their names, such as {@code mongo} or {@code couchbase-kv}
 */
public record ServerNode(
        String id,
        String address,
        String region,
        String version,
        long startedAt,
        OptionalLong offsetMillis,
        OptionalLong virtualMillis,
        Map<String, Integer> ports) {
    private static final String ADDRESS = "address";
    private static final String REGION = "region";
    private static final String VERSION = "version";
    private static final String STARTED = "started";
    private static final String OFFSET = "offset";
    private static final String VIRTUAL = "virtual";
    private static final String PORT = "port ";

    public ServerNode {
        ports = Map.copyOf(ports);
    }

    /** A server on the clock of its machine. */
    public ServerNode(
            String id,
            String address,
            String region,
            String version,
            long startedAt,
            OptionalLong offsetMillis,
            Map<String, Integer> ports) {
        this(id, address, region, version, startedAt, offsetMillis, OptionalLong.empty(), ports);
    }

    /** A server of which nothing is known but that it is there. */
    public static ServerNode unknown(String id) {
        return new ServerNode(id, "", "", "", 0, OptionalLong.empty(), Map.of());
    }

    /** The port of a service, if the server offers it. */
    public OptionalInt port(String service) {
        Integer port = ports.get(service);
        return port == null ? OptionalInt.empty() : OptionalInt.of(port);
    }

    /** The host and port of a service as they stand in an address; the host alone where it is not offered. */
    public String authority(String service) {
        String host = address.indexOf(':') >= 0 ? "[" + address + "]" : address;
        Integer port = ports.get(service);
        return port == null ? host : host + ":" + port;
    }

    public ServerNode withOffset(OptionalLong measured) {
        return new ServerNode(id, address, region, version, startedAt, measured, virtualMillis, ports);
    }

    ServerNode withVirtualTime(OptionalLong shown) {
        return new ServerNode(id, address, region, version, startedAt, offsetMillis, shown, ports);
    }

    private ServerNode place() {
        return withOffset(OptionalLong.empty()).withVirtualTime(OptionalLong.empty());
    }

    /** Returns true if clients reach the same services of the same server at the same place. */
    public boolean isSamePlace(ServerNode other) {
        return place().equals(other.place());
    }

    NodeEntry entry() {
        Map<String, String> facts = new HashMap<>();
        facts.put(ADDRESS, address);
        facts.put(REGION, region);
        facts.put(VERSION, version);
        facts.put(STARTED, String.valueOf(startedAt));
        offsetMillis.ifPresent(offset -> facts.put(OFFSET, String.valueOf(offset)));
        virtualMillis.ifPresent(shown -> facts.put(VIRTUAL, String.valueOf(shown)));
        ports.forEach((service, port) -> facts.put(PORT + service, String.valueOf(port)));
        return new NodeEntry(id, facts);
    }

    /** Reads what a server of this or another release says of itself; what it does not say is empty. */
    static ServerNode of(NodeEntry entry) {
        Map<String, String> facts = entry.facts();
        Map<String, Integer> ports = new HashMap<>();
        facts.forEach((name, value) -> {
            OptionalLong port = number(value);
            if (name.startsWith(PORT) && port.isPresent()) {
                ports.put(name.substring(PORT.length()), (int) port.getAsLong());
            }
        });
        return new ServerNode(
                entry.id(),
                facts.getOrDefault(ADDRESS, ""),
                facts.getOrDefault(REGION, ""),
                facts.getOrDefault(VERSION, ""),
                number(facts.getOrDefault(STARTED, "")).orElse(0),
                number(facts.getOrDefault(OFFSET, "")),
                number(facts.getOrDefault(VIRTUAL, "")),
                ports);
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
