package dev.mayfly.test.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** A test in another language that speaks MongoDB and nothing else. */
@MayflyTest(faces = MayflyFace.MONGO, clock = "2026-01-01T00:00:00Z")
@SuppressWarnings("JavaUtilDate") // The driver speaks of dates by this class.
final class ClockByCommandTest {
    private static Document clock() {
        return new Document("mayflyClock", 1);
    }

    @Test
    @Fresh
    void clockIsWoundByACommand(MongoClient client, MayflyClock clock) {
        MongoDatabase admin = client.getDatabase("admin");
        Instant start = clock.now();
        assertEquals(Date.from(start), admin.runCommand(clock()).getDate("now"));
        Document wound = admin.runCommand(clock().append("advance", "2h"));
        assertEquals(Date.from(start.plus(Duration.ofHours(2))), wound.getDate("now"));
        admin.runCommand(clock().append("advance", 30));
        admin.runCommand(clock().append("advance", "PT1M"));
        assertEquals(start.plus(Duration.ofHours(2)).plusSeconds(90), clock.now());
        admin.runCommand(clock().append("set", Date.from(start.plus(Duration.ofDays(1)))));
        assertEquals(start.plus(Duration.ofDays(1)), clock.now());
    }

    @Test
    void timeNeverGoesBackAndDurationsAreDurations(MongoClient client) {
        MongoDatabase admin = client.getDatabase("admin");
        for (Document wrong : new Document[] {
            clock().append("set", new Date(0)),
            clock().append("set", 5),
            clock().append("advance", "soon"),
            clock().append("advance", -1),
            clock().append("advance", "1s").append("set", new Date(0))
        }) {
            assertEquals(
                    2,
                    assertThrows(MongoCommandException.class, () -> admin.runCommand(wrong))
                            .getErrorCode());
        }
        assertEquals(
                13,
                assertThrows(
                                MongoCommandException.class,
                                () -> client.getDatabase("app").runCommand(clock()))
                        .getErrorCode());
    }

    @Test
    void systemClockIsNotWound() {
        try (MayflyServer server = MayflyServer.builder()
                        .faces(MayflyFace.MONGO)
                        .clock("system")
                        .start();
                MongoClient client = MongoClients.create(server.connectionString(MayflyFace.MONGO))) {
            MongoDatabase admin = client.getDatabase("admin");
            assertFalse(admin.runCommand(clock()).getBoolean("virtual"));
            assertEquals(
                    20,
                    assertThrows(MongoCommandException.class, () -> admin.runCommand(clock().append("advance", "1s")))
                            .getErrorCode());
        }
    }
}
