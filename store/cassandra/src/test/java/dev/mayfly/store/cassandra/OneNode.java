package dev.mayfly.store.cassandra;

import static org.junit.jupiter.api.Assumptions.abort;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.mayfly.app.cassandra.CassandraStartException;
import dev.mayfly.app.cassandra.Java17;
import dev.mayfly.app.cassandra.LocalCassandra;
import dev.mayfly.app.cassandra.LocalSettings;
import dev.mayfly.test.harness.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The node of Cassandra that all tests of this process share, started by the first that asks for it. A node that runs
 * already is taken instead where the system property {@value #RUNNING} names it. With {@value #NODES} there are several,
 * and each has everything.
 */
final class OneNode {
    private static final String RUNNING = "mayfly.cassandra.running";
    private static final String NODES = "mayfly.cassandra.nodes";

    private static @Nullable InetSocketAddress address;
    private static @Nullable CqlSession session;

    private OneNode() {}

    /** Returns where the node is; skips the test on a machine without a Java 17. */
    static synchronized InetSocketAddress address() {
        if (address == null) {
            String running = System.getProperty(RUNNING, "");
            address = running.isEmpty() ? start() : parse(running);
        }
        return address;
    }

    /** Opens the store of these tests over the one session that all share: opening one takes longer than most tests. */
    static synchronized CassandraStore open(Class<?> tests) {
        CassandraOptions options = options(tests);
        if (session == null) {
            session = CassandraSession.open(options);
        }
        return CassandraStore.over(session, options, () -> {}, () -> {});
    }

    /** A keyspace for each class of tests, and never one that was emptied: see CellsTable. */
    static CassandraOptions options(Class<?> tests) {
        return options(tests, address());
    }

    static CassandraOptions options(Class<?> tests, InetSocketAddress contactPoint) {
        return new CassandraOptions(
                List.of(contactPoint),
                LocalCassandra.DATACENTER,
                tests.getSimpleName().toLowerCase(Locale.ROOT)
                        + ProcessHandle.current().pid(),
                nodes(),
                null,
                null);
    }

    static int nodes() {
        return Integer.getInteger(NODES, 1);
    }

    private static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        return new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    private static InetSocketAddress start() {
        if (Java17.find().isEmpty()) {
            System.err.println("NO JAVA 17 ON THIS MACHINE: THE STORE IN CASSANDRA IS NOT TESTED");
            abort("no Java 17, by which Cassandra runs");
        }
        try {
            Path folder = Files.createTempDirectory("mayfly-cassandra");
            LocalCassandra cluster = LocalCassandra.start(LocalSettings.found(nodes(), folder));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(cluster, folder), "cassandra-end"));
            return cluster.contactPoints().getFirst();
        } catch (CassandraStartException failure) {
            System.err.println(
                    "CASSANDRA DOES NOT START ON THIS MACHINE: THE STORE IN CASSANDRA IS NOT TESTED: " + failure);
            return abort("no Cassandra: " + failure.getMessage());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void end(LocalCassandra cluster, Path folder) {
        cluster.nodes().forEach(node -> node.kill());
        try {
            Folders.delete(folder);
        } catch (IOException failure) {
            System.err.println(folder + " could not be removed: " + failure);
        }
    }
}
