package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.store.api.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Measures how fast a million documents with a TTL index are backed up and restored; prints it. */
final class BackupRateTest {
    private static final int DOCUMENTS = 1_000_000;
    private static final int MORE = 10_000;
    private static final int BATCH = 1_000;

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    void aMillionDocumentsAreBackedUpAndRestored() throws Exception {
        Path data = folder.resolve("data");
        try (ServerFixture fixture = new ServerFixture(Map.of(Setting.DATA, data.toString()))) {
            Collection collection = collection(fixture);
            fill(collection, 0, DOCUMENTS);
            JsonNode whole = backup(fixture);
            print(
                    "backup",
                    whole.path("result").path("bytes").asLong(),
                    whole.path("elapsedMillis").asLong());
            fill(collection, DOCUMENTS, DOCUMENTS + MORE);
            JsonNode more = backup(fixture);
            JsonNode result = more.path("result");
            print(
                    "backup of " + MORE + " more, which copies "
                            + result.path("copiedBytes").asLong() + " bytes",
                    result.path("bytes").asLong(),
                    more.path("elapsedMillis").asLong());
            assertTrue(
                    result.path("copiedBytes").asLong() < result.path("bytes").asLong() / 2, result.toString());
        }
        long begin = SystemClock.INSTANCE.tickNanos();
        Restore.Outcome restored = Restore.run(
                folder.resolve("data-backups"), folder.resolve("restored"), Restore.Expiry.KEEP, (_, _) -> {});
        print("restore", restored.bytes(), (SystemClock.INSTANCE.tickNanos() - begin) / 1_000_000);
        assertEquals(DOCUMENTS + MORE, restored.live());
    }

    private static JsonNode backup(ServerFixture fixture) throws Exception {
        ServerFixture.Answer begun = fixture.post("/api/v1/backups?folder=.");
        String path = "/api/v1/operations/" + begun.json().path("id").asString();
        JsonNode operation = begun.json();
        while (operation.path("state").asString().equals("running")) {
            operation = fixture.get(path).json();
        }
        assertEquals("done", operation.path("state").asString(), operation.toString());
        return operation;
    }

    private static void print(String what, long bytes, long millis) {
        System.out.printf(
                "%s: %,d bytes in %,d ms, %,d documents/s, %,d MB/s%n",
                what, bytes, millis, DOCUMENTS * 1_000L / Math.max(1, millis), bytes / 1_000 / Math.max(1, millis));
    }

    private static Collection collection(ServerFixture fixture) {
        Collection collection = new MongoCollections(fixture.server.engine()).create("rate", "documents");
        BsonDocument index = new BsonDocument("key", new BsonDocument("expiresAt", new BsonInt32(1)))
                .append("name", new BsonString("expiresAt_1"))
                .append("expireAfterSeconds", new BsonInt32(86_400));
        collection.definition().createIndex(IndexSpec.of(index, false).request());
        return collection;
    }

    private static void fill(Collection collection, int from, int until) {
        long now = SystemClock.INSTANCE.wallMillis();
        for (int first = from; first < until; first += BATCH) {
            List<WriteRequest> requests = new ArrayList<>();
            for (int number = first; number < first + BATCH; number++) {
                requests.add(request(number, now + number));
            }
            collection.writeAll(requests, true, Durability.LOGGED);
        }
    }

    private static WriteRequest request(int number, long date) {
        BsonInt32 id = new BsonInt32(number);
        byte[] body = BsonEncoding.encode(new BsonDocument("_id", id)
                .append("text", new BsonString(("text of " + number + " ").repeat(8)))
                .append("expiresAt", new BsonDateTime(date)));
        DocumentKey key = new DocumentKey(KeyWriter.encode(TreeView.of(id)));
        return new WriteRequest(key, (_, _) -> new Decision.Put(body, Lifetime.INHERIT, Stamp.NO_FACE_BYTES));
    }
}
