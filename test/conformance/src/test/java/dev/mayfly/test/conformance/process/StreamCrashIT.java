package dev.mayfly.test.conformance.process;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.app.server.FolderCheck;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever follows a server that is killed, and goes on where he was, hears of every write that is there, once. */
final class StreamCrashIT {
    private static final int COLLECTIONS = 3;
    private static final int WRITES_MAX = 600;

    @TempDir
    private Path folder = Path.of("");

    private final List<Integer> heard = new ArrayList<>();
    private final AtomicInteger written = new AtomicInteger();
    private @Nullable BsonDocument token;

    @Test
    void aKillLosesNoEventAndRepeatsNone() {
        Seeds.run(1, (_, random) -> rounds(2, random));
    }

    @Test
    @Tag("slow")
    void norDoTwenty() {
        Seeds.run(1, (_, random) -> rounds(20, random));
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        for (int round = 0; round < rounds; round++) {
            try (ServerProcess server = start()) {
                followUntil(server, written.get() + random.nextInt(1, WRITES_MAX));
            }
        }
        try (ServerProcess server = start();
                MongoClient client = server.client()) {
            try (var stream = stream(client)) {
                hearAll(stream);
            }
            assertEquals(there(client), heard.stream().sorted().toList());
            server.kill();
        }
        FolderCheck.Outcome outcome = FolderCheck.run(folder.resolve("data"), false);
        assertTrue(outcome.isClean(), outcome::toString);
    }

    private ServerProcess start() throws IOException {
        return ServerProcess.start(folder, "--data", "data", "--mongo-replset", "rs0");
    }

    private static MongoCollection<Document> collection(MongoClient client, int number) {
        return client.getDatabase("crash").getCollection("c" + number % COLLECTIONS);
    }

    private static List<Integer> there(MongoClient client) {
        List<Integer> there = new ArrayList<>();
        for (int number = 0; number < COLLECTIONS; number++) {
            collection(client, number).find().forEach(document -> there.add(document.getInteger("_id")));
        }
        return there.stream().sorted().toList();
    }

    private MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream(MongoClient client) {
        var stream = client.getDatabase("crash").watch().maxAwaitTime(100, TimeUnit.MILLISECONDS);
        BsonDocument from = token;
        return from == null ? stream.cursor() : stream.resumeAfter(from).cursor();
    }

    /** Everything that is there now. */
    private void hearAll(MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream) {
        for (var event = stream.tryNext(); event != null; event = stream.tryNext()) {
            hear(event);
        }
        token = stream.getResumeToken();
    }

    private void hear(ChangeStreamDocument<Document> event) {
        heard.add(requireNonNull(event.getDocumentKey()).getInt32("_id").getValue());
        token = event.getResumeToken();
    }

    /** Follows what another thread writes, until so much is acknowledged and the server is killed. */
    private void followUntil(ServerProcess server, int until) throws Exception {
        try (MongoClient client = server.hastyClient();
                MongoClient follower = server.hastyClient()) {
            try (var stream = stream(follower)) {
                hearAll(stream);
                Thread writer = Thread.ofPlatform().start(() -> write(server, client, until));
                while (writer.isAlive()) {
                    ChangeStreamDocument<Document> event = stream.tryNext();
                    if (event != null) {
                        hear(event);
                    }
                }
                writer.join();
            } catch (MongoException killed) {
                assertTrue(written.get() >= until, () -> "not killed yet: " + killed);
            }
        }
    }

    private void write(ServerProcess server, MongoClient client, int until) {
        for (int number = written.get(); number < until; number = written.incrementAndGet()) {
            collection(client, number).insertOne(new Document("_id", number));
        }
        server.kill();
    }
}
