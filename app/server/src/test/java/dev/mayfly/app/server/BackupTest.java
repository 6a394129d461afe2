package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.base.clock.ClockGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class BackupTest {
    private static final Restore.Progress UNSEEN = (_, _) -> {};

    @TempDir
    Path folder;

    @Test
    void aRestoredServerHasWhatTheRunningOneHad() throws Exception {
        try (ServerFixture fixture = virtual("data")) {
            Demo.load(fixture.server.engine());
            JsonNode first = backup(fixture, "nightly");
            assertEquals("done", first.path("state").asString(), first.toString());
            assertEquals(1, first.path("result").path("number").asInt());
            fixture.post("/api/v1/clock/advance?by=30s");
            JsonNode second = backup(fixture, "nightly");
            assertEquals(2, second.path("result").path("number").asInt());
            JsonNode kept = fixture.get("/api/v1/backups?folder=nightly").json().path("items");
            assertEquals(2, kept.size());
            assertEquals("2026-01-01T00:00:30Z", kept.get(1).path("madeAt").asString());
        }
        Path backups = folder.resolve("data-backups/nightly");
        Restore.Outcome first =
                Restore.run(backups.resolve("000001"), folder.resolve("first"), Restore.Expiry.KEEP, UNSEEN);
        assertEquals(2_099, first.live());
        assertEquals(1, first.expired());
        Restore.Outcome second = Restore.run(backups, folder.resolve("second"), Restore.Expiry.KEEP, UNSEEN);
        assertEquals(2_039, second.live());
        try (ServerFixture restored = fixture("second", Map.of(Setting.CLOCK, "virtual"))) {
            JsonNode status = restored.get("/api/v1/status").json();
            assertEquals(2_039, status.path("documents").path("live").asInt(), status.toString());
            assertEquals(
                    "2026-01-01T00:00:30Z",
                    status.path("clock").path("now").path("iso").asString());
        }
        assertTrue(FolderCheck.run(folder.resolve("first"), false).isClean());
        assertTrue(FolderCheck.run(folder.resolve("second"), false).isClean());
    }

    @Test
    void restoredDocumentsThatHaveExpiredAreDestroyedOrHeldOrDropped() throws Exception {
        try (ServerFixture fixture = virtual("data")) {
            Demo.load(fixture.server.engine());
            fixture.post("/api/v1/ttl/pause");
            fixture.post("/api/v1/clock/advance?by=30s");
            backup(fixture, ".");
        }
        assertEquals(61, restored("keep", Restore.Expiry.KEEP).expired());
        assertEquals(61, restored("hold", Restore.Expiry.HOLD).expired());
        Restore.Outcome dropped = restored("drop", Restore.Expiry.DROP);
        assertEquals(61, dropped.dropped());
        assertEquals(0, dropped.expired());
        assertEquals(0, hiddenAfterAMinute("keep"));
        assertEquals(0, hiddenAfterAMinute("drop"));
        assertEquals(61 + 60 + 30 + 1, hiddenAfterAMinute("hold"));
        try (ServerFixture held = fixture("hold", Map.of(Setting.CLOCK, "virtual"))) {
            for (String name : new String[] {"codes", "sessions", "events"}) {
                String hold = "/api/v1/collections/mongo/demo/" + name + "/holds/" + Restore.HOLD;
                assertEquals(200, held.send("DELETE", hold, "", Map.of()).status(), name);
            }
            held.post("/api/v1/clock/advance?by=1s");
            assertEquals(0, hidden(held));
        }
    }

    private Restore.Outcome restored(String name, Restore.Expiry expiry) throws StartupException {
        return Restore.run(folder.resolve("data-backups"), folder.resolve(name), expiry, UNSEEN);
    }

    private long hiddenAfterAMinute(String name) throws Exception {
        try (ServerFixture fixture = fixture(name, Map.of(Setting.CLOCK, "virtual"))) {
            fixture.post("/api/v1/clock/advance?by=1m");
            return hidden(fixture);
        }
    }

    private static long hidden(ServerFixture fixture) throws Exception {
        return fixture.get("/api/v1/status")
                .json()
                .path("documents")
                .path("hidden")
                .asLong();
    }

    @Test
    void anOldMarkIsNoReasonToSuspectTheClock() throws Exception {
        Path backups = folder.resolve("data-backups");
        long last;
        try (ServerFixture fixture = real("data")) {
            backup(fixture, ".");
            last = fixture.server.engine().lastVersion();
        }
        Restore.run(backups, folder.resolve("restored"), Restore.Expiry.KEEP, UNSEEN);
        try (ServerFixture restored = real("restored")) {
            assertNotEquals(
                    ClockGuard.State.SUSPECT, restored.server.engine().clock().state());
            assertTrue(restored.server.engine().lastVersion() > last + 1_000_000_000, "versions are not given twice");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../elsewhere", "a/../../b", "/etc", "link", "link/below", "file", "a\u0000b"})
    void noBackupIsWrittenElsewhere(String name) throws Exception {
        Path root = folder.resolve("data-backups");
        Files.createDirectories(root);
        Files.createSymbolicLink(root.resolve("link"), Files.createDirectory(folder.resolve("target")));
        Files.writeString(root.resolve("file"), "in the way");
        try (ServerFixture fixture = virtual("data")) {
            Answer refused =
                    fixture.send("POST", "/api/v1/backups", "{\"folder\": \"" + escaped(name) + "\"}", Map.of());
            assertEquals(400, refused.status(), refused.body());
        }
    }

    private static String escaped(String name) {
        return name.replace("\u0000", "\\u0000");
    }

    @Test
    void aServerInMemoryRefuses() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Answer refused = fixture.post("/api/v1/backups?folder=x");
            assertEquals(409, refused.status());
            assertEquals("unsupported", refused.error());
        }
    }

    @Test
    void damageIsFoundByVerifyingAndStopsARestore() throws Exception {
        try (ServerFixture fixture = virtual("data")) {
            Demo.load(fixture.server.engine());
            backup(fixture, ".");
            Path damaged = folder.resolve("data-backups/000001/CURRENT");
            flip(damaged);
            JsonNode verified = ended(fixture, fixture.post("/api/v1/backups/verify"));
            assertEquals("failed", verified.path("state").asString());
            assertTrue(verified.path("error").asString().contains(damaged.toString()), verified.toString());
        }
        StartupException refusal = assertThrows(
                StartupException.class,
                () -> Restore.run(folder.resolve("data-backups"), folder.resolve("new"), Restore.Expiry.KEEP, UNSEEN));
        assertTrue(String.valueOf(refusal.getMessage()).contains("damaged file"), refusal::toString);
    }

    private static void flip(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[0] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void aRunningServerIsChecked() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            JsonNode checked = ended(fixture, fixture.post("/api/v1/check"));
            assertEquals("done", checked.path("state").asString(), checked.toString());
            assertEquals(2_100, checked.path("result").path("documents").asInt());
            assertEquals(0, checked.path("result").path("found").asInt(), checked.toString());
        }
    }

    @Test
    void operationsThatDoNotExistAreRefused() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(404, fixture.get("/api/v1/operations/7").status());
            assertEquals(
                    404,
                    fixture.send("DELETE", "/api/v1/operations/x", "", Map.of()).status());
            assertEquals(
                    0, fixture.get("/api/v1/operations").json().path("items").size());
        }
    }

    private static JsonNode backup(ServerFixture fixture, String name) throws Exception {
        return ended(fixture, fixture.post("/api/v1/backups?folder=" + name));
    }

    private static JsonNode ended(ServerFixture fixture, Answer begun) throws Exception {
        assertEquals(202, begun.status(), begun.body());
        JsonNode operation = begun.json();
        while (operation.path("state").asString().equals("running")) {
            operation = fixture.get(
                            "/api/v1/operations/" + begun.json().path("id").asString())
                    .json();
        }
        return operation;
    }

    private ServerFixture virtual(String name) throws Exception {
        return fixture(name, Map.of(Setting.CLOCK, "virtual@" + ServerFixture.START));
    }

    private ServerFixture real(String name) throws Exception {
        return fixture(name, Map.of());
    }

    private ServerFixture fixture(String name, Map<Setting, String> flags) throws Exception {
        Map<Setting, String> all = new EnumMap<>(Setting.class);
        all.putAll(flags);
        all.put(Setting.DATA, folder.resolve(name).toString());
        return new ServerFixture(all);
    }
}
