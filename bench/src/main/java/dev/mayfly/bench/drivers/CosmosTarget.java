package dev.mayfly.bench.drivers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.bench.drivers.CosmosConnection.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A server of Cosmos DB's protocol, spoken to in plain HTTP. */
final class CosmosTarget implements Target<CosmosWork> {
    /** The number of items in the container where items are read, changed and queried. */
    private static final int ITEMS = 45_000;

    static final int CONNECTIONS = 8;

    /** The number of items that have the same value of the property that is asked for. */
    private static final int ITEMS_OF_GROUP = 10;

    private static final int PARTITIONS = 100;

    /** The number of items in a partition that a range of numbers finds. */
    private static final int ITEMS_OF_RANGE = 5;

    /** With it an item takes 200 bytes. */
    private static final String PADDING = "x".repeat(130);

    private static final String DATABASE = "bench";
    private static final String LOADED = "loaded";
    private static final String CREATED = "created";
    private static final int NOT_POSSIBLE = 69;

    private final String name;
    private final ServerProcess process;
    private final int port;
    private final AtomicLong next = new AtomicLong();
    private final Scale scale;
    private boolean isLoaded;

    private CosmosTarget(String name, ServerProcess process, int port, Scale scale) throws IOException {
        this.name = name;
        this.scale = scale;
        this.process = process;
        this.port = port;
        process.awaitReady(() -> {
            try (CosmosConnection connection = connect()) {
                connection.send("GET", "/", "", "", "", "").require(200);
            }
        });
        try (CosmosConnection connection = connect()) {
            connection
                    .send("POST", "/dbs", "dbs", "", "", "{\"id\":\"" + DATABASE + "\"}")
                    .require(201);
        }
    }

    /** Ours, by its launcher. */
    static CosmosTarget mayfly(String name, Options options, Path folder) throws IOException {
        int port = ServerProcess.freePort();
        List<String> command = List.of(
                options.launcher().toString(),
                "serve",
                "--data",
                folder.resolve(name + ".data").toString(),
                "--face",
                "cosmos",
                "--cosmos-port",
                Integer.toString(port));
        return new CosmosTarget(
                name, ServerProcess.start(folder.resolve(name + ".log"), command), port, options.scale());
    }

    /** The rival, which keeps everything in memory; null where it cannot be had. */
    static @Nullable CosmosTarget fromNpm(Options options, Path folder) throws IOException, InterruptedException {
        Path home = options.launcher().toAbsolutePath().resolveSibling("bench").resolve("node");
        Process install = new ProcessBuilder(home.resolve("install").toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(install.getInputStream().readAllBytes(), UTF_8);
        if (install.waitFor() == NOT_POSSIBLE) {
            return null;
        }
        Path script = home.resolve("node_modules/@vercel/cosmosdb-server/lib/cli.js");
        if (!Files.exists(script)) {
            throw new IllegalStateException("the server from npm cannot be installed: " + printed);
        }
        int port = ServerProcess.freePort();
        List<String> command =
                List.of("node", script.toString(), "--no-ssl", "--host", "127.0.0.1", "--port", Integer.toString(port));
        return new CosmosTarget(
                "cosmosdb-server",
                ServerProcess.start(folder.resolve("cosmosdb-server.log"), command),
                port,
                options.scale());
    }

    CosmosConnection connect() {
        return new CosmosConnection(port);
    }

    @Override
    public String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public long serverCpuNanos() {
        return process.cpuNanos();
    }

    static String path(String container) {
        return "dbs/" + DATABASE + "/colls/" + container;
    }

    /**
     * Makes items by one batch.
     *
     * @param path of their container
     * @param partition the number of the partition in which all of them are
     */
    static void createBatch(CosmosConnection connection, String path, long partition, List<String> items)
            throws IOException {
        String operations = items.stream()
                .map(item -> "{\"operationType\":\"Create\",\"resourceBody\":" + item + "}")
                .collect(Collectors.joining(",", "[", "]"));
        String more = "x-ms-cosmos-is-batch-request: True\r\nx-ms-cosmos-batch-atomic: true\r\n" + partition(partition);
        connection
                .send("POST", "/" + path + "/docs", "docs", path, more, operations)
                .require(200);
    }

    /** Makes a container; a definition may say more. */
    void create(String container, String more) throws IOException {
        try (CosmosConnection connection = connect()) {
            connection
                    .send(
                            "POST",
                            "/dbs/" + DATABASE + "/colls",
                            "colls",
                            "dbs/" + DATABASE,
                            "",
                            definition(container, more))
                    .require(201);
        }
    }

    static String definition(String container, String more) {
        return "{\"id\":\"" + container + "\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}"
                + more + "}";
    }

    private void drop(String container) throws IOException {
        try (CosmosConnection connection = connect()) {
            connection.send("DELETE", "/" + path(container), "colls", path(container), "", "");
        }
    }

    String item(long number) {
        return "{\"id\":\"i" + number + "\",\"pk\":\"p" + number % PARTITIONS + "\",\"number\":" + number
                + ",\"group\":" + number % groups() + ",\"text\":\"" + PADDING + "\"}";
    }

    private int items() {
        return scale.of(ITEMS);
    }

    private int groups() {
        return items() / ITEMS_OF_GROUP;
    }

    static String partition(long number) {
        return "x-ms-documentdb-partitionkey: [\"p" + number % PARTITIONS + "\"]\r\n";
    }

    private static Answer post(CosmosConnection connection, String container, String more, String body)
            throws IOException {
        return connection.send("POST", "/" + path(container) + "/docs", "docs", path(container), more, body);
    }

    @Override
    public void prepare(CosmosWork work) throws Exception {
        if (work == CosmosWork.CREATE || work == CosmosWork.POINT_MIX) {
            drop(CREATED);
            create(CREATED, "");
        } else if (!isLoaded) {
            create(LOADED, "");
            inParallel(
                    items(),
                    (connection, number) -> post(connection, LOADED, partition(number), item(number))
                            .require(201));
            isLoaded = true;
        }
    }

    /** One of many requests, by its number. */
    interface Numbered {
        void send(CosmosConnection connection, long number) throws IOException;
    }

    /** Sends this number of requests on all connections. */
    void inParallel(long count, Numbered request) throws Exception {
        AtomicLong numbers = new AtomicLong();
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int thread = 0; thread < CONNECTIONS; thread++) {
            tasks.add(() -> {
                try (CosmosConnection connection = connect()) {
                    for (long number = numbers.getAndIncrement(); number < count; number = numbers.getAndIncrement()) {
                        request.send(connection, number);
                    }
                }
                return true;
            });
        }
        try (ExecutorService executor = Executors.newFixedThreadPool(CONNECTIONS)) {
            for (Future<Boolean> done : executor.invokeAll(tasks)) {
                done.get();
            }
        }
    }

