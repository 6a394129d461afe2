package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.mayfly.app.server.FolderCheck;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed while clients commit has made each of their transactions whole, or not at all. */
final class TransactionCrashIT {
    private static final int WRITERS = 3;
    private static final int COMMITS_MAX = 400;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void twoKillsTearNothing() {
        Seeds.run(1, (_, random) -> rounds(2, random));
    }

    @Test
    @Tag("slow")
    void twentyKillsTearNothing() {
        Seeds.run(1, (_, random) -> rounds(20, random));
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        int[] acknowledged = new int[WRITERS];
        for (int round = 0; round < rounds; round++) {
            try (ServerProcess server = start()) {
                compare(server, acknowledged);
                commitUntil(server, acknowledged, random.nextInt(1, COMMITS_MAX));
            }
        }
        try (ServerProcess server = start()) {
            compare(server, acknowledged);
            server.kill();
        }
        FolderCheck.Outcome outcome = FolderCheck.run(folder.resolve("data"), false);
        assertTrue(outcome.isClean(), outcome::toString);
    }

    private ServerProcess start() throws IOException {
        return ServerProcess.start(folder, "--data", "data", "--mongo-replset", "rs0");
    }

    private static MongoCollection<Document> collection(MongoClient client, String name) {
        return client.getDatabase("crash").getCollection(name);
    }

    private static void commitUntil(ServerProcess server, int[] acknowledged, int commits) throws Exception {
        AtomicInteger left = new AtomicInteger(commits);
        List<Future<?>> running = new ArrayList<>();
        try (MongoClient client = server.hastyClient();
                ExecutorService executor = Executors.newFixedThreadPool(WRITERS)) {
            for (int number = 0; number < WRITERS; number++) {
                int writer = number;
                running.add(executor.submit(() -> {
                    while (commit(client, writer, acknowledged[writer] + 1)) {
                        acknowledged[writer]++;
                        if (left.decrementAndGet() == 0) {
                            server.kill();
                        }
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        if (left.get() > 0) {
            server.kill();
        }
    }

    /** One transaction over three collections; answers whether it was acknowledged. */
    private static boolean commit(MongoClient client, int writer, int number) {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            UpdateOptions upsert = new UpdateOptions().upsert(true);
            collection(client, "left").updateOne(session, Filters.eq(writer), Updates.inc("n", 1), upsert);
            collection(client, "right").updateOne(session, Filters.eq(writer), Updates.inc("n", 1), upsert);
            collection(client, "notes")
                    .insertOne(session, new Document("_id", writer + "-" + number).append("writer", writer));
            session.commitTransaction();
            return true;
        } catch (MongoException _) {
            return false;
        }
    }

    /** Finds as much in one collection as in the others, and learns what became of the last commits. */
    private static void compare(ServerProcess server, int[] acknowledged) {
        try (MongoClient client = server.client()) {
            for (int writer = 0; writer < WRITERS; writer++) {
                int left = counter(collection(client, "left"), writer);
                assertEquals(left, counter(collection(client, "right"), writer), "left and right");
                assertEquals(left, collection(client, "notes").countDocuments(Filters.eq("writer", writer)), "notes");
                assertTrue(left >= acknowledged[writer], left + " of " + acknowledged[writer] + " acknowledged");
                assertTrue(left <= acknowledged[writer] + 1, left + " of " + acknowledged[writer] + " asked for");
                acknowledged[writer] = left;
            }
        }
    }

    private static int counter(MongoCollection<Document> collection, int writer) {
        Document found = collection.find(Filters.eq(writer)).first();
        return found == null ? 0 : Objects.requireNonNull(found.getInteger("n"));
    }
}
