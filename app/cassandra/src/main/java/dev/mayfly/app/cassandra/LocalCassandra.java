package dev.mayfly.app.cassandra;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster of Cassandra on this machine: one node or several, each a child process with a folder of its own.
 *
 * <p>Its ports are free ones, and stay the same when it is started again over its folder. Its data center is {@value #DATACENTER}, every node is a rack. It keeps what it is told, but
 * with a commit log that reaches the disk every ten seconds: it survives the death of its processes, not a loss of power.
 */
public final class LocalCassandra implements AutoCloseable {
    public static final String DATACENTER = "dc1";

    private final List<CassandraNode> nodes;

    private LocalCassandra(List<CassandraNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Starts the nodes, one after the other, and returns when all answer; an interrupt ends those that run. */
    public static LocalCassandra start(LocalSettings settings) throws CassandraStartException {
        FreePorts ports = new PortsFile(settings.folder()).ports(settings.nodes());
        List<CassandraNode> nodes = new ArrayList<>();
        for (int number = 1; number <= settings.nodes(); number++) {
            nodes.add(new CassandraNode(number, settings, ports));
        }
        LocalCassandra cluster = new LocalCassandra(nodes);
        try {
            for (CassandraNode node : nodes) {
                node.start();
            }
            return cluster;
        } catch (CassandraStartException failure) {
            cluster.close();
            throw failure;
        }
    }

    public List<CassandraNode> nodes() {
        return nodes;
    }

    /** The addresses at which clients are answered. */
    public List<InetSocketAddress> contactPoints() {
        return nodes.stream().map(CassandraNode::address).toList();
    }

    /** Stops all nodes, the last first; what they keep stays where it is. */
    @Override
    public void close() {
        nodes.reversed().forEach(CassandraNode::close);
    }
}
