package dev.mayfly.test.conformance.process;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that runs as an operator's would, on free ports; what it printed tells where it is. */
final class ServerProcess implements AutoCloseable {
    private static final List<String> FREE_PORTS = List.of("serve", "--mongo-port", "0", "--http-port", "0");
    private static final List<String> USUAL_FACES = List.of("--face", "mongo,admin");

    private static final Pattern KV_PORT = Pattern.compile(":(\\d+)=kv");
    private static final Pattern MANAGEMENT_PORT = Pattern.compile(":(\\d+)=manager");

    private final CommandProcess process;
    private final Map<String, String> connectionStrings = new LinkedHashMap<>();
    private final StringBuilder banner = new StringBuilder();

    private ServerProcess(CommandProcess process) {
        this.process = process;
    }

    /** Starts a server, in this folder, and waits until it is ready; fails when it ends instead. */
    static ServerProcess start(Path folder, String... arguments) throws IOException {
        return start(folder, Launch.PLAIN, arguments);
    }

    /** The same under these circumstances. */
    static ServerProcess start(Path folder, Launch launch, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(FREE_PORTS);
        line.addAll(List.of(arguments));
        if (!line.contains("--face")) {
            line.addAll(USUAL_FACES);
        }
        ServerProcess server = new ServerProcess(CommandProcess.start(folder, launch, line.toArray(String[]::new)));
        server.readBanner();
        return server;
    }

    /** Starts a server over a store, as the command line says it, on so small a heap that several have room. */
    static ServerProcess over(List<String> store, Path folder) throws IOException {
        Launch small = new Launch(List.of("-Xmx500m", "-XX:+UseSerialGC"), Map.of(), OptionalInt.empty());
        return start(folder, small, store.toArray(String[]::new));
    }

    /** Runs one command line to its end. */
    static ServerProcess run(Path folder, String... arguments) throws IOException {
        ServerProcess command = new ServerProcess(CommandProcess.start(folder, arguments));
        try (BufferedReader reader = command.process.output()) {
            reader.lines().forEach(line -> command.banner.append(line).append('\n'));
        }
        command.process.awaitEnd();
        return command;
    }

    /** A row of the banner is a name, an address and, for a face, what to paste. */
    private void readBanner() throws IOException {
        process.awaitLine(line -> {
            banner.append(line).append('\n');
            String[] words = line.strip().split(" +", 3);
            if (words.length == 3 && words[2].contains("://")) {
                connectionStrings.put(words[0], words[2]);
            }
            return words[0].equals("data");
        });
    }

    String banner() {
        return banner.toString();
    }

    String errors() throws IOException {
        return process.errors();
    }

    /** Returns the errors in the log, each once, with the place of ours that it came from. */
    String distinctErrors() {
        Set<String> distinct = new TreeSet<>();
        String failure = "";
        try {
            for (String line : errors().lines().toList()) {
                if (line.contains(" ERROR ")) {
                    failure = line.substring(line.indexOf(" ERROR "));
                } else if (!failure.isEmpty() && line.strip().startsWith("at dev.mayfly.")) {
                    distinct.add(failure + "\n    " + line.strip());
                    failure = "";
                } else if (!failure.isEmpty() && !line.strip().startsWith("at ")) {
                    failure = line;
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        distinct.add(failure);
        return String.join("\n", distinct);
    }

    /** Returns the text to paste into a client of a face. */
    String connectionString(String face) {
        String found = connectionStrings.get(face);
        if (found == null) {
            throw new IllegalStateException("no " + face + " in " + banner);
        }
        return found;
    }

    /** The port of the mongo face. */
    int port() {
        String host = new ConnectionString(connectionString("mongo")).getHosts().getFirst();
        return Integer.parseInt(Objects.requireNonNull(host).substring(host.indexOf(':') + 1), 10);
    }

    /** The port that is in the connection string of a face, such as {@code http://127.0.0.1:8080/}. */
    int port(String face) {
        return URI.create(connectionString(face)).getPort();
    }

    /** The port of the couchbase face for keys and values. */
    int kvPort() {
        return couchbasePort(KV_PORT);
    }

    /** The port of the couchbase face for management. */
    int managementPort() {
        return couchbasePort(MANAGEMENT_PORT);
    }

    private int couchbasePort(Pattern pattern) {
        Matcher matcher = pattern.matcher(connectionString("couchbase"));
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + banner);
        }
        return Integer.parseInt(matcher.group(1), 10);
    }

    MongoClient client() {
        return MongoClients.create(connectionString("mongo"));
    }

    /** A client that soon gives up on a server that is gone. */
    MongoClient hastyClient() {
        return MongoClients.create(connectionString("mongo") + "&serverSelectionTimeoutMS=2000");
    }

    /** As kill -9 does. */
    long pid() {
        return process.pid();
    }

    void kill() {
        process.kill();
    }

    /** As an operator asks, by SIGTERM. */
    void stop() {
        process.stop();
    }

    boolean hasEndedWithin(long seconds) {
        return process.hasEndedWithin(seconds);
    }

    /** Returns the memory of the machine that the process has, as Linux tells it. */
    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IllegalStateException("the kernel says nothing of memory");
    }

    int exitCode() {
        return process.exitCode();
    }

    @Override
    public void close() {
        process.close();
    }
}
