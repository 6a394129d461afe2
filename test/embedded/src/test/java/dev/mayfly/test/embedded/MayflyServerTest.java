package dev.mayfly.test.embedded;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.test.testkit.AtInstant;
import dev.mayfly.test.testkit.ExpiryReason;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

@MayflyTest(clock = "2026-01-01T00:00:00Z")
final class MayflyServerTest {
    private static MongoCollection<Document> sessions(MongoClient client, String name) {
        MongoCollection<Document> sessions = client.getDatabase("app").getCollection(name);
        sessions.createIndex(
                new Document("seen", 1), new IndexOptions().name("idle").expireAfter(30L, TimeUnit.MINUTES));
        return sessions;
    }

    @Test
    void sentencesTellWhatHasExpiredAndWhy(MayflyServer server, MayflyClock clock, MongoClient client) {
        MongoCollection<Document> sessions = sessions(client, "told");
        Instant seen = clock.now();
        sessions.insertOne(new Document("_id", 1).append("seen", Date.from(seen)));
        sessions.insertOne(new Document("_id", "1").append("seen", Date.from(seen.plusSeconds(1))));
        assertThat(server.events()).hasNotExpired("app.told", 1);
        assertEquals(seen.plusSeconds(1_800), clock.advanceToNextExpiry());
        assertThat(server.events())
                .hasExpired("app.told", 1)
                .withReason(ExpiryReason.FIELD)
                .byRule("idle")
                .atDeadline(seen.plusSeconds(1_800));
        assertThat(server.events()).hasNotExpired("app.told", "1").hasExpiredTimes("app.told", 1);
        AssertionError wrong = assertThrows(
                AssertionError.class, () -> assertThat(server.events()).hasExpired("app.told", "1"));
        assertTrue(String.valueOf(wrong.getMessage()).contains("should have expired once"));
    }

    @Test
    void documentsAreExplained(MayflyServer server, MayflyClock clock, MongoClient client) {
        MongoCollection<Document> sessions = sessions(client, "explained");
        sessions.insertOne(new Document("_id", "a").append("seen", Date.from(clock.now())));
        sessions.insertOne(new Document("_id", "b").append("seen", "today"));
        assertEquals(Optional.of(Duration.ofMinutes(30)), server.timeLeft("app.explained", "a"));
        assertEquals(Optional.empty(), server.expiresAt("mongo/app.explained", "b"));
        assertEquals(Optional.empty(), server.explain("app.explained", "c"));
        assertThrows(IllegalArgumentException.class, () -> server.explain("app.nothing", "a"));
        assertEquals(
                1,
                server.forecast("app.explained", Duration.ofHours(1), Duration.ofMinutes(10))
                        .within());
    }

    @Test
    @Fresh
    @AtInstant("2027-03-01T00:00:00Z")
    void clockIsWoundToTheInstantOfATest(MayflyClock clock) {
        assertEquals(Instant.parse("2027-03-01T00:00:00Z"), clock.now());
    }

    @Test
    @Fresh
    void nextExpiryIsThatOfADocumentNotTheEndOfItsGrace(MayflyServer server, MayflyClock clock, MongoClient client) {
        MongoCollection<Document> sessions = sessions(client, "graced");
        server.unwrap(dev.mayfly.app.server.MayflyServer.class)
                .engine()
                .collections("mongo")
                .forEach(collection -> collection.definition().changePolicy(policy -> policy.withGrace(3_600_000)));
        Instant seen = clock.now();
        sessions.insertOne(new Document("_id", 1).append("seen", Date.from(seen)));
        sessions.insertOne(new Document("_id", 2).append("seen", Date.from(seen.plus(Duration.ofDays(1)))));
        assertEquals(seen.plusSeconds(1_800), clock.advanceToNextExpiry());
        assertEquals(seen.plus(Duration.ofDays(1)).plusSeconds(1_800), clock.advanceToNextExpiry());
        assertThrows(IllegalStateException.class, clock::advanceToNextExpiry);
        assertEquals(seen.plus(Duration.ofDays(1)).plusSeconds(1_800), clock.now());
        assertThat(server.events()).hasExpiredTimes("app.graced", 2);
    }

    @Test
    void timeNeverGoesBack(MayflyClock clock) {
        Instant now = clock.now();
        assertThrows(IllegalArgumentException.class, () -> clock.advance(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> clock.advanceTo(now.minusMillis(1)));
        assertEquals(now, clock.now());
    }

    @Test
    void serverIsStartedByHandToo() {
        try (MayflyServer server = MayflyServer.builder()
                .faces(MayflyFace.MONGO)
                .clock("2030-01-01T00:00:00Z")
                .start()) {
            server.clock().advance(Duration.ofDays(1));
            assertEquals(Instant.parse("2030-01-02T00:00:00Z"), server.clock().now());
            assertTrue(server.events().expired().isEmpty());
        }
    }
}
