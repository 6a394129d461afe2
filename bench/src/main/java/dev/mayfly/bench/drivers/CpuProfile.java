package dev.mayfly.bench.drivers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import one.convert.Arguments;
import one.convert.JfrToFlame;
import org.jspecify.annotations.Nullable;

/**
 * A recording of where a server spends its processor time, which becomes a flame graph when it is closed. The server is
 * one of ours; it records by itself (JFR, samples of processor time).
 */
final class CpuProfile implements AutoCloseable {
    private static final String RECORDING = "mayfly-bench";

    private final long pid;
    private final Path recorded;
    private final Path graph;
    private final String title;

    private CpuProfile(long pid, Path recorded, Path graph, String title) {
        this.pid = pid;
        this.recorded = recorded;
        this.graph = graph;
        this.title = title;
    }

    /**
     * Begins to record, if the options ask for profiles.
     *
     * @return null if they do not
     */
    static @Nullable CpuProfile start(Options options, long pid, String scenario) throws IOException {
        Path folder = options.profiles();
        if (folder == null) {
            return null;
        }
        Files.createDirectories(folder);
        String name = scenario.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        Path recorded = Files.createTempFile(name, ".jfr");
        jcmd(pid, "JFR.start", "name=" + RECORDING, "settings=profile", "jdk.CPUTimeSample#enabled=true");
        return new CpuProfile(pid, recorded, folder.resolve(name + ".html"), scenario);
    }

    @Override
    public void close() throws IOException {
        try {
            jcmd(pid, "JFR.stop", "name=" + RECORDING, "filename=" + recorded);
            Arguments arguments = new Arguments();
            arguments.cpuTime = true;
            arguments.title = title;
            JfrToFlame.convert(recorded.toString(), graph.toString(), arguments);
        } finally {
            Files.deleteIfExists(recorded);
        }
    }

    private static void jcmd(long pid, String... command) throws IOException {
        Path log = Files.createTempFile("jcmd", ".log");
        try {
            List<String> whole = new ArrayList<>();
            whole.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
            whole.add(Long.toString(pid));
            whole.addAll(List.of(command));
            ServerProcess.run(log, whole);
        } finally {
            Files.deleteIfExists(log);
        }
    }
}
