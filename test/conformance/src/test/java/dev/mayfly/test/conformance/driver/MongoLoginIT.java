package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.ConnectionClosedEvent;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users who log in by SCRAM-SHA-256. */
final class MongoLoginIT {
    private static final int AUTHENTICATION_FAILED = 18;
    private static final int UNAUTHORIZED = 13;
    private static final int CONNECTIONS = 1_000;

    @TempDir
    private Path folder = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void prepare() throws Exception {
        file = folder.resolve("mayfly.yaml");
        Files.writeString(file, """
                auth:
                  mode: required
                  users:
                    - {name: root, password: "a root's pass:w@rd/", roles: [root]}
                """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private LocalServer start() throws Exception {
        return LocalServer.start(Map.of(Setting.DATA, folder.resolve("data").toString()), file);
    }

    private static MongoClient client(LocalServer server, String user, String password) {
        return MongoClients.create(server.settings("")
                .credential(MongoCredential.createScramSha256Credential(user, "admin", password.toCharArray()))
                .build());
    }

    private static MongoClient root(LocalServer server) {
        return client(server, "root", "a root's pass:w@rd/");
    }

    private static void createUser(MongoClient root, String name, String password, Document role) {
        root.getDatabase("admin")
                .runCommand(
                        new Document("createUser", name).append("pwd", password).append("roles", List.of(role)));
    }

    private static Document role(String role) {
        return new Document("role", role).append("db", "shop");
    }

    private static void assertRefused(MongoClient client) {
        MongoSecurityException refused = assertThrows(
                MongoSecurityException.class, () -> client.getDatabase("shop").runCommand(new Document("ping", 1)));
        MongoCommandException cause = assertInstanceOf(MongoCommandException.class, refused.getCause());
        assertEquals(AUTHENTICATION_FAILED, cause.getErrorCode());
        assertEquals("Authentication failed.", cause.getErrorMessage());
    }

    /** As many connections as a restarted application may open; see also ConnectionBurstTest. */
    @Test
    void thousandConnectionsOfOneAddressLogInAtOnce() throws Exception {
        CountDownLatch ready = new CountDownLatch(CONNECTIONS);
        AtomicInteger closed = new AtomicInteger();
        ConnectionPoolListener listener = new ConnectionPoolListener() {
            @Override
            public void connectionReady(ConnectionReadyEvent event) {
                ready.countDown();
            }

            @Override
            public void connectionClosed(ConnectionClosedEvent event) {
                closed.incrementAndGet();
            }
        };
        MongoCredential root =
                MongoCredential.createScramSha256Credential("root", "admin", "a root's pass:w@rd/".toCharArray());
        try (LocalServer server = start();
                MongoClient client = MongoClients.create(server.settings("")
                        .credential(root)
                        .applyToConnectionPoolSettings(pool -> pool.minSize(CONNECTIONS)
                                .maxSize(CONNECTIONS)
                                .maxConnecting(CONNECTIONS)
                                .addConnectionPoolListener(listener))
                        .build())) {
            client.getDatabase("shop").runCommand(new Document("ping", 1));
            assertTrue(ready.await(2, TimeUnit.MINUTES), ready.getCount() + " have not logged in");
            assertEquals(0, closed.get());
        }
    }

    @Test
    void connectionStringWorksOnceThePasswordIsFilledIn() throws Exception {
        try (LocalServer server = start()) {
            String pasted = server.connectionString().replace("PASSWORD", "a%20root%27s%20pass%3Aw%40rd%2F");
            try (MongoClient client = MongoClients.create(pasted)) {
                client.getDatabase("shop").getCollection("carts").insertOne(new Document("_id", 1));
                assertEquals(
                        1, client.getDatabase("shop").getCollection("carts").countDocuments());
            }
        }
    }

    @Test
    void createdUserLogsInAlsoAfterARestart() throws Exception {
        try (LocalServer server = start();
                MongoClient root = root(server)) {
            createUser(root, "ann", "pässwörd", role("readWrite"));
            try (MongoClient ann = client(server, "ann", "pässwörd")) {
                ann.getDatabase("shop").getCollection("carts").insertOne(new Document("_id", 1));
            }
        }
        try (LocalServer server = start();
                MongoClient ann = client(server, "ann", "pässwörd")) {
            assertEquals(1, ann.getDatabase("shop").getCollection("carts").countDocuments());
        }
    }

    @Test
    void wrongPasswordAndUnknownUserLookAlike() throws Exception {
        try (LocalServer server = start();
                MongoClient root = root(server)) {
            createUser(root, "ann", "right", role("readWrite"));
            try (MongoClient wrong = client(server, "ann", "wrong");
                    MongoClient unknown = client(server, "nobody", "right");
                    MongoClient ann = client(server, "ann", "right")) {
                assertRefused(wrong);
                assertRefused(unknown);
                assertEquals(
                        1.0,
                        ann.getDatabase("shop")
                                .runCommand(new Document("ping", 1))
                                .get("ok"));
            }
        }
    }

    @Test
    void whoHasNotLoggedInReadsNothing() throws Exception {
        try (LocalServer server = start();
                MongoClient stranger =
                        MongoClients.create("mongodb://127.0.0.1:" + server.port() + "/?directConnection=true")) {
            MongoCollection<Document> carts = stranger.getDatabase("shop").getCollection("carts");
            MongoCommandException read =
                    assertThrows(MongoCommandException.class, () -> carts.find().first());
            assertEquals(UNAUTHORIZED, read.getErrorCode());
            MongoCommandException written =
                    assertThrows(MongoCommandException.class, () -> carts.insertOne(new Document("_id", 1)));
            assertEquals(UNAUTHORIZED, written.getErrorCode());
        }
    }

    @Test
    void roleDecidesWhatAUserMayDo() throws Exception {
        try (LocalServer server = start();
                MongoClient root = root(server)) {
            createUser(root, "bob", "secret", role("read"));
            root.getDatabase("shop").getCollection("carts").insertOne(new Document("_id", 1));
            try (MongoClient bob = client(server, "bob", "secret")) {
                MongoDatabase shop = bob.getDatabase("shop");
                assertEquals(1, shop.getCollection("carts").countDocuments());
                MongoCommandException refused = assertThrows(
                        MongoCommandException.class,
                        () -> shop.getCollection("carts").insertOne(new Document("_id", 2)));
                assertEquals(UNAUTHORIZED, refused.getErrorCode());
            }
        }
    }

    @Test
    void changedPasswordCountsAndDroppedUserIsUnknown() throws Exception {
        try (LocalServer server = start();
                MongoClient root = root(server)) {
            createUser(root, "ann", "first", role("readWrite"));
            MongoDatabase admin = root.getDatabase("admin");
            admin.runCommand(new Document("updateUser", "ann").append("pwd", "second"));
            try (MongoClient old = client(server, "ann", "first");
                    MongoClient ann = client(server, "ann", "second")) {
                assertRefused(old);
                ann.getDatabase("shop").runCommand(new Document("ping", 1));
            }
            admin.runCommand(new Document("dropUser", "ann"));
            try (MongoClient ann = client(server, "ann", "second")) {
                assertRefused(ann);
            }
        }
    }
}
