package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.mayfly.app.cassandra.CassandraNode;
import dev.mayfly.app.cassandra.CassandraStartException;
import dev.mayfly.app.cassandra.Java17;
import dev.mayfly.app.cassandra.LocalCassandra;
import dev.mayfly.app.cassandra.LocalSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Nodes of Cassandra below the servers of a test: started for it, or such as run already. Aborts the test where no Java 17 is found. */
public final class CassandraGround implements AutoCloseable {
    /** Names the contact points of nodes that run already, with commas between. */
    public static final String RUNNING = "mayfly.cassandra";

    private static final int REPLICATION_MAX = 3;

    private final @Nullable LocalCassandra started;
    private final List<InetSocketAddress> addresses;

    private CassandraGround(@Nullable LocalCassandra started, List<InetSocketAddress> addresses) {
        this.started = started;
        this.addresses = addresses;
    }

    /** Starts nodes whose files are in this folder. */
    public static CassandraGround start(int nodes, Path folder) throws CassandraStartException {
        if (Java17.find().isEmpty()) {
            System.err.println("NO JAVA 17 ON THIS MACHINE: WHAT NEEDS CASSANDRA IS NOT TESTED");
            abort("no Java 17, by which Cassandra runs");
        }
        LocalCassandra started = LocalCassandra.start(LocalSettings.found(nodes, folder.resolve("cassandra")));
        return new CassandraGround(started, started.contactPoints());
    }

    /** Returns those that {@value #RUNNING} names, else starts as many as this. */
    public static CassandraGround found(int nodes, Path folder) throws CassandraStartException {
        String running = System.getProperty(RUNNING, "");
        return running.isEmpty()
                ? start(nodes, folder)
                : new CassandraGround(
                        null,
                        Arrays.stream(running.split(",", -1))
                                .map(CassandraGround::address)
                                .toList());
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1), 10));
    }

    /** Where the nodes listen. */
    public List<InetSocketAddress> addresses() {
        return addresses;
    }

    /** The nodes, which can be killed and started again; fails for those that the test did not start. */
    public List<CassandraNode> nodes() {
        if (started == null) {
            throw new IllegalStateException("these nodes are not the test's own");
        }
        return started.nodes();
    }

    /** What {@code serve} is told, so that a server keeps its documents here, in a keyspace of this process. */
    public List<String> options() {
        return options(addresses);
    }

    /** The same for a server that reaches the nodes by other addresses. */
    public List<String> options(List<InetSocketAddress> others) {
        String contactPoints = others.stream()
                .map(address -> address.getHostString() + ":" + address.getPort())
                .collect(Collectors.joining(","));
        return List.of(
                "--store=cassandra",
                "--cassandra-contact-points=" + contactPoints,
                "--cassandra-datacenter=" + LocalCassandra.DATACENTER,
                "--cassandra-keyspace=p" + ProcessHandle.current().pid(),
                "--cassandra-replication=" + Math.min(REPLICATION_MAX, addresses.size()));
    }

    @Override
    public void close() {
        if (started != null) {
            started.close();
        }
    }
}
