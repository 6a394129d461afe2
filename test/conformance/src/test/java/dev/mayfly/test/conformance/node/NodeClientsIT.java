package dev.mayfly.test.conformance.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts with clients from npm print what they print against MongoDB; the same for the shell. */
@MayflyTest
@Fresh
final class NodeClientsIT {
    private static final String SHELL = "node_modules/mongosh/bin/mongosh.js";

    @TempDir
    private Path home = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    @ParameterizedTest
    @ValueSource(strings = {"driver", "mongoose", "sessions", "compass", "jobs"})
    void scriptPrintsWhatIsExpected(String script, MayflyServer server) {
        assertPrints(script, server.connectionString(FaceName.MONGO), server.connectionString(FaceName.ADMIN));
    }

    @Test
    void encryptedConnectionStringIsPastedAsItIs() throws Exception {
        try (MayflyServer server = start(Setting.TLS, "auto")) {
            String admin = server.connectionString(FaceName.ADMIN).replace("https:", "http:");
            assertPrints("driver", server.connectionString(FaceName.MONGO), admin);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"streams", "transactions"})
    void scriptPrintsWhatIsExpectedOfAReplicaSet(String script) throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY,
                "true",
                Setting.MONGO_REPLSET,
                "rs0",
                Setting.CLOCK,
                "virtual@2026-01-01T00:00:00Z",
                Setting.MONGO_PORT,
                "0",
                Setting.FACES,
                "mongo,admin",
                Setting.ADMIN_PORT,
                "0");
        try (MayflyServer server = MayflyServer.start(ConfigReader.read(flags, Map.of(), null))) {
            assertPrints(script, server.connectionString(FaceName.MONGO), server.connectionString(FaceName.ADMIN));
        }
    }

    @Test
    void replicaSetOfOneServesTransactionsAndChangeStreams() throws Exception {
        try (MayflyServer server = start(Setting.MONGO_REPLSET, "rs0")) {
            assertPrints("replica", server.connectionString(FaceName.MONGO), server.connectionString(FaceName.ADMIN));
        }
    }

    private static MayflyServer start(Setting setting, String value) throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY,
                "true",
                setting,
                value,
                Setting.CLOCK,
                "virtual@2026-01-01T00:00:00Z",
                Setting.MONGO_PORT,
                "0",
                Setting.FACES,
                "mongo,admin",
                Setting.ADMIN_PORT,
                "0");
        return MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
    }

    private void assertPrints(String script, String mongo, String admin) {
        Outcome outcome = NodeClients.node(home, script + ".mjs", mongo, admin);
        assertEquals(NodeClients.expected(script), outcome.printed());
        assertEquals(0, outcome.exitCode());
    }

    @Test
    void shellRunsAScript(MayflyServer server) throws Exception {
        Outcome outcome = shell(server, "", "--quiet", "--file", "shell.js");
        assertEquals(NodeClients.expected("shell"), outcome.printed());
        assertEquals(0, outcome.exitCode());
    }

    @Test
    void shellGreetsAndAnswersWhatIsTyped(MayflyServer server) throws Exception {
        String typed = "db.carts.insertOne({_id: 1})\nshow dbs\nshow collections\nexit\n";
        Outcome outcome = shell(server, typed);
        assertEquals(0, outcome.exitCode(), outcome.printed());
        assertTrue(outcome.printed().matches("(?s).*Using MongoDB:\\s+7\\.0.*"), outcome.printed());
        assertTrue(outcome.printed().matches("(?s).*test +[0-9.]+ [KM]?i?B\\n.*"), outcome.printed());
        assertTrue(outcome.printed().contains("carts\n"), outcome.printed());
    }

    private Outcome shell(MayflyServer server, String typed, String... arguments) throws IOException {
        Path settings = Files.createDirectories(home.resolve(".mongodb/mongosh"));
        Files.writeString(settings.resolve("config"), "{\"enableTelemetry\": false}");
        List<String> line = new ArrayList<>(List.of(SHELL, server.connectionString(FaceName.MONGO)));
        line.addAll(List.of(arguments));
        return NodeClients.node(home, line, typed);
    }
}
