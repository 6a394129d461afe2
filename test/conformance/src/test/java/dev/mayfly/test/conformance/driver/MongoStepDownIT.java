package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** A primary that was told to step down, as a driver sees it that is connected to this member alone. */
@MayflyTest(replicaSet = "rs0")
@Fresh
final class MongoStepDownIT {
    private static MongoClient direct(MayflyServer server) {
        return MongoClients.create("mongodb://127.0.0.1:" + server.port(FaceName.MONGO)
                + "/?directConnection=true&retryWrites=false&retryReads=false");
    }

    private static Document admin(MongoClient client, String command) {
        return client.getDatabase("admin").runCommand(Document.parse(command));
    }

    private static int code(Runnable refused) {
        return assertThrows(MongoException.class, refused::run).getCode();
    }

    @Test
    void aSecondaryRefusesWritesAndSaysWhatItIs(MayflyServer server, MayflyClock clock) {
        try (MongoClient client = direct(server)) {
            MongoCollection<Document> things = client.getDatabase("down").getCollection("things");
            things.insertOne(new Document("_id", 1));
            admin(client, "{replSetStepDown: 60, force: true}");
            assertEquals(10107, code(() -> things.insertOne(new Document("_id", 2))));
            assertEquals(10107, code(() -> things.createIndex(Indexes.ascending("a"))));
            assertEquals(10107, code(() -> client.getDatabase("down").drop()));
            assertEquals(10107, code(() -> admin(client, "{replSetStepDown: 60, force: true}")));
            Document hello = admin(client, "{hello: 1}");
            assertFalse(hello.getBoolean("isWritablePrimary"));
            assertTrue(hello.getBoolean("secondary"));
            assertFalse(hello.containsKey("primary"));
            assertEquals(2, admin(client, "{replSetGetStatus: 1}").getInteger("myState"));
            assertEquals(
                    1, things.withReadPreference(ReadPreference.secondary()).countDocuments());
            clock.advance(Duration.ofSeconds(60));
            assertTrue(admin(client, "{hello: 1}").getBoolean("isWritablePrimary"));
            things.insertOne(new Document("_id", 2));
        }
    }

    @Test
    void aSecondaryHidesButNeitherAnnouncesNorDestroys(MayflyServer server, MayflyClock clock) {
        List<Announcement> announced = new ArrayList<>();
        server.engine().addListener(new ExpiryListener() {
            @Override
            public void announced(Announcement announcement) {
                announced.add(announcement);
            }
        });
        try (MongoClient client = direct(server)) {
            MongoCollection<Document> sessions = client.getDatabase("down").getCollection("sessions");
            sessions.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(10L, TimeUnit.SECONDS));
            sessions.insertOne(new Document("at", Date.from(clock.now())));
            admin(client, "{replSetStepDown: 100, force: true}");
            clock.advance(Duration.ofSeconds(90));
            MongoCollection<Document> read = sessions.withReadPreference(ReadPreference.secondary());
            assertEquals(0, read.countDocuments());
            assertEquals(List.of(), announced);
            clock.advance(Duration.ofSeconds(20));
            assertEquals(0, sessions.countDocuments());
            assertEquals(1, announced.size());
        }
    }

    @Test
    void aFreezeKeepsItSecondaryAndZeroEndsThat(MayflyServer server, MayflyClock clock) {
        try (MongoClient client = direct(server)) {
            assertEquals(95, code(() -> admin(client, "{replSetFreeze: 60}")));
            admin(client, "{replSetStepDown: 20}");
            admin(client, "{replSetFreeze: 60}");
            clock.advance(Duration.ofSeconds(30));
            assertFalse(admin(client, "{hello: 1}").getBoolean("isWritablePrimary"));
            admin(client, "{replSetFreeze: 0}");
            assertTrue(admin(client, "{hello: 1}").getBoolean("isWritablePrimary"));
        }
    }
}
