package dev.mayfly.app.cli.cluster;

import dev.mayfly.app.cassandra.CassandraNode;
import dev.mayfly.app.cassandra.CassandraStartException;
import dev.mayfly.app.cassandra.LocalCassandra;
import dev.mayfly.app.cassandra.LocalSettings;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The processes of a cluster on this machine: nodes of Cassandra, and servers over them. */
final class LocalCluster implements AutoCloseable {
    /*
     * The first server makes the keyspace and its tables while no other runs: Cassandra may disagree with itself for a
     * while when two make the same. Servers end first, so that none ends without its store.
     *
     * The end may come during the start, from the hook of a signal. It interrupts the thread that starts, and waits for
     * it by the lock; whatever the start has begun is known by then, or was ended by those who began it.
     */
    static final String KEYSPACE = "mayfly";
    private static final int REPLICATION_MAX = 3;

    private final ClusterFolder folder;
    private final LocalSettings settings;
    private final int wantedServers;
    private final ServerPorts firstPorts;
    private final Consumer<String> notes;
    private final List<ClusterServer> servers = new ArrayList<>();
    private @Nullable LocalCassandra cassandra;
    private volatile @Nullable Thread starter;
    private volatile boolean isStopping;
    private volatile boolean hasFailed;
    private boolean isCleared;

    /** @param notes is told of what takes long, and of processes that die */
    LocalCluster(
            ClusterFolder folder, LocalSettings settings, int servers, ServerPorts firstPorts, Consumer<String> notes) {
        this.folder = folder;
        this.settings = settings;
        this.wantedServers = servers;
        this.firstPorts = firstPorts;
        this.notes = notes;
    }

    /** Starts all, and returns when all answer. */
    void start() throws IOException, InterruptedException {
        starter = Thread.currentThread();
        hasFailed = true;
        try {
            startAll();
            hasFailed = false;
        } catch (InterruptedException stop) {
            hasFailed = false;
            throw stop;
        } finally {
            starter = null;
        }
    }

    private synchronized void startAll() throws IOException, InterruptedException {
        if (isStopping) {
            throw new InterruptedException();
        }
        notes.accept("starting Cassandra: " + count(settings.nodes(), "node"));
        startCassandra().nodes().forEach(this::watch);
        if (wantedServers == 0) {
            return;
        }
        notes.accept("starting " + count(wantedServers, "server"));
        ServerLaunch launch = ServerLaunch.ofProcess(wantedServers);
        startServer(launch, firstPorts).awaitReady();
        while (servers.size() < wantedServers) {
            startServer(launch, ServerPorts.ANY);
        }
        for (ClusterServer server : servers) {
            server.awaitReady();
        }
        servers.forEach(this::watch);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private LocalCassandra startCassandra() throws InterruptedException {
        try {
            LocalCassandra started = LocalCassandra.start(settings);
            cassandra = started;
            return started;
        } catch (CassandraStartException failure) {
            if (isStopping) {
                throw new InterruptedException();
            }
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(failure.getMessage()));
        }
    }

    private ClusterServer startServer(ServerLaunch launch, ServerPorts ports) throws IOException {
        int number = servers.size() + 1;
        ClusterServer started =
                ClusterServer.start(number, folder.server(number), launch, ports.onLoopback(), options());
        servers.add(started);
        return started;
    }

    private List<String> options() {
        String contactPoints =
                nodes().stream().map(node -> text(node.address())).collect(Collectors.joining(","));
        return List.of(
                "--store",
                "cassandra",
                "--cassandra-contact-points",
                contactPoints,
                "--cassandra-datacenter",
                LocalCassandra.DATACENTER,
                "--cassandra-keyspace",
                KEYSPACE,
                "--cassandra-replication",
                Integer.toString(replication()),
                "--face",
                "mongo,cosmos,couchbase,admin");
    }

    /** Host and port. */
    static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    private void watch(CassandraNode node) {
        long pid = node.pid();
        ProcessHandle.of(pid)
                .ifPresent(process -> process.onExit()
                        .thenRun(() -> tellEnd("node " + node.number() + " of Cassandra, process " + pid
                                + ", has ended; its log is " + node.log())));
    }

    private void watch(ClusterServer server) {
        Process process = server.process();
        process.onExit()
                .thenRun(() -> tellEnd("server " + server.number() + ", process " + process.pid()
                        + ", has ended with exit code " + process.exitValue() + "; its log is " + server.log()));
    }

    private void tellEnd(String words) {
        if (!isStopping) {
            notes.accept(words);
        }
    }

    ClusterFolder folder() {
        return folder;
    }

    /** The number of nodes of Cassandra that keep a document. */
    int replication() {
        return Math.min(REPLICATION_MAX, settings.nodes());
    }

    synchronized List<CassandraNode> nodes() {
        return cassandra == null ? List.of() : cassandra.nodes();
    }

    synchronized List<ClusterServer> servers() {
        return List.copyOf(servers);
    }

    /** True as soon as the end has begun. */
    boolean isStopping() {
        return isStopping;
    }

    /** Stops the servers, then Cassandra; after a start that failed the logs stay. Closing again does nothing. */
    @Override
    public void close() {
        isStopping = true;
        Thread starting = starter;
        if (starting != null) {
            starting.interrupt();
        }
        closeAll();
    }

    private synchronized void closeAll() {
        servers.forEach(ClusterServer::stop);
        servers.forEach(ClusterServer::close);
        servers.clear();
        if (cassandra != null) {
            cassandra.close();
            cassandra = null;
        }
        if (folder.isTemporary() && !isCleared) {
            isCleared = true;
            clear();
        }
    }

    private void clear() {
        if (hasFailed) {
            notes.accept("what the processes wrote stays in " + folder.path());
            return;
        }
        try {
            folder.delete();
        } catch (IOException failure) {
            notes.accept(folder.path() + " could not be removed: " + failure.getMessage());
        }
    }
}
