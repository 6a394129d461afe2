package dev.mayfly.test.conformance.driver;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOneModel;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.testkit.MayflyTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that a driver sends again because it has not heard of the first time. */
@MayflyTest(replicaSet = "rs0")
final class MongoRetryIT {
    private static final String DATABASE = "retry";

    /** Above those that sessions of the driver, which are used again, have come to. */
    private static final AtomicLong NUMBERS = new AtomicLong(1_000_000);

    private static MongoCollection<Document> documents(MongoClient client, String name) {
        return client.getDatabase(DATABASE).getCollection(name);
    }

    private static MongoClient through(CuttingProxy proxy) {
        return MongoClients.create(
                "mongodb://127.0.0.1:" + proxy.port() + "/?directConnection=true&retryWrites=true&retryReads=true");
    }

    @Test
    void writeWhoseAnswerIsLostIsDoneOnce(MayflyServer server, MongoClient client) throws IOException {
        try (CuttingProxy proxy = new CuttingProxy(server.port(FaceName.MONGO));
                MongoClient cut = through(proxy)) {
            MongoCollection<Document> documents = documents(cut, "once");
            proxy.cutNext("insert");
            documents.insertOne(new Document("_id", 1).append("n", 0));
            proxy.cutNext("update");
            assertEquals(
                    1,
                    documents
                            .updateOne(new Document("_id", 1), Document.parse("{$inc: {n: 1}}"))
                            .getModifiedCount());
            proxy.cutNext("findAndModify");
            assertEquals(
                    new Document("_id", 1).append("n", 1),
                    documents.findOneAndUpdate(new Document("_id", 1), Document.parse("{$inc: {n: 1}}")));
            proxy.cutNext("findAndModify");
            assertEquals(
                    new Document("_id", 1).append("n", 3),
                    documents.findOneAndUpdate(
                            new Document("_id", 1),
                            Document.parse("{$inc: {n: 1}}"),
                            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)));
            proxy.cutNext("delete");
            assertEquals(1, documents.deleteOne(new Document("_id", 1)).getDeletedCount());
            assertEquals(5, proxy.cuts());
            assertEquals(0, documents(client, "once").countDocuments());
        }
    }

    @Test
    void everyStatementOfABulkIsDoneOnce(MayflyServer server, MongoClient client) throws IOException {
        try (CuttingProxy proxy = new CuttingProxy(server.port(FaceName.MONGO));
                MongoClient cut = through(proxy)) {
            MongoCollection<Document> documents = documents(cut, "bulk");
            List<Document> many = new ArrayList<>();
            for (int number = 0; number < 250; number++) {
                many.add(new Document("_id", number));
            }
            proxy.cutNext("insert");
            assertEquals(250, documents.insertMany(many).getInsertedIds().size());
            proxy.cutNext("update");
            BulkWriteResult result = documents.bulkWrite(List.of(
                    new UpdateOneModel<>(new Document("_id", 1), Document.parse("{$inc: {n: 1}}")),
                    new UpdateOneModel<>(new Document("_id", 1), Document.parse("{$inc: {n: 1}}")),
                    new InsertOneModel<>(new Document("_id", 1000)),
                    new DeleteOneModel<>(new Document("_id", 2))));
            assertEquals(2, result.getModifiedCount());
            assertEquals(2, proxy.cuts());
            assertEquals(
                    2,
                    requireNonNull(documents(client, "bulk")
                                    .find(new Document("_id", 1))
                                    .first())
                            .getInteger("n"));
            assertEquals(250, documents(client, "bulk").countDocuments());
        }
    }

    private static Document numbered(MongoClient client, ClientSession session, String command, long number) {
        return client.getDatabase(DATABASE)
                .runCommand(session, Document.parse(command).append("txnNumber", number));
    }

    @Test
    void repeatIsAnsweredAsTheFirstTime(MongoClient client) {
        try (ClientSession session = client.startSession()) {
            long number = NUMBERS.addAndGet(2);
            String insert = "{insert: 'repeat', documents: [{_id: 1}, {_id: 2}]}";
            Document first = numbered(client, session, insert, number);
            Document second = numbered(client, session, insert, number);
            assertEquals(2, first.getInteger("n"));
            assertEquals(2, second.getInteger("n"));
            assertNull(second.get("writeErrors"));
            assertEquals(List.of(0, 1), second.getList("retriedStmtIds", Integer.class));
            String upsert = "{update: 'repeat', updates: [{q: {_id: 3}, u: {$inc: {n: 1}}, upsert: true}]}";
            numbered(client, session, upsert, number + 1);
            Document again = numbered(client, session, upsert, number + 1);
            assertEquals(1, again.getInteger("n"));
            assertEquals(0, again.getInteger("nModified"));
            assertEquals(3, again.getList("upserted", Document.class).getFirst().getInteger("_id"));
        }
    }

    @Test
    void olderNumberIsRefused(MongoClient client) {
        try (ClientSession session = client.startSession()) {
            long number = NUMBERS.addAndGet(2);
            numbered(client, session, "{insert: 'older', documents: [{_id: 1}]}", number);
            MongoCommandException refused = assertThrows(
                    MongoCommandException.class,
                    () -> numbered(client, session, "{insert: 'older', documents: [{_id: 2}]}", number - 1));
            assertEquals(225, refused.getErrorCode());
            assertTrue(refused.getErrorMessage()
                    .startsWith("Retryable write with txnNumber " + (number - 1) + " is prohibited on session"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{update: 'many', updates: [{q: {}, u: {$set: {n: 1}}, multi: true}]}",
                "{delete: 'many', deletes: [{q: {}, limit: 0}]}"
            })
    void numberedWriteOfManyIsRefused(String command, MongoClient client) {
        try (ClientSession session = client.startSession()) {
            Document reply = numbered(client, session, command, NUMBERS.incrementAndGet());
            assertEquals(
                    72, reply.getList("writeErrors", Document.class).getFirst().getInteger("code"));
        }
    }

    @Test
    void numberIsForWritesAlone(MongoClient client) {
        try (ClientSession session = client.startSession()) {
            MongoCommandException refused = assertThrows(
                    MongoCommandException.class,
                    () -> numbered(client, session, "{find: 'alone'}", NUMBERS.incrementAndGet()));
            assertEquals(50768, refused.getErrorCode());
        }
    }

    @Test
    void repeatIsKnownAfterARestart(@TempDir Path folder) throws Exception {
        String session = ", lsid: {id: {$uuid: '00112233-4455-6677-8899-aabbccddeeff'}}, $db: 'retry'";
        String insert =
                "{insert: 'restarted', documents: [{_id: 1, n: 1}], txnNumber: {$numberLong: '4'}" + session + "}";
        String modify = "{findAndModify: 'restarted', query: {_id: 1}, update: {$inc: {n: 1}},"
                + " txnNumber: {$numberLong: '5'}" + session + "}";
        Map<Setting, String> flags = Map.of(Setting.DATA, folder.toString(), Setting.MONGO_REPLSET, "rs0");
        try (LocalServer server = LocalServer.start(flags);
                RawConnection raw = new RawConnection(server.port())) {
            raw.run(insert);
            assertEquals(1, raw.run(modify).getDocument("value").getInt32("n").getValue());
        }
        try (LocalServer server = LocalServer.start(flags);
                RawConnection raw = new RawConnection(server.port());
                MongoClient client = server.client()) {
            assertEquals(1, raw.run(modify).getDocument("value").getInt32("n").getValue());
            assertEquals(
                    2,
                    requireNonNull(documents(client, "restarted").find().first())
                            .getInteger("n"));
            assertEquals(225, raw.run(insert).getInt32("code").getValue());
        }
    }
}
