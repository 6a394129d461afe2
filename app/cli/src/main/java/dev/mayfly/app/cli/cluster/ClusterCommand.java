package dev.mayfly.app.cli.cluster;

import dev.mayfly.app.cassandra.CassandraStartException;
import dev.mayfly.app.cassandra.LocalSettings;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a cluster on this machine until it is told to stop. */
@Command(
        name = "cluster",
        header = "Try a cluster on this machine: servers over nodes of Apache Cassandra; from a checkout.",
        description = {
            "",
            "Examples:",
            "  ./mayfly cluster                              # three servers over three nodes, until Ctrl-C",
            "  ./mayfly cluster --cassandra-nodes 1 --nodes 2",
            "  ./mayfly cluster --data ./cluster             # keeps it; the same line starts it again",
            "  ./mayfly cluster --nodes 0                    # Cassandra alone, for your own servers",
            "  ./mayfly cluster -o json | jq .servers[1].pid # every process and port, for programs"
        })
public final class ClusterCommand implements Callable<Integer> {
    private static final int MOST = 9;
    private static final int PORT_MAX = 65_535;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private Output output = new Output();

    @Option(names = "--nodes", paramLabel = "N", description = "How many servers; 0 to 9. Default: 3.")
    private int servers = 3;

    @Option(
            names = "--cassandra-nodes",
            paramLabel = "N",
            description = "How many nodes of Cassandra, on 127.0.0.1 and the addresses after it; 1 to 9. Default: 3.")
    private int nodes = 3;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where everything is kept. Without it nothing is left when the cluster stops.")
    private @Nullable Path data;

    /** The first server has ports that are known beforehand, by the options that serve has. */
    @Spec(Spec.Target.SELF)
    void setSpec(CommandSpec own) {
        for (Setting setting : ServerPorts.SETTINGS) {
            own.addOption(OptionSpec.builder(setting.flag())
                    .type(Integer.class)
                    .arity("1")
                    .paramLabel(setting.label())
                    .description("The first server's; others take free ones. " + setting.help() + " Default: "
                            + setting.standard() + ".")
                    .build());
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireWithin(0, servers, "--nodes");
        requireWithin(1, nodes, "--cassandra-nodes");
        ServerPorts ports = ServerPorts.standard().with(ports());
        if (System.getProperty(LocalSettings.JARS) == null) {
            throw new CommandFailure(
                    ExitCode.USAGE, "a cluster to try is started from a checkout, by ./mayfly cluster");
        }
        // A port that is taken is told at once and not when Cassandra runs.
        ports.onLoopback();
        ClusterFolder folder = ClusterFolder.of(data);
        LocalCluster cluster = new LocalCluster(folder, settings(folder), servers, ports, this::note);
        Thread end = new Thread(cluster::close, "mayfly-cluster-stop");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            cluster.start();
            ClusterPage page = new ClusterPage(cluster);
            output.show(page.json(), () -> page.draw(output));
            output.out().flush();
            new CountDownLatch(1).await();
            return ExitCode.OK;
        } catch (InterruptedException stop) {
            if (!cluster.isStopping()) {
                throw stop;
            }
            // The hook that interrupted ends the process.
            return ExitCode.OK;
        }
    }

    private static void requireWithin(int least, int number, String option) {
        if (number < least || number > MOST) {
            throw new CommandFailure(ExitCode.USAGE, option + ": from " + least + " to " + MOST + ", not " + number);
        }
    }

    private Map<Setting, Integer> ports() {
        Map<Setting, Integer> ports = new EnumMap<>(Setting.class);
        for (Setting setting : ServerPorts.SETTINGS) {
            Integer port = spec.commandLine().getParseResult().matchedOptionValue(setting.flag(), null);
            if (port != null && (port < 0 || port > PORT_MAX)) {
                throw new CommandFailure(ExitCode.USAGE, setting.flag() + ": " + port + " is no port");
            }
            if (port != null) {
                ports.put(setting, port);
            }
        }
        return ports;
    }

    private LocalSettings settings(ClusterFolder folder) throws IOException {
        try {
            return LocalSettings.found(nodes, folder.cassandra());
        } catch (CassandraStartException missing) {
            if (folder.isTemporary()) {
                folder.delete();
            }
            throw new CommandFailure(ExitCode.NO_JAVA, String.valueOf(missing.getMessage()));
        }
    }

    private void note(String words) {
        spec.commandLine().getErr().println("mayfly: " + words);
    }
}
