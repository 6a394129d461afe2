package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** A second on the machine's own clock is a second. */
@MayflyTest(clock = "system")
final class RealTimeIT {
    private static long now() {
        return SystemClock.INSTANCE.wallMillis();
    }

    private static Date at(long millis) {
        return Date.from(Instant.ofEpochMilli(millis));
    }

    @Test
    void documentDiesAfterItsSecondAndNotBefore(MongoClient client) {
        MongoCollection<Document> sessions = client.getDatabase("real").getCollection("sessions");
        sessions.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(1L, TimeUnit.SECONDS));
        long deadline = now() + 1000;
        sessions.insertMany(
                List.of(new Document("_id", "dies").append("at", at(deadline - 1000)), new Document("_id", "lives")));
        Document dying = new Document("_id", "dies");
        Await.until("the document is gone", () -> {
            long before = now();
            boolean isThere = sessions.find(dying).first() != null;
            long after = now();
            // The server looked at its clock somewhere between the two.
            assertTrue(isThere || after >= deadline, "gone early");
            assertTrue(!isThere || before < deadline, "there late");
            return !isThere;
        });
        assertEquals(1, sessions.countDocuments());
        assertNull(sessions.findOneAndUpdate(dying, new Document("$set", new Document("n", 1))));
    }

    @Test
    void expiredDocumentsAreDestroyedByTheSweeper(MongoClient client) {
        MongoCollection<Document> sessions = client.getDatabase("real").getCollection("swept");
        sessions.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
        long before = expired(client);
        sessions.insertMany(List.of(
                new Document("_id", 1).append("at", at(now() + 300)),
                new Document("_id", 2).append("at", at(now() + 600))));
        Await.until("both are counted as expired", () -> expired(client) >= before + 2);
    }

    private static long expired(MongoClient client) {
        Document status = client.getDatabase("admin").runCommand(new Document("serverStatus", 1));
        return status.getEmbedded(List.of("metrics", "ttl", "deletedDocuments"), Long.class);
    }
}
