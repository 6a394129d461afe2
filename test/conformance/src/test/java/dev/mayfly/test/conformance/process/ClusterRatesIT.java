package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.CassandraGround;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What three servers over three nodes of Cassandra do in a second, beside one on the embedded store; prints it. */
@Tag("slow")
final class ClusterRatesIT {
    private static final int SERVERS = 3;
    private static final int CASSANDRAS = 3;
    private static final int THREADS = Integer.getInteger("threads", 32);
    private static final int REQUESTS = Integer.getInteger("requests", 6_000);
    private static final int WARM_UP = REQUESTS / 2;
    private static final int EXPIRED = 40_000;
    private static final Duration LIFETIME = Duration.ofSeconds(60);
    private static final int LIST = 1_000;
    private static final String DATABASE = "rates";

    @TempDir
    private Path folder = Path.of("");

    private final List<ServerProcess> servers = new ArrayList<>();

    private ServerProcess serve(List<String> options) throws IOException {
        ServerProcess server = ServerProcess.over(options, folder);
        servers.add(server);
        return server;
    }

    private void end() {
        servers.forEach(ServerProcess::close);
        servers.clear();
    }

    private static MongoCollection<Document> documents(MongoClient client, String name) {
        return client.getDatabase(DATABASE).getCollection(name);
    }

    private static void divide(MongoClient client, String name) {
        client.getDatabase("admin")
                .runCommand(Document.parse("{shardCollection: '" + DATABASE + "." + name
                        + "', key: {_id: 'hashed'}, numInitialChunks: 16}"));
    }

    /** Returns how many requests are answered in a second, which many threads send behind as many others as compile the way. */
    private static long rate(IntConsumer request) throws Exception {
        send(-WARM_UP, 0, request);
        return send(0, REQUESTS, request);
    }

    private static long send(int from, int to, IntConsumer request) throws Exception {
        long begun = SystemClock.INSTANCE.tickNanos();
        try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int first = from + thread;
                running.add(executor.submit(() -> {
                    for (int next = first; next < to; next += THREADS) {
                        request.accept(next);
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        return (to - from) * 1_000_000_000L / (SystemClock.INSTANCE.tickNanos() - begun);
    }

    private static String pointRates(List<MongoClient> clients) throws Exception {
        String text = "x".repeat(80);
        long writes = rate(id -> documents(clients.get(Math.floorMod(id, clients.size())), "points")
                .insertOne(new Document("_id", id).append("text", text)));
        long reads = rate(id -> documents(clients.get(Math.floorMod(id + 1, clients.size())), "points")
                .find(new Document("_id", id))
                .first());
        return writes + " inserts/s, " + reads + " reads/s by " + THREADS + " threads";
    }

    @Test
    void pointOperationsBesideTheEmbeddedStore() throws Exception {
        try (MongoClient client = serve(List.of("--data=data")).client()) {
            System.out.println("embedded, one server: " + pointRates(List.of(client)));
        } finally {
            end();
        }
        try (CassandraGround below = CassandraGround.found(CASSANDRAS, folder)) {
            List<MongoClient> clients = new ArrayList<>();
            for (int server = 0; server < SERVERS; server++) {
                clients.add(serve(below.options()).client());
            }
            divide(clients.getFirst(), "points");
            System.out.println("three servers over three nodes, 16 shards: " + pointRates(clients));
            clients.forEach(MongoClient::close);
        } finally {
            end();
        }
    }

    /** A stream over several shards also waits for what the clocks may differ by, a second. */
    @Test
    void eventsOfAnotherServer() throws Exception {
        try (CassandraGround below = CassandraGround.found(CASSANDRAS, folder);
                MongoClient writing = serve(below.options()).client();
                MongoClient reading = serve(below.options()).client()) {
            System.out.println("events of another server, of one shard: " + eventTimes(writing, reading, "whole", 500));
            divide(writing, "divided");
            System.out.println("of 16 shards: " + eventTimes(writing, reading, "divided", 50));
        } finally {
            end();
        }
    }

    /** Tells how long after the answer to a write another server's stream has it. */
    private static String eventTimes(MongoClient writing, MongoClient reading, String name, int events) {
        MongoCollection<Document> written = documents(writing, name);
        written.insertOne(new Document("_id", -1));
        List<Long> micros = new ArrayList<>();
        try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream = documents(reading, name)
                .watch()
                .maxAwaitTime(1, TimeUnit.SECONDS)
                .cursor()) {
            for (int id = 0; id < events; id++) {
                written.insertOne(new Document("_id", id));
                long acknowledged = SystemClock.INSTANCE.tickNanos();
                assertEquals(id, stream.next().getDocumentKey().getInt32("_id").getValue());
                micros.add((SystemClock.INSTANCE.tickNanos() - acknowledged) / 1_000);
            }
        }
        List<Long> sorted = micros.stream().sorted().toList();
        return "p50 " + sorted.get(events / 2) / 1_000.0 + " ms, p99 " + sorted.get(events * 99 / 100) / 1_000.0
                + ", worst " + sorted.getLast() / 1_000.0;
    }

    @Test
    void sweepingByThreeServers() throws Exception {
        try (CassandraGround below = CassandraGround.found(CASSANDRAS, folder)) {
            ServerProcess first = serve(below.options());
            serve(below.options());
            serve(below.options());
            try (MongoClient client = first.client();
                    AdminClient admin = new AdminClient(first)) {
                divide(client, "swept");
                MongoCollection<Document> swept = documents(client, "swept");
                swept.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
                long deadline = SystemClock.INSTANCE.wallMillis() + LIFETIME.toMillis();
                for (int from = 0; from < EXPIRED; from += LIST) {
                    int list = from;
                    swept.insertMany(
                            IntStream.range(list, list + LIST)
                                    .mapToObj(id -> new Document("_id", id).append("at", new Date(deadline)))
                                    .toList(),
                            new InsertManyOptions().ordered(false));
                }
                assertEquals(EXPIRED, admin.stored(DATABASE, "swept"), "all live when the last is stored");
                Await.until("they die", LIFETIME, () -> SystemClock.INSTANCE.wallMillis() >= deadline);
                assertEquals(0, swept.countDocuments());
                Await.until("all are swept", Duration.ofMinutes(3), () -> admin.stored(DATABASE, "swept") == 0);
                long millis = SystemClock.INSTANCE.wallMillis() - deadline;
                System.out.println("three servers over three nodes swept " + EXPIRED + " documents of 16 shards in "
                        + millis + " ms: " + EXPIRED * 1_000L / millis + "/s");
            }
        } finally {
            end();
        }
    }
}
