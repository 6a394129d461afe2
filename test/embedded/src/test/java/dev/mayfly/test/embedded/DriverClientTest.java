package dev.mayfly.test.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyEvents;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

@MayflyTest
final class DriverClientTest {
    @Test
    void sessionDiesThirtyMinutesAfterItWasSeen(MongoClient client, MayflyClock clock, MayflyEvents events) {
        MongoCollection<Document> sessions = client.getDatabase("app").getCollection("sessions");
        sessions.createIndex(new Document("seen", 1), new IndexOptions().expireAfter(30L, TimeUnit.MINUTES));
        sessions.insertOne(new Document("_id", 1).append("seen", Date.from(clock.now())));
        clock.advance(Duration.ofMinutes(30).minusMillis(1));
        assertNotNull(sessions.find().first());
        clock.advance(Duration.ofMillis(1));
        assertNull(sessions.find().first());
        assertEquals(0, sessions.countDocuments());
        assertEquals(1, events.expired("app.sessions").size());
    }
}
