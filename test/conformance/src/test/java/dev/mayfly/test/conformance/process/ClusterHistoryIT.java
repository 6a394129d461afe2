package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.CassandraGround;
import dev.mayfly.test.harness.RegisterHistory;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients of three servers ask of the same few documents, and are answered, while one of the servers is killed: there is an order
 * of all that explains every answer. {@code -Doperations=2000} for more.
 */
@Tag("slow")
final class ClusterHistoryIT {
    private static final int SERVERS = 3;
    private static final int CLIENTS = 6;
    private static final int DOCUMENTS = 4;
    private static final int OPERATIONS = Integer.getInteger("operations", 600);

    @TempDir
    private Path folder = Path.of("");

    private final List<RegisterHistory> histories = new ArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();

    private ServerProcess serve(CassandraGround below) throws IOException {
        return ServerProcess.over(below.options(), folder);
    }

    @Test
    void answersOfAllServersAreThoseOfOneDocument() {
        Seeds.run(1, (_, random) -> {
            try (CassandraGround below = CassandraGround.found(1, folder);
                    ServerProcess first = serve(below);
                    ServerProcess second = serve(below);
                    ServerProcess third = serve(below)) {
                List<ServerProcess> servers = List.of(first, second, third);
                for (int document = 0; document < DOCUMENTS; document++) {
                    histories.add(new RegisterHistory());
                }
                run(servers, random);
            }
            int operations = 0;
            for (RegisterHistory history : histories) {
                operations += history.size();
                assertTrue(history.isLinearizable(), "no order explains the answers");
            }
            System.out.println("histories of " + DOCUMENTS + " documents through " + SERVERS + " servers, one killed: "
                    + operations + " operations, " + unanswered + " not answered, linearizable");
        });
    }

    private void run(List<ServerProcess> servers, RandomGenerator random) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                RandomGenerator own = new SplittableRandom(random.nextLong());
                // Those of the server that is killed go on with the next.
                ServerProcess server = servers.get(client % SERVERS);
                ServerProcess next = servers.get((client + 1) % SERVERS);
                String name = "c" + client;
                running.add(executor.submit(() -> ask(server, next, name, own, servers.getFirst())));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    private void ask(
            ServerProcess server, ServerProcess next, String name, RandomGenerator random, ServerProcess victim) {
        ServerProcess asking = server;
        int written = 0;
        while (asked.get() < OPERATIONS) {
            try (MongoClient client = client(asking)) {
                MongoCollection<Document> documents =
                        client.getDatabase("history").getCollection("registers");
                while (true) {
                    int count = asked.incrementAndGet();
                    if (count == OPERATIONS / 2) {
                        victim.kill();
                    }
                    if (count > OPERATIONS || !askOnce(documents, name + "-" + written++, random)) {
                        break;
                    }
                }
            }
            asking = asking == server ? next : server;
        }
    }

    /** Sends nothing again by itself: an operation that was not answered is one in the history. */
    private static MongoClient client(ServerProcess server) {
        return MongoClients.create(server.connectionString("mongo")
                + "&retryWrites=false&retryReads=false&serverSelectionTimeoutMS=2000&socketTimeoutMS=20000");
    }

    /** Returns false when there was no answer. */
    private boolean askOnce(MongoCollection<Document> documents, String value, RandomGenerator random) {
        int id = random.nextInt(DOCUMENTS);
        RegisterHistory history = histories.get(id);
        Document filter = new Document("_id", id);
        int kind = random.nextInt(10);
        long called = SystemClock.INSTANCE.tickNanos();
        String expected = null;
        try {
            if (kind < 4) {
                String found = value(documents.find(filter).first());
                history.read(called, SystemClock.INSTANCE.tickNanos(), found);
            } else if (kind < 6) {
                documents.replaceOne(filter, new Document("value", value), new ReplaceOptions().upsert(true));
                history.write(called, SystemClock.INSTANCE.tickNanos(), value);
            } else if (kind < 7) {
                documents.deleteOne(filter);
                history.write(called, SystemClock.INSTANCE.tickNanos(), null);
            } else {
                expected = value(documents.find(filter).first());
                long seen = SystemClock.INSTANCE.tickNanos();
                history.read(called, seen, expected);
                if (expected != null) {
                    called = seen;
                    swap(documents, history, called, id, expected, value);
                }
            }
            return true;
        } catch (MongoException _) {
            unanswered.incrementAndGet();
            if (kind >= 4 && kind < 7) {
                history.write(called, RegisterHistory.NEVER, kind < 6 ? value : null);
            } else if (expected != null) {
                history.swap(called, RegisterHistory.NEVER, expected, value);
            }
            return false;
        }
    }

    private static void swap(
            MongoCollection<Document> documents,
            RegisterHistory history,
            long called,
            int id,
            String expected,
            String value) {
        long matched = documents
                .updateOne(
                        new Document("_id", id).append("value", expected),
                        new Document("$set", new Document("value", value)))
                .getMatchedCount();
        long answered = SystemClock.INSTANCE.tickNanos();
        if (matched == 1) {
            history.swap(called, answered, expected, value);
        } else {
            history.refused(called, answered, expected);
        }
    }

    private static @Nullable String value(@Nullable Document document) {
        return document == null ? null : document.getString("value");
    }
}
