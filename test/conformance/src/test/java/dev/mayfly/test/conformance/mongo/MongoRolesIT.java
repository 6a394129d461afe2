package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command, asked for by users of every role: what the manual allows is done, all else is 13 Unauthorized. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MongoRolesIT {
    private static final int UNAUTHORIZED = 13;
    private static final String PASSWORD = "secret";

    private MayflyServer server;
    private MongoClient root;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, """
            auth:
              mode: required
              users:
                - {name: chief, password: secret, roles: [root]}
            """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY,
                "true",
                Setting.MONGO_PORT,
                "0",
                Setting.FACES,
                "mongo,admin",
                Setting.ADMIN_PORT,
                "0");
        server = MayflyServer.start(ConfigReader.read(flags, Map.of(), file));
        root = client("chief");
        roles().forEach(this::createUser);
    }

    @AfterAll
    void stop() {
        root.close();
        server.close();
    }

    static Stream<String> roles() {
        return Stream.concat(RoleMatrix.OF_A_DATABASE.stream(), RoleMatrix.OF_THE_SERVER.stream());
    }

    private void createUser(String role) {
        String database = RoleMatrix.OF_A_DATABASE.contains(role) ? RoleMatrix.DATABASE : "admin";
        root.getDatabase("admin")
                .runCommand(new Document("createUser", "with " + role)
                        .append("pwd", PASSWORD)
                        .append("roles", List.of(new Document("role", role).append("db", database))));
    }

    private MongoClient client(String user) {
        return MongoClients.create(MongoClientSettings.builder()
                .applyToClusterSettings(
                        cluster -> cluster.hosts(List.of(new ServerAddress("127.0.0.1", server.port(FaceName.MONGO)))))
                .credential(MongoCredential.createScramSha256Credential(user, "admin", PASSWORD.toCharArray()))
                .build());
    }

    @ParameterizedTest
    @MethodSource("roles")
    void roleAllowsWhatTheManualSaysAndNothingElse(String role) {
        List<String> wrong = new ArrayList<>();
        try (MongoClient client = client("with " + role)) {
            for (RoleMatrix.Row row : RoleMatrix.ROWS) {
                boolean allowed = isAllowed(client, row, role);
                if (allowed != row.isAllowedTo(role)) {
                    wrong.add((allowed ? "allowed: " : "refused: ") + row.request());
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static boolean isAllowed(MongoClient client, RoleMatrix.Row row, String role) {
        try {
            client.getDatabase(row.database())
                    .runCommand(BsonDocument.parse(row.request().replace("ME", "with " + role)));
            return true;
        } catch (MongoCommandException refusal) {
            if (refusal.getErrorCode() == UNAUTHORIZED) {
                assertTrue(
                        refusal.getErrorMessage().startsWith("not authorized on " + row.database()),
                        refusal::getErrorMessage);
            }
            return refusal.getErrorCode() != UNAUTHORIZED;
        }
    }

    @Test
    void everyListedCommandIsInTheMatrix() {
        Document listed = root.getDatabase("admin")
                .runCommand(new Document("listCommands", 1))
                .get("commands", Document.class);
        assertEquals(new TreeSet<>(listed.keySet()), RoleMatrix.commands());
    }

    @Test
    void refusalShowsTheCommandAndNoPassword() {
        try (MongoClient reader = client("with read")) {
            Document create = new Document("createUser", "eve")
                    .append("pwd", "a planted secret")
                    .append("roles", List.of("read"));
            Refusal refusal =
                    Refusal.of(() -> reader.getDatabase(RoleMatrix.DATABASE).runCommand(create));
            assertTrue(
                    refusal.text()
                            .startsWith("not authorized on shop to execute command "
                                    + "{ createUser: \"eve\", pwd: \"xxx\", roles: [ \"read\" ], $db: \"shop\""),
                    refusal::text);
            assertFalse(refusal.text().contains("planted"));
        }
    }

    @Test
    void databasesAreListedToThoseWhoMayEnterThem() {
        root.getDatabase(RoleMatrix.DATABASE).getCollection("kept").insertOne(new Document());
        root.getDatabase("other").getCollection("kept").insertOne(new Document());
        try (MongoClient reader = client("with read");
                MongoClient monitor = client("with clusterMonitor")) {
            assertEquals(List.of("shop"), reader.listDatabaseNames().into(new ArrayList<>()));
            assertTrue(monitor.listDatabaseNames().into(new ArrayList<>()).containsAll(List.of("shop", "other")));
        }
    }

    @Test
    void privilegesAreShownToTheirOwner() {
        try (MongoClient reader = client("with read")) {
            Document told = reader.getDatabase("admin")
                    .runCommand(new Document("connectionStatus", 1).append("showPrivileges", true))
                    .get("authInfo", Document.class);
            assertEquals(
                    List.of(new Document("resource", new Document("db", "shop").append("collection", ""))
                            .append(
                                    "actions",
                                    List.of(
                                            "changeStream",
                                            "collStats",
                                            "dbStats",
                                            "find",
                                            "listCollections",
                                            "listIndexes",
                                            "listSearchIndexes"))),
                    told.getList("authenticatedUserPrivileges", Document.class));
        }
    }
}
