package dev.mayfly.test.cosmos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that runs as an operator's would, on a free port; it may be killed. */
final class ServerProcess implements AutoCloseable {
    private static final String ENDPOINT = "AccountEndpoint=";
    private static final String KEY = "AccountKey=";
    private static final long END_SECONDS = 60;

    private final Process process;
    private final Wire wire;

    private ServerProcess(Process process, Wire wire) {
        this.process = process;
        this.wire = wire;
    }

    /** Starts a server that keeps its data in this folder, and waits until it says where it is. */
    static ServerProcess start(Path folder) throws IOException {
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.mayfly.app.cli.Mayfly",
                        "serve",
                        "--face",
                        "cosmos",
                        "--cosmos-port",
                        "0",
                        "--data",
                        "data"))
                .directory(folder.toFile())
                .redirectError(errors.toFile())
                .start();
        BufferedReader reader = process.inputReader(UTF_8);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.contains(ENDPOINT)) {
                String endpoint = part(line, ENDPOINT).replaceFirst("^https:", "http:");
                return new ServerProcess(process, new Wire(endpoint, part(line, KEY)));
            }
        }
        throw new IllegalStateException("no server: " + Files.readString(errors));
    }

    private static String part(String line, String name) {
        int from = line.indexOf(name) + name.length();
        return line.substring(from, line.indexOf(';', from));
    }

    Wire wire() {
        return wire;
    }

    /** As kill -9 does. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + process.pid() + " does not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
