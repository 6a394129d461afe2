package dev.mayfly.app.cli.cluster;

import dev.mayfly.app.cassandra.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a process that serves is started: as the launcher does it, with the same JDK, jars and start-up cache.
 *
 * @param launcher the script, or null where this process was started without it, by a test or a tool
 * @param heapPercent the part of the machine's memory that one server may have
 */
record ServerLaunch(@Nullable Path launcher, int heapPercent) {
    /** The system property by which the launcher says where it is. */
    private static final String LAUNCHER = "mayfly.launcher";

    /** What serve has when it is alone. */
    private static final int HEAP_PERCENT = 40;

    private static final int HEAP_PERCENT_LEAST = 5;
    /** By its name, since its package knows this one. */
    private static final String MAIN = "dev.mayfly.app.cli.Mayfly";

    private static final String JAVA_OPTIONS = "MAYFLY_JAVA_OPTS";

    static ServerLaunch ofProcess(int servers) {
        String launcher = System.getProperty(LAUNCHER);
        return new ServerLaunch(
                launcher == null ? null : Path.of(launcher), Math.max(HEAP_PERCENT_LEAST, HEAP_PERCENT / servers));
    }

    /** Starts a command line of ours in this folder, its log in this file. */
    Process start(Path folder, Path log, List<String> arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command(arguments))
                .directory(folder.toFile())
                .redirectError(log.toFile());
        if (launcher != null) {
            Map<String, String> environment = builder.environment();
            environment.put("MAYFLY_JAVA_HOME", System.getProperty("java.home"));
            environment.put("MAYFLY_NO_BUILD", "yes");
            // The person's own options come later, and win.
            environment.merge(JAVA_OPTIONS, "", (own, _) -> " " + own);
            environment.compute(JAVA_OPTIONS, (_, own) -> heap() + own);
        }
        return ChildProcess.start(builder);
    }

    private String heap() {
        return "-XX:MaxRAMPercentage=" + heapPercent;
    }

    private List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (launcher != null) {
            command.add(launcher.toString());
        } else {
            command.addAll(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:+ExitOnOutOfMemoryError",
                    heap(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    MAIN));
        }
        command.addAll(arguments);
        return command;
    }
}
