package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ConnectionString;
import com.mongodb.MongoClientException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Sessions, retryable writes and write concerns, as a driver uses them against one server without replicas. */
@MayflyTest
final class MongoSessionIT {
    /** The commands that a driver sent. */
    private static final class Sent implements CommandListener {
        private final List<BsonDocument> commands = new CopyOnWriteArrayList<>();

        @Override
        public void commandStarted(CommandStartedEvent event) {
            commands.add(event.getCommand().clone());
        }

        BsonDocument last(String name) {
            return commands.stream()
                    .filter(command -> command.getFirstKey().equals(name))
                    .reduce((_, later) -> later)
                    .orElseThrow();
        }
    }

    private final Sent sent = new Sent();

    private MongoClient client(MayflyServer server, String options) {
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(server.connectionString(FaceName.MONGO) + options))
                .addCommandListener(sent)
                .build());
    }

    private static MongoCollection<Document> documents(MongoClient client, String name) {
        return client.getDatabase("sessions").getCollection(name);
    }

    @Test
    void retryableWritesAreWrittenPlainly(MayflyServer server) {
        try (MongoClient client = client(server, "&retryWrites=true&retryReads=true")) {
            MongoCollection<Document> documents = documents(client, "retried");
            documents.insertOne(new Document("_id", 1));
            documents.updateOne(new Document("_id", 1), new Document("$set", new Document("n", 1)));
            documents.findOneAndUpdate(new Document("_id", 1), new Document("$inc", new Document("n", 1)));
            documents.deleteOne(new Document("_id", 2));
            assertEquals(new Document("_id", 1).append("n", 2), documents.find().first());
            for (String name : List.of("insert", "update", "findAndModify", "delete")) {
                assertFalse(sent.last(name).containsKey("txnNumber"), name);
                assertTrue(sent.last(name).containsKey("lsid"), name);
            }
        }
    }

    @Test
    void numberedWriteIsRefusedAsAStandaloneDoes(MongoClient client) {
        try (ClientSession session = client.startSession()) {
            MongoCommandException refused = assertThrows(
                    MongoCommandException.class,
                    () -> client.getDatabase("sessions")
                            .runCommand(
                                    session,
                                    new Document("insert", "numbered")
                                            .append("documents", List.of(new Document("_id", 1)))
                                            .append("txnNumber", 1L)));
            assertEquals(20, refused.getErrorCode());
            assertEquals(
                    "Transaction numbers are only allowed on a replica set member or mongos",
                    refused.getErrorMessage());
            assertEquals(0, documents(client, "numbered").countDocuments());
        }
    }

    @Test
    void sessionReadsItsOwnWritesAndEnds(MayflyServer server) {
        try (MongoClient client = client(server, "")) {
            MongoCollection<Document> documents = documents(client, "owned");
            try (ClientSession session = client.startSession(
                    ClientSessionOptions.builder().causallyConsistent(true).build())) {
                for (int number = 0; number < 10; number++) {
                    documents.insertOne(session, new Document("_id", number));
                    assertEquals(number + 1, documents.countDocuments(session));
                }
                assertEquals(
                        10,
                        documents
                                .find(session)
                                .batchSize(3)
                                .into(new ArrayList<>())
                                .size());
            }
        }
        assertFalse(sent.last("endSessions").getArray("endSessions").isEmpty());
    }

    @Test
    void transactionIsRefusedByNameAndLeavesNothing(MongoClient client) {
        MongoCollection<Document> documents = documents(client, "transacted");
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            MongoClientException refused = assertThrows(
                    MongoClientException.class, () -> documents.insertOne(session, new Document("_id", 1)));
            // The driver knows a standalone's refusal, and says it in its own words.
            assertTrue(String.valueOf(refused.getMessage()).startsWith("This MongoDB deployment does not support"));
        }
        assertEquals(0, documents.countDocuments());
    }

    @Test
    void unacknowledgedWritesArriveInTheirOrder(MayflyServer server) {
        try (MongoClient client = client(server, "&maxPoolSize=1")) {
            MongoCollection<Document> documents = documents(client, "unacknowledged");
            MongoCollection<Document> hasty = documents.withWriteConcern(WriteConcern.UNACKNOWLEDGED);
            for (int number = 0; number < 100; number++) {
                assertFalse(hasty.insertOne(new Document("_id", number)).wasAcknowledged());
            }
            assertFalse(hasty.insertOne(new Document("_id", 1)).wasAcknowledged());
            hasty.updateMany(new Document(), new Document("$set", new Document("seen", true)));
            hasty.deleteOne(new Document("_id", 0));
            assertEquals(99, documents.countDocuments(new Document("seen", true)));
        }
    }

    @Test
    void everyWriteConcernOfOneServerIsMet(MongoClient client) {
        Set<Integer> keys = new TreeSet<>();
        for (WriteConcern concern : List.of(
                WriteConcern.W1,
                WriteConcern.JOURNALED,
                WriteConcern.MAJORITY,
                WriteConcern.MAJORITY.withJournal(true),
                WriteConcern.W1.withJournal(false))) {
            MongoCollection<Document> documents = documents(client, "concerned").withWriteConcern(concern);
            keys.add(keys.size());
            assertTrue(documents.insertOne(new Document("_id", keys.size() - 1)).wasAcknowledged());
            assertEquals(keys.size(), documents.countDocuments());
        }
    }

    @Test
    void moreThanOneMemberIsRefused(MongoClient client) {
        MongoCollection<Document> documents = documents(client, "toomany").withWriteConcern(WriteConcern.W2);
        MongoCommandException refused =
                assertThrows(MongoCommandException.class, () -> documents.insertOne(new Document("_id", 1)));
        assertEquals(2, refused.getErrorCode());
        assertEquals(0, documents.countDocuments());
    }

    @Test
    void monitorIsSwitchedThroughTheDriver(MongoClient client) {
        Document was = client.getDatabase("admin")
                .runCommand(new Document("setParameter", 1).append("ttlMonitorEnabled", false));
        assertEquals(true, was.get("was"));
        Document now =
                client.getDatabase("admin").runCommand(new Document("getParameter", 1).append("ttlMonitorEnabled", 1));
        assertEquals(false, now.get("ttlMonitorEnabled"));
        client.getDatabase("admin").runCommand(new Document("setParameter", 1).append("ttlMonitorEnabled", true));
    }
}
