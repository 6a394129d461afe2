package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.engine.node.ServerNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The regions of an account, each with the server that answers there: those of the server that is asked come first. Safe for
 * concurrent use.
 */
public final class AccountRegions {
    /** The name under which servers announce the port of this face. */
    private static final String SERVICE = "cosmos";

    private final List<String> own;
    private final LiveNodes nodes;

    /** @param own that are this server; at least one */
    public AccountRegions(List<String> own, LiveNodes nodes) {
        this.own = List.copyOf(own);
        this.nodes = nodes;
    }

    /**
     * Returns the authority of the server of each region.
     *
     * @param authority by which a client calls this server
     */
    SequencedMap<String, String> authorities(String authority) {
        SequencedMap<String, String> regions = new LinkedHashMap<>();
        own.forEach(region -> regions.put(region, authority));
        String self = nodes.self().id();
        for (ServerNode node : nodes.live()) {
            boolean isOther = !node.id().equals(self) && !node.region().isEmpty();
            if (isOther && node.port(SERVICE).isPresent()) {
                regions.putIfAbsent(node.region(), authorityOf(node, authority));
            }
        }
        return regions;
    }

    /** Returns true if a client may write in another region than that of this server. */
    boolean areSeveralServers() {
        Map<String, String> all = authorities("");
        return all.values().stream().anyMatch(each -> !each.isEmpty());
    }

    /** A server of the same machine is called by the name by which the client calls this one: its certificate has it. */
    private static String authorityOf(ServerNode node, String authority) {
        int colon = authority.lastIndexOf(':');
        String host = colon < 0 || authority.endsWith("]") ? authority : authority.substring(0, colon);
        boolean isHere = node.address().startsWith("127.") && (host.equals("localhost") || host.startsWith("127."));
        return isHere ? host + ":" + node.port(SERVICE).orElseThrow() : node.authority(SERVICE);
    }
}
