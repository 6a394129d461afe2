package dev.mayfly.test.cosmos;

import dev.mayfly.test.harness.CommandProcess;
import java.io.IOException;
import java.nio.file.Path;

/** A server of this face alone, on a free port; it may be killed. */
final class ServerProcess implements AutoCloseable {
    private static final String ENDPOINT = "AccountEndpoint=";
    private static final String KEY = "AccountKey=";

    private final CommandProcess process;
    private final Wire wire;

    private ServerProcess(CommandProcess process, Wire wire) {
        this.process = process;
        this.wire = wire;
    }

    /** Starts a server that keeps its data in this folder, and waits until it says where it is. */
    static ServerProcess start(Path folder) throws IOException {
        CommandProcess process =
                CommandProcess.start(folder, "serve", "--face", "cosmos", "--cosmos-port", "0", "--data", "data");
        String line = process.awaitLine(printed -> printed.contains(ENDPOINT));
        String endpoint = part(line, ENDPOINT).replaceFirst("^https:", "http:");
        return new ServerProcess(process, new Wire(endpoint, part(line, KEY)));
    }

    private static String part(String line, String name) {
        int from = line.indexOf(name) + name.length();
        return line.substring(from, line.indexOf(';', from));
    }

    Wire wire() {
        return wire;
    }

    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
