package dev.mayfly.app.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.cli.show.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TargetTest {
    private static final URI STAGING = URI.create("https://staging.example.com:8080");

    @TempDir
    private Path folder = Path.of("");

    private Map<String, String> profiles(String text) throws IOException {
        Path file = folder.resolve("mayfly").resolve("profiles.yaml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return Map.of("XDG_CONFIG_HOME", folder.toString(), "MAYFLY_URL", "http://variable:1", "MAYFLY_USER", "eve:x");
    }

    private Path secret(String permissions) throws IOException {
        Path file = folder.resolve("mayfly").resolve("staging.password");
        Files.writeString(file, "change me\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static CommandFailure refused(String profile, Map<String, String> environment) {
        return assertThrows(CommandFailure.class, () -> Target.of(null, null, null, profile, environment));
    }

    @Test
    void whatNobodySaysIsTheServerOfThisMachine() {
        assertEquals(
                new Target(URI.create("http://127.0.0.1:8080"), null, null),
                Target.of(null, null, null, null, Map.of()));
    }

    @Test
    void profileWinsOverVariablesAndOptionsOverBoth() throws IOException {
        Map<String, String> environment = profiles("""
                staging:
                  url: https://staging.example.com:8080
                  user: ann
                  password-file: staging.password
                  cacert: staging.pem
                """);
        secret("rw-------");
        Path certificates = folder.resolve("mayfly").resolve("staging.pem");
        assertEquals(
                new Target(STAGING, "ann:change me", certificates),
                Target.of(null, null, null, "staging", environment));
        assertEquals(
                new Target(URI.create("http://here:2"), "bob:y", Path.of("other.pem")),
                Target.of(URI.create("http://here:2"), "bob:y", Path.of("other.pem"), "staging", environment));
        assertEquals(
                new Target(URI.create("http://variable:1"), "eve:x", null),
                Target.of(null, null, null, null, environment));
    }

    @Test
    void variableNamesTheProfileToo() throws IOException {
        profiles("staging: {url: \"https://staging.example.com:8080\"}");
        Map<String, String> environment = Map.of(
                "MAYFLY_PROFILE",
                "staging",
                "MAYFLY_PROFILES",
                folder.resolve("mayfly").resolve("profiles.yaml").toString());
        assertEquals(new Target(STAGING, null, null), Target.of(null, null, null, null, environment));
    }

    @Test
    void secretsThatOthersMayReadAreRefused() throws IOException {
        Map<String, String> environment = profiles("staging: {user: ann, password-file: staging.password}");
        Path secret = secret("rw-r-----");
        CommandFailure failure = refused("staging", environment);
        assertEquals(78, failure.exitCode());
        assertTrue(String.valueOf(failure.getMessage()).contains("run: chmod 600 " + secret), failure.getMessage());

        Map<String, String> inside = profiles("staging: {user: ann, password: secret}");
        Path file = folder.resolve("mayfly").resolve("profiles.yaml");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertEquals(78, refused("staging", inside).exitCode());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals(
                "ann:secret", Target.of(null, null, null, "staging", inside).user());
    }

    @Test
    void mistakesAreToldWithTheirPlaceAndWhatMayBeMeant() throws IOException {
        Map<String, String> environment = profiles("staging:\n  uri: x\n  user: [a]\n");
        String told = String.valueOf(refused("staging", environment).getMessage());
        assertTrue(told.contains("profiles.yaml:2:3: unknown key \"staging.uri\"; did you mean \"url\"?"), told);
        assertTrue(told.contains("profiles.yaml:3:9: staging.user must be a text"), told);
        String unknown =
                String.valueOf(refused("stagin", profiles("staging: {}")).getMessage());
        assertTrue(unknown.contains("has no profile \"stagin\"; did you mean \"staging\"?"), unknown);
        String missing =
                String.valueOf(refused("any", Map.of("HOME", folder.toString())).getMessage());
        assertTrue(missing.contains(".config/mayfly/profiles.yaml cannot be read"), missing);
    }
}
