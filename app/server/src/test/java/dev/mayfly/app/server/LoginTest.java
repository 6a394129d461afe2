package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.Setting;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LoginTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void nobodyLooksOrChangesWithoutLogin() throws Exception {
        try (ServerFixture fixture = closed()) {
            Answer refused = fixture.get("/api/v1/status");
            assertEquals(401, refused.status());
            assertEquals(
                    "Basic realm=\"mayfly\", charset=\"UTF-8\"",
                    refused.fields().get("WWW-Authenticate"));
            assertEquals(401, fixture.get("/metrics").status());
            assertEquals(401, fixture.post("/api/v1/ttl/pause").status());
            assertEquals(200, fixture.get("/health/live").status());
            assertEquals(401, get(fixture, "ann", "wrong"));
            assertEquals(401, get(fixture, "nobody", ""));
            assertEquals(200, get(fixture, "ann", "secret"));
        }
    }

    @Test
    void whoMayOnlyLookChangesNothing() throws Exception {
        try (ServerFixture fixture = closed()) {
            assertEquals(200, get(fixture, "bob", "secret too"));
            Answer refused = fixture.send("POST", "/api/v1/ttl/pause", "", login("bob", "secret too"));
            assertEquals(403, refused.status());
            assertEquals(
                    200,
                    fixture.send("POST", "/api/v1/ttl/pause", "", login("ann", "secret"))
                            .status());
        }
    }

    @Test
    void guessingIsTurnedAwayUnheard() throws Exception {
        try (ServerFixture fixture = closed()) {
            for (int tries = 0; tries < 10; tries++) {
                assertEquals(401, get(fixture, "ann", "guess " + tries));
            }
            assertEquals(429, get(fixture, "ann", "secret"));
            assertEquals(200, get(fixture, "bob", "secret too"));
        }
    }

    private ServerFixture closed() throws Exception {
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, """
            in-memory: true
            auth:
              mode: required
              users:
                - {name: ann, password: secret}
                - {name: bob, password: secret too, roles: [monitor]}
            faces: {enabled: [mongo, admin], mongo: {port: 0}, admin: {port: 0}}
            """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        ServerConfig config = ConfigReader.read(Map.of(Setting.CLOCK, "virtual"), Map.of(), file);
        return new ServerFixture(config);
    }

    private static int get(ServerFixture fixture, String name, String password) throws Exception {
        return fixture.send("GET", "/api/v1/status", "", login(name, password)).status();
    }

    private static Map<String, String> login(String name, String password) {
        byte[] credentials = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }
}
