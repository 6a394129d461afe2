package dev.mayfly.test.conformance.process;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A server that runs as an operator's would, on free ports; what it printed tells where it is. */
final class ServerProcess implements AutoCloseable {
    private static final List<String> FREE_PORTS =
            List.of("serve", "--face", "mongo,admin", "--mongo-port", "0", "--http-port", "0");

    private final Process process;
    private final Path errors;
    private final Map<String, String> connectionStrings = new LinkedHashMap<>();
    private final StringBuilder banner = new StringBuilder();

    private ServerProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /** Starts a server, in this folder, and waits until it is ready; fails when it ends instead. */
    static ServerProcess start(Path folder, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(FREE_PORTS);
        line.addAll(List.of(arguments));
        ServerProcess server = launch(folder, line.toArray(String[]::new));
        server.readBanner();
        return server;
    }

    /** The same on so much heap, all of it taken at once: what the process takes later is taken beside it. */
    static ServerProcess startOnHeap(Path folder, int megabytes, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(FREE_PORTS);
        line.addAll(List.of(arguments));
        List<String> heap = List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m", "-XX:+AlwaysPreTouch");
        ServerProcess server = launch(folder, heap, line.toArray(String[]::new));
        server.readBanner();
        return server;
    }

    /** Runs one command line to its end. */
    static ServerProcess run(Path folder, String... arguments) throws IOException {
        ServerProcess command = launch(folder, arguments);
        try (BufferedReader reader = command.process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(line -> command.banner.append(line).append('\n'));
        }
        command.awaitEnd(60);
        return command;
    }

    private static ServerProcess launch(Path folder, String... arguments) throws IOException {
        return launch(folder, List.of("-Xmx512m"), arguments);
    }

    private static ServerProcess launch(Path folder, List<String> heap, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(heap);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.mayfly.app.cli.Mayfly"));
        command.addAll(List.of(arguments));
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(errors.toFile())
                .start();
        return new ServerProcess(process, errors);
    }

    /** A row of the banner is a name, an address and, for a face, what to paste. */
    private void readBanner() throws IOException {
        BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            banner.append(line).append('\n');
            String[] words = line.strip().split(" +", 3);
            if (words.length == 3 && words[2].contains("://")) {
                connectionStrings.put(words[0], words[2]);
            }
            if (words[0].equals("data")) {
                return;
            }
        }
        awaitEnd(60);
        throw new IllegalStateException("no server: " + process.exitValue() + ", " + errors());
    }

    String banner() {
        return banner.toString();
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    /** What it called an error, each once, with the place of ours that it came from. */
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

    /** What to paste into a client of a face. */
    String connectionString(String face) {
        String found = connectionStrings.get(face);
        if (found == null) {
            throw new IllegalStateException("no " + face + " in " + banner);
        }
        return found;
    }

    MongoClient client() {
        return MongoClients.create(connectionString("mongo"));
    }

    /** A client that soon gives up on a server that is gone. */
    MongoClient hastyClient() {
        return MongoClients.create(connectionString("mongo") + "&serverSelectionTimeoutMS=2000");
    }

    /** As kill -9 does. */
    void kill() {
        process.destroyForcibly();
        awaitEnd(60);
    }

    /** As an operator asks, by SIGTERM. */
    void stop() {
        process.destroy();
    }

    boolean hasEndedWithin(long seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** What the process has of the machine's memory, as Linux tells it. */
    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IllegalStateException("the kernel says nothing of memory");
    }

    int exitCode() {
        return process.exitValue();
    }

    private void awaitEnd(long seconds) {
        if (!hasEndedWithin(seconds)) {
            process.destroyForcibly();
            throw new IllegalStateException("process " + process.pid() + " does not end");
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
