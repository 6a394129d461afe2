package dev.mayfly.test.conformance.cast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.NodeClients;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The moving picture of the README shows what mongosh and mayfly print when they are run, which is done here. It is written
 * by -Dgolden.rewrite=true.
 */
final class CastIT {
    private static final Path PICTURE = Path.of("../../docs/images/cast.svg");
    private static final String SHELL = "node_modules/mongosh/bin/mongosh.js";

    private static final String PROMPT = "shop>";
    private static final String ALICE = "db.sessions.findOne({ _id: 'alice' })";

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    @Test
    void pictureShowsWhatARunPrints() throws Exception {
        String drawn;
        try (MayflyServer server = start()) {
            drawn = CastSvg.of(
                    List.of(
                            "mongosh mongodb://127.0.0.1:27017/shop",
                            "mayfly serve --clock virtual@2026-01-01T00:00:00Z"),
                    "A session that lives for five seconds is inserted with mongosh. mayfly clock advance 5s, and it is"
                            + " gone; mayfly watch prints the event.",
                    scenes(server));
        }
        if (System.getProperty("golden.rewrite") != null) {
            Files.writeString(PICTURE, drawn, StandardCharsets.UTF_8);
        }
        String kept = Files.readString(PICTURE, StandardCharsets.UTF_8);
        assertEquals(normal(drawn), normal(kept), "run this with -Dgolden.rewrite=true, and look at the picture");
    }

    @Test
    void pictureNeedsNothingBesideIt() throws IOException {
        String svg = Files.readString(PICTURE, StandardCharsets.UTF_8);
        for (String word : List.of("<script", "<image", "url(", "@import", "href", "@font-face", "onload")) {
            assertFalse(svg.contains(word), word);
        }
        assertTrue(svg.contains("prefers-reduced-motion"), svg);
        assertTrue(svg.contains("prefers-color-scheme: dark"), svg);
    }

    private static MayflyServer start() throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY, "true",
                Setting.CLOCK, "virtual@2026-01-01T00:00:00Z",
                Setting.FACES, "mongo,admin",
                Setting.MONGO_PORT, "0",
                Setting.ADMIN_PORT, "0");
        return MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
    }

    private List<Scene> scenes(MayflyServer server) throws Exception {
        List<Scene> scenes = new ArrayList<>();
        scenes.add(shell(server, "db.sessions.createIndex({ seen: 1 }, { expireAfterSeconds: 5 })", false));
        scenes.add(shell(server, "db.sessions.insertOne({ _id: 'alice', seen: ISODate('2026-01-01') })", false));
        scenes.add(shell(server, ALICE, false));
        scenes.add(mayfly(server, false, "clock", "advance", "5s"));
        scenes.add(shell(server, ALICE, true));
        scenes.add(mayfly(server, true, "watch", "shop.sessions", "--from", "oldest"));
        return scenes;
    }

    private Scene shell(MayflyServer server, String statement, boolean isTheEnd) throws IOException {
        Path settings = Files.createDirectories(folder.resolve(".mongodb/mongosh"));
        Files.writeString(settings.resolve("config"), "{\"enableTelemetry\": false}");
        String url = server.connectionString(FaceName.MONGO).replace("/?", "/shop?");
        NodeClients.Outcome outcome = NodeClients.node(folder, List.of(SHELL, url, "--quiet", "--eval", statement), "");
        assertEquals(0, outcome.exitCode(), outcome.printed());
        return Scene.of(0, PROMPT, statement, outcome.printed(), CastSvg.COLUMNS, isTheEnd);
    }

    /** Of what watches for ever, the first line. */
    private Scene mayfly(MayflyServer server, boolean isTheEnd, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mayfly.app.cli.Mayfly"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile());
        builder.environment().put("MAYFLY_URL", server.connectionString(FaceName.ADMIN));
        Process process = builder.start();
        try {
            String line = process.inputReader(StandardCharsets.UTF_8).readLine();
            assertTrue(line != null, () -> String.join(" ", words) + " printed nothing");
            String shown = "mayfly " + String.join(" ", words);
            return Scene.of(1, "$", shown, String.valueOf(line), CastSvg.COLUMNS, isTheEnd);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Tokens and versions count all that was ever written. */
    private static String normal(String svg) {
        return String.join("\n", CastSvg.texts(svg))
                .replaceAll("\"token\":\"[^\"]*\"", "\"token\":\"...\"")
                .replaceAll("\"version\":[0-9]+", "\"version\":1");
    }
}
