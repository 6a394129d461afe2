package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assumptions.abort;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.app.cassandra.Java17;
import dev.mayfly.app.cassandra.LocalSettings;
import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.Launch;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bson.Document;

/** Two servers over one node of Cassandra, started by the command that people use; what it printed tells where they are. */
final class ClusterProcess implements AutoCloseable {
    private static final List<String> LINE = List.of(
            "cluster",
            "--nodes=2",
            "--cassandra-nodes=1",
            "--mongo-port=0",
            "--cosmos-port=0",
            "--couchbase-port=0",
            "--kv-port=0",
            "--query-port=0",
            "--http-port=0",
            "--output=jsonl");

    private static final int END_SECONDS_MAX = 30;

    private final CommandProcess command;
    private final Document printed;

    private ClusterProcess(CommandProcess command, Document printed) {
        this.command = command;
        this.printed = printed;
    }

    /** Starts it with temporary files in this folder; skips the test on a machine without a Java 17. */
    static ClusterProcess start(Path folder, String... options) throws IOException {
        if (Java17.find().isEmpty()) {
            System.err.println("NO JAVA 17 ON THIS MACHINE: NO CLUSTER IS TESTED");
            abort("no Java 17, by which Cassandra runs");
        }
        Launch launch = new Launch(
                List.of(
                        "-D" + LocalSettings.JARS + "=" + System.getProperty(LocalSettings.JARS),
                        "-Djava.io.tmpdir=" + folder,
                        "-Xmx256m",
                        "-XX:+UseSerialGC"),
                Map.of(),
                OptionalInt.empty());
        List<String> line = new ArrayList<>(LINE);
        line.addAll(List.of(options));
        CommandProcess command = CommandProcess.start(folder, launch, line.toArray(String[]::new));
        return new ClusterProcess(command, Document.parse(command.awaitLine(words -> words.startsWith("{"))));
    }

    /** A client of the server with this index. */
    MongoClient client(int index) {
        return MongoClients.create(mongo(index));
    }

    /** How clients of MongoDB reach the server with this index. */
    String mongo(int index) {
        return server(index).get("connectionStrings", Document.class).getString("mongo");
    }

    /** A client that knows all servers and chooses. */
    MongoClient client() {
        return MongoClients.create(printed.getString("mongo"));
    }

    private Document server(int index) {
        return printed.getList("servers", Document.class).get(index);
    }

    /** Asks the admin face of the server with this index. */
    String admin(int index, String path) throws IOException, InterruptedException {
        return get(server(index).getString("admin") + path, "");
    }

    /** Asks the management port of the couchbase face of the server with this index. */
    String couchbase(int index, String path) throws IOException, InterruptedException {
        Integer port = server(index).get("ports", Document.class).getInteger("couchbase");
        String login = Base64.getEncoder().encodeToString("Administrator:password".getBytes(StandardCharsets.UTF_8));
        return get("http://127.0.0.1:" + port + path, "Basic " + login);
    }

    private static String get(String address, String authorization) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /** The id of the process of the server with this index. */
    long pid(int index) {
        return server(index).getInteger("pid");
    }

    /** Kills a server as kill -9 does. */
    void kill(int index) throws Exception {
        ProcessHandle.of(pid(index)).ifPresent(ProcessHandle::destroyForcibly);
        awaitEnd(pid(index));
    }

    /** Kills the process that started all. */
    void killAll() {
        command.kill();
    }

    /** Asks it to stop, as an operator does. */
    int stop() {
        command.stop();
        command.awaitEnd();
        return command.exitCode();
    }

    Path folder() {
        return Path.of(printed.getString("folder"));
    }

    String errors() throws IOException {
        return command.errors();
    }

    /** Returns when none of its processes is there any more; fails if that takes long. */
    void awaitNothingLeft() throws Exception {
        for (String kind : List.of("servers", "cassandra")) {
            for (Document process : printed.getList(kind, Document.class)) {
                awaitEnd(process.getInteger("pid"));
            }
        }
    }

    private static void awaitEnd(long pid) throws InterruptedException, ExecutionException, TimeoutException {
        ProcessHandle process = ProcessHandle.of(pid).orElse(null);
        if (process != null) {
            process.onExit().get(END_SECONDS_MAX, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        command.close();
    }
}
