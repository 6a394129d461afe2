package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.engine.node.Rendezvous;
import dev.mayfly.engine.node.ServerNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The servers that clients find in the map of the cluster. Safe for concurrent use. */
public final class ClusterServers {
    private final LiveNodes nodes;
    private final Supplier<NodePorts> ports;

    /** @param ports of this server, asked only once they are known */
    public ClusterServers(LiveNodes nodes, Supplier<NodePorts> ports) {
        this.nodes = nodes;
        this.ports = ports;
    }

    /**
     * A server.
     *
     * @param host null for this server as long as it is alone: whoever asks it knows where it is
     */
    public record Place(ServerNode node, @Nullable String host, NodePorts ports, boolean isThis) {
        /** The host of its addresses, where that of this server is known by this name. */
        public String hostOr(String known) {
            return host == null ? known : host;
        }
    }

    /** The servers that were alive at one moment, by their ids. */
    public record View(List<Place> places) {
        public View {
            places = List.copyOf(places);
        }

        /** Returns the place of the server at which those who write a shard of a bucket meet. */
        int serverOf(Bucket bucket, int shard) {
            return Rendezvous.of(
                    bucket.uuid() + '/' + shard,
                    places.stream().map(Place::node).toList());
        }
    }

    /** The ports of this server. */
    public NodePorts ports() {
        return ports.get();
    }

    public View now() {
        NodePorts own = ports.get();
        String self = nodes.self().id();
        List<ServerNode> live = nodes.live();
        List<Place> places = new ArrayList<>();
        for (ServerNode node : live) {
            if (node.id().equals(self)) {
                places.add(new Place(node, node.address(), own, true));
            } else if (has(node)) {
                places.add(new Place(node, node.address(), portsOf(node, own.encrypted()), false));
            }
        }
        if (places.size() == 1) {
            places.set(0, new Place(nodes.self(), null, own, true));
        }
        return new View(places);
    }

    private static boolean has(ServerNode node) {
        return node.port(NodePorts.KEY_VALUE_SERVICE).isPresent()
                && node.port(NodePorts.MANAGEMENT_SERVICE).isPresent()
                && node.port(NodePorts.QUERY_SERVICE).isPresent();
    }

    /** Servers of one cluster are encrypted alike. */
    private static NodePorts portsOf(ServerNode node, boolean isEncrypted) {
        return new NodePorts(
                node.port(NodePorts.KEY_VALUE_SERVICE).orElseThrow(),
                node.port(NodePorts.MANAGEMENT_SERVICE).orElseThrow(),
                node.port(NodePorts.QUERY_SERVICE).orElseThrow(),
                isEncrypted);
    }
}
