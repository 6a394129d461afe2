package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "'', 2",
        "fly, 2",
        "ttl, 2",
        "clock, 2",
        "status --nonsense, 2",
        "ttl explain nodot 1, 2",
        "status --url http://127.0.0.1:1, 5",
        "ttl set, 2",
        "completion tcsh, 2",
        "cluster --nodes 10, 2",
        "cluster --cassandra-nodes 0, 2",
        "cluster --cassandra-nodes 10, 2",
        "cluster --kv-port 65536, 2",
        "cluster, 2",
        "-o json --url http://127.0.0.1:1 status, 5",
        "status --url nowhere, 2",
        "status --url http://, 2",
        "status --profile nobody, 78",
        "serve --durability maybe, 78",
        "serve --bind 0.0.0.0, 78",
        "serve --kv-port many, 78"
    })
    void failuresHaveTheirExitCode(String command, int exitCode) {
        assertEquals(exitCode, run(command.isEmpty() ? new String[0] : command.split(" ")), err.toString());
        assertTrue(!err.toString().isBlank(), "nothing was said");
    }

    @Test
    void misspelledCommandIsToldWhatMayBeMeant() {
        assertEquals(2, run("statsu"));
        assertTrue(err.toString().contains("there is no command statsu; did you mean \"status\"?"), err.toString());
        assertEquals(2, run("ls", "--outpu", "json"));
        assertTrue(err.toString().contains("there is no option --outpu; did you mean \"--output\"?"), err.toString());
        assertEquals(2, run("ls", "-o", "yaml"));
        assertTrue(err.toString().contains("--output: it is one of table, json, jsonl, csv, not yaml"), err.toString());
        assertEquals(2, run("ls", "--limit", "many"));
        assertTrue(err.toString().contains("'--limit': 'many' is no whole number"), err.toString());
    }

    @Test
    void versionAndCompletionArePrinted() {
        assertEquals(0, run("version"));
        assertTrue(out.toString().startsWith("mayfly "), out.toString());
        assertEquals(0, run("completion"));
        assertTrue(out.toString().contains("complete "), out.toString());
        assertEquals(0, run("completion", "fish"));
        assertTrue(
                out.toString()
                        .contains("complete -c mayfly -n '__fish_seen_subcommand_from ttl; and not"
                                + " __fish_seen_subcommand_from show set unset explain doctor undo pause resume' -a"
                                + " 'undo' -d 'Take the last change"),
                out.toString());
    }

    @Test
    void clockAndExplainTalkToTheServer() throws Exception {
        try (MayflyServer server = start("virtual@2026-01-01T00:00:00Z")) {
            Demo.load(server.engine());
            assertEquals(0, at(server, "ttl", "explain", "demo.codes", "30"));
            assertTrue(
                    out.toString().startsWith("It expires at 2026-01-01T00:00:30Z by index expiresAt_1."),
                    out.toString());
            assertEquals(0, at(server, "clock", "advance", "30s", "-o", "json"));
            assertEquals(
                    "2026-01-01T00:00:30Z",
                    new JsonMapper()
                            .readTree(out.toString())
                            .path("now")
                            .path("iso")
                            .asString());
            assertEquals(4, at(server, "ttl", "explain", "demo.codes", "30"));
            assertEquals(4, at(server, "ttl", "explain", "demo.codes", "no such word"));
            assertEquals(2, at(server, "clock", "set", "2020-01-01T00:00:00Z"));
            assertTrue(err.toString().contains("time never runs back"), err.toString());
            assertEquals(0, at(server, "ttl", "pause"));
            assertTrue(server.engine().sweeper().isPaused());
            assertEquals(0, at(server, "ttl", "resume"));
            assertEquals(0, at(server, "status", "--watch", "1ms", "--count", "2"));
            assertTrue(out.toString().contains("sweeper      ok, backlog 0"), out.toString());
        }
    }

    @Test
    void aServerThatIsAloneIsTheOnlyNode() throws Exception {
        try (MayflyServer server = start("virtual@2026-01-01T00:00:00Z")) {
            assertEquals(0, at(server, "nodes"), err.toString());
            assertTrue(out.toString().contains("127.0.0.1 (this one)"), out.toString());
            assertTrue(out.toString().contains("mongo 127.0.0.1:" + server.port(FaceName.MONGO)), out.toString());
            assertEquals(0, at(server, "nodes", "-o", "json"), err.toString());
            JsonNode nodes = new JsonMapper().readTree(out.toString());
            assertEquals(1, nodes.size(), out.toString());
            assertTrue(nodes.get(0).path("isSelf").asBoolean());
            assertTrue(nodes.get(0).path("offsetMillis").isNull());
        }
    }

    @Test
    void aLargeFileIsImportedByOneOperation(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("large.jsonl");
        StringBuilder lines = new StringBuilder();
        for (int id = 0; id < 300; id++) {
            lines.append("{\"document\":{\"_id\":")
                    .append(id)
                    .append(",\"text\":\"")
                    .append("x".repeat(10_000))
                    .append("\"}}\n");
        }
        Files.writeString(file, lines);
        try (MayflyServer server = start("virtual@2026-01-01T00:00:00Z")) {
            assertEquals(0, at(server, "import", "demo.large", file.toString()), err.toString());
            assertTrue(out.toString().startsWith("Imported 300 documents."), out.toString());
            URI operations = URI.create("http://127.0.0.1:" + server.port(FaceName.ADMIN) + "/api/v1/operations");
            try (HttpClient client = HttpClient.newHttpClient()) {
                HttpRequest request = HttpRequest.newBuilder(operations).build();
                JsonNode all = new JsonMapper()
                        .readTree(client.send(request, HttpResponse.BodyHandlers.ofString())
                                .body())
                        .path("items");
                assertEquals(1, all.size(), all.toString());
                JsonNode only = all.get(0);
                assertEquals("done", only.path("state").asString());
                assertEquals(Files.size(file), only.path("done").asLong());
                assertEquals(Files.size(file), only.path("total").asLong());
                assertEquals(300, only.path("result").path("written").asInt());
            }
            assertTrue(Files.notExists(folder.resolve("large.jsonl.import")));
        }
    }

    @Test
    void aDumpThatBrokeOffGoesOnBehindItsLastWholeDocument(@TempDir Path folder) throws Exception {
        try (MayflyServer server = start("virtual@2026-01-01T00:00:00Z")) {
            Demo.load(server.engine());
            assertEquals(0, at(server, "export", "demo.codes", "--dump", folder.toString()), err.toString());
            Path whole = folder.resolve("demo").resolve("codes.bson");
            byte[] bytes = Files.readAllBytes(whole);
            for (int left : new int[] {bytes.length / 2, 3, 0}) {
                Files.delete(whole);
                Files.write(folder.resolve("demo").resolve("codes.bson.part"), Arrays.copyOf(bytes, left));
                assertEquals(0, at(server, "export", "demo.codes", "--dump", folder.toString(), "--resume"));
                assertArrayEquals(bytes, Files.readAllBytes(whole), "with " + left + " bytes left");
            }
            assertTrue(Files.notExists(folder.resolve("demo").resolve("codes.bson.part")));
        }
    }

    @Test
    void systemClockIsNotWound() throws Exception {
        try (MayflyServer server = start("system")) {
            assertEquals(3, at(server, "clock", "advance", "1s"));
            assertTrue(err.toString().contains("--clock virtual"), err.toString());
            assertEquals(0, at(server, "clock", "now"));
        }
    }

    @Test
    void certificateOfTheServerIsTrustedIfAskedTo(@TempDir Path folder) throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.DATA,
                folder.toString(),
                Setting.MONGO_PORT,
                "0",
                Setting.FACES,
                "mongo,admin",
                Setting.ADMIN_PORT,
                "0",
                Setting.TLS,
                "auto");
        try (MayflyServer server = MayflyServer.start(ConfigReader.read(flags, Map.of(), null))) {
            String url = "https://localhost:" + server.port(FaceName.ADMIN);
            String certificate = folder.resolve("certificate.pem").toString();
            assertEquals(0, run("clock", "now", "--url", url, "--cacert", certificate), err.toString());
            assertEquals(5, run("clock", "now", "--url", url));
            assertEquals(
                    2,
                    run(
                            "clock",
                            "now",
                            "--url",
                            url,
                            "--cacert",
                            folder.resolve("none").toString()));
        }
    }

    @Test
    void folderOfAVirtualClockIsRefusedOnTheSystemClock(@TempDir Path folder) throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.DATA, folder.toString(),
                Setting.MONGO_PORT, "0",
                Setting.FACES, "mongo,admin",
                Setting.ADMIN_PORT, "0",
                Setting.CLOCK, "virtual@2030-01-01T00:00:00Z");
        MayflyServer.start(ConfigReader.read(flags, Map.of(), null)).close();
        assertEquals(
                78,
                run(
                        "serve",
                        "--data",
                        folder.toString(),
                        "--mongo-port",
                        "0",
                        "--face",
                        "mongo,admin",
                        "--http-port",
                        "0"));
        assertTrue(err.toString().contains("lives on a virtual clock, at 2030-01-01T00:00:00Z"), err.toString());
        assertEquals(0, run("check", folder.toString()), err.toString());
        assertTrue(out.toString().contains("nothing wrong"), out.toString());
        assertEquals(4, run("check", folder.resolve("none").toString()));
        assertTrue(err.toString().contains("there is no folder"), err.toString());
    }

    private static MayflyServer start(String clock) throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY, "true",
                Setting.MONGO_PORT, "0",
                Setting.FACES, "mongo,admin",
                Setting.ADMIN_PORT, "0",
                Setting.CLOCK, clock);
        return MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
    }

    private int at(MayflyServer server, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.add("--url");
        arguments.add("http://127.0.0.1:" + server.port(FaceName.ADMIN));
        return run(arguments.toArray(String[]::new));
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Terminal nobody = Terminal.none(InputStream.nullInputStream());
        return Mayfly.run(new PrintWriter(out, true), new PrintWriter(err, true), nobody, arguments);
    }
}