    @Override
    public Worker open(CosmosWork work, int thread) {
        CosmosConnection connection = connect();
        SplittableRandom random = new SplittableRandom(thread);
        Request request = switch (work) {
            case CREATE ->
                () -> {
                    long number = next.getAndIncrement();
                    post(connection, CREATED, partition(number), item(number)).require(201);
                };
            case READ ->
                () -> {
                    int number = random.nextInt(items());
                    String link = path(LOADED) + "/docs/i" + number;
                    connection
                            .send("GET", "/" + link, "docs", link, partition(number), "")
                            .require(200);
                };
            case UPSERT ->
                () -> {
                    int number = random.nextInt(items());
                    String more = "x-ms-documentdb-is-upsert: true\r\n" + partition(number);
                    post(connection, LOADED, more, item(number)).require(200);
                };
            case POINT_MIX -> () -> pointMix(connection, next.getAndIncrement());
            case QUERY -> () -> query(connection, random.nextInt(groups()));
            case QUERY_OF_PARTITION ->
                () -> queryOfPartition(connection, random.nextInt(items() - ITEMS_OF_RANGE * PARTITIONS));
        };
        return new Worker() {
            @Override
            public void request() throws Exception {
                request.send();
            }

            @Override
            public void close() throws Exception {
                connection.close();
            }
        };
    }

    /** The request that a worker sends over and over. */
    private interface Request {
        void send() throws IOException;
    }

    /** An item that is created, read and replaced. */
    private void pointMix(CosmosConnection connection, long number) throws IOException {
        post(connection, CREATED, partition(number), item(number)).require(201);
        String link = path(CREATED) + "/docs/i" + number;
        connection.send("GET", "/" + link, "docs", link, partition(number), "").require(200);
        post(connection, CREATED, "x-ms-documentdb-is-upsert: true\r\n" + partition(number), item(number))
                .require(200);
    }

    /** The items of one partition whose number lies in a range. */
    private static void queryOfPartition(CosmosConnection connection, int from) throws IOException {
        String query = "{\"query\":\"SELECT * FROM c WHERE c.number >= @from AND c.number < @until\",\"parameters\":["
                + "{\"name\":\"@from\",\"value\":" + from + "},{\"name\":\"@until\",\"value\":"
                + (from + ITEMS_OF_RANGE * PARTITIONS) + "}]}";
        String found = post(connection, LOADED, partition(from) + QUERY_HEADERS, query)
                .require(200)
                .text();
        if (!found.contains("\"_count\":" + ITEMS_OF_RANGE)) {
            throw new IllegalStateException("found something else than five items: " + found);
        }
    }

    private static void query(CosmosConnection connection, int group) throws IOException {
        String query = "{\"query\":\"SELECT * FROM c WHERE c[\\\"group\\\"] = @g\",\"parameters\":[{\"name\":\"@g\","
                + "\"value\":" + group + "}]}";
        String found = post(connection, LOADED, QUERY, query).require(200).text();
        if (!found.contains("\"_count\":" + ITEMS_OF_GROUP)) {
            throw new IllegalStateException("found something else than ten items: " + found);
        }
    }

    private static final String QUERY_HEADERS = String.join(
            "\r\n",
            "x-ms-documentdb-isquery: true",
            "content-type: application/query+json",
            "x-ms-max-item-count: 100",
            "");

    /** The headers of a query of all partitions. */
    static final String QUERY = "x-ms-documentdb-query-enablecrosspartition: true\r\n" + QUERY_HEADERS;

    @Override
    public void close() {
        process.close();
    }
}
