package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.CassandraGround;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy that is changed through one of three servers after the other, while clients read through all of them. */
@Tag("slow")
final class ClusterPolicyIT {
    private static final int SERVERS = 3;
    private static final int CASSANDRAS = 3;
    private static final int CHANGES = Integer.getInteger("rounds", 40);
    private static final int DOCUMENTS = 20;
    private static final Duration AGE = Duration.ofHours(1);
    private static final String NAME = "policy";
    private static final int ENDED = -1;

    /** The ways in which a client counts what is there. */
    private static final List<ToLongFunction<MongoCollection<Document>>> READS = List.of(
            MongoCollection::countDocuments,
            documents -> documents.find().into(new ArrayList<>()).size(),
            documents -> documents
                    .find(new Document("at", new Document("$gt", new Date(0))))
                    .into(new ArrayList<>())
                    .size(),
            documents -> IntStream.range(0, DOCUMENTS)
                    .filter(id -> documents.find(new Document("_id", id)).first() != null)
                    .count());

    @TempDir
    private Path folder = Path.of("");

    /** The number of changes that were begun and of those that were acknowledged: odd while one is under way. */
    private final AtomicInteger steps = new AtomicInteger();

    /** How many reads through each server were judged. */
    private final List<AtomicLong> judged =
            IntStream.range(0, SERVERS).mapToObj(_ -> new AtomicLong()).toList();

    @Test
    void noServerAnswersByTheOldOneOnceTheChangeIsAcknowledged() throws Exception {
        List<ServerProcess> servers = new ArrayList<>();
        List<MongoClient> clients = new ArrayList<>();
        try (CassandraGround below = CassandraGround.found(CASSANDRAS, folder)) {
            for (int server = 0; server < SERVERS; server++) {
                ServerProcess started = ServerProcess.over(below.options(), folder);
                servers.add(started);
                clients.add(started.client());
            }
            try (AdminClient admin = new AdminClient(servers.getFirst())) {
                // What one policy hides, the next shows again, if nothing was swept.
                admin.post("/api/v1/ttl/pause");
            }
            store(clients.getFirst());
            try (ExecutorService executor = Executors.newCachedThreadPool()) {
                List<Future<?>> reading = new ArrayList<>();
                for (int server = 0; server < SERVERS; server++) {
                    MongoCollection<Document> documents = documents(clients.get(server));
                    AtomicLong count = judged.get(server);
                    reading.add(executor.submit(() -> read(documents, count)));
                }
                try {
                    for (int change = 1; change <= CHANGES; change++) {
                        change(clients.get(change % SERVERS), change % 2 == 0);
                        List<Long> before = judged();
                        Await.until(
                                "each server has answered behind the change",
                                () -> haveAnswered(before) || reading.stream().anyMatch(Future::isDone));
                    }
                } finally {
                    steps.set(ENDED);
                }
                for (Future<?> each : reading) {
                    each.get();
                }
            }
            System.out.println(CHANGES + " changes of a policy of 4 shards through " + SERVERS + " servers, " + judged()
                    + " reads through each between their acknowledgements and the next: none by the old one");
        } finally {
            clients.forEach(MongoClient::close);
            servers.forEach(ServerProcess::close);
        }
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase(NAME).getCollection(NAME);
    }

    private static void store(MongoClient client) {
        client.getDatabase("admin")
                .runCommand(Document.parse(
                        "{shardCollection: '" + NAME + "." + NAME + "', key: {_id: 'hashed'}, numInitialChunks: 4}"));
        documents(client)
                .createIndex(
                        Indexes.ascending("at"),
                        new IndexOptions().expireAfter(AGE.multipliedBy(2).toSeconds(), TimeUnit.SECONDS));
        Date past = new Date(SystemClock.INSTANCE.wallMillis() - AGE.toMillis());
        documents(client)
                .insertMany(IntStream.range(0, DOCUMENTS)
                        .mapToObj(id -> new Document("_id", id).append("at", past))
                        .toList());
    }

    /** Makes all documents live, or expired. */
    private void change(MongoClient client, boolean live) {
        steps.incrementAndGet();
        client.getDatabase(NAME)
                .runCommand(Document.parse("{collMod: '" + NAME + "', index: {keyPattern: {at: 1}, expireAfterSeconds: "
                        + (live ? AGE.multipliedBy(2) : AGE.dividedBy(2)).toSeconds() + "}}"));
        steps.incrementAndGet();
    }

    private List<Long> judged() {
        return judged.stream().map(AtomicLong::get).toList();
    }

    private boolean haveAnswered(List<Long> before) {
        return IntStream.range(0, SERVERS).allMatch(server -> judged.get(server).get() > before.get(server));
    }

    /** Reads until the last change, and judges what was asked behind one and answered before the next. */
    private void read(MongoCollection<Document> documents, AtomicLong count) {
        for (int next = 0; steps.get() != ENDED; next++) {
            int step = steps.get();
            long found = READS.get(next % READS.size()).applyAsLong(documents);
            if (step == steps.get() && step % 2 == 0) {
                assertEquals(step / 2 % 2 == 0 ? DOCUMENTS : 0, found, "behind change " + step / 2);
                count.incrementAndGet();
            }
        }
    }
}
