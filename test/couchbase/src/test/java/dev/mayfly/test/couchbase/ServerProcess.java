package dev.mayfly.test.couchbase;

import dev.mayfly.test.harness.CommandProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of this face alone, on free ports; it may be killed. */
final class ServerProcess implements AutoCloseable {
    private static final Pattern ENDPOINT = Pattern.compile("couchbase://127\\.0\\.0\\.1:(\\d+)");

    private final CommandProcess process;
    private final int port;

    private ServerProcess(CommandProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server that keeps its data in this folder, and waits until it says where it is. */
    static ServerProcess start(Path folder) throws IOException {
        CommandProcess process = CommandProcess.start(
                folder,
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
                "data");
        Matcher endpoint = ENDPOINT.matcher(process.awaitLine(ENDPOINT.asPredicate()));
        if (!endpoint.find()) {
            throw new IllegalStateException("no port in its line");
        }
        return new ServerProcess(process, Integer.parseInt(endpoint.group(1)));
    }

    /** A connection to the bucket that every server has. */
    Wire open() {
        return Wire.open(port, "Administrator", "password", "default");
    }

    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
