package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that runs as an operator's would, on free ports; it may be killed. */
final class ServerProcess implements AutoCloseable {
    private static final Pattern ENDPOINT = Pattern.compile("couchbase://127\\.0\\.0\\.1:(\\d+)");
    private static final long END_SECONDS = 60;

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
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
                        "couchbase",
                        "--couchbase-port",
                        "0",
                        "--kv-port",
                        "0",
                        "--query-port",
                        "0",
                        "--data",
                        "data"))
                .directory(folder.toFile())
                .redirectError(errors.toFile())
                .start();
        BufferedReader reader = process.inputReader(UTF_8);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            Matcher endpoint = ENDPOINT.matcher(line);
            if (endpoint.find()) {
                return new ServerProcess(process, Integer.parseInt(endpoint.group(1)));
            }
        }
        throw new IllegalStateException("no server: " + Files.readString(errors));
    }

    /** A connection to the bucket that every server has. */
    Wire open() {
        return Wire.open(port, "Administrator", "password", "default");
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
