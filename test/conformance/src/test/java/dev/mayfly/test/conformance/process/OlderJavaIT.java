package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The test kit on a JDK 17, as its users run it: by JUnit 5 and by JUnit 6, with the server in a process of its own. */
@Tag("slow")
final class OlderJavaIT {
    private static final String TEST = """
        import static com.mongodb.client.model.Filters.eq;
        import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
        import static org.junit.jupiter.api.Assertions.*;

        import com.mongodb.client.*;
        import com.mongodb.client.model.*;
        import dev.mayfly.test.testkit.*;
        import java.time.*;
        import java.util.*;
        import java.util.concurrent.TimeUnit;
        import org.bson.Document;
        import org.bson.types.ObjectId;
        import org.junit.jupiter.api.Test;

        @MayflyTest(faces = {MayflyFace.MONGO, MayflyFace.COUCHBASE}, clock = "2026-01-01T00:00:00Z")
        class SessionTest {
            private static MongoCollection<Document> sessions(MongoClient client, String name) {
                MongoCollection<Document> sessions = client.getDatabase("app").getCollection(name);
                sessions.createIndex(Indexes.ascending("seen"), new IndexOptions().expireAfter(30L, TimeUnit.MINUTES));
                return sessions;
            }

            @Test
            void sessionEnds(MayflyServer server, MayflyClock clock, MongoClient client) {
                assertEquals(17, Runtime.version().feature());
                MongoCollection<Document> sessions = sessions(client, "ended");
                ObjectId id = new ObjectId();
                for (Object each : List.of(1, "1", id)) {
                    sessions.insertOne(new Document("_id", each).append("seen", Date.from(clock.now())));
                }
                clock.advance(Duration.ofMinutes(30).minusMillis(1));
                assertThat(server.events()).hasNotExpired("app.ended", 1);
                clock.advance(Duration.ofMillis(1));
                assertNull(sessions.find(eq("_id", 1)).first());
                Instant deadline = clock.now();
                for (Object each : List.of(1, "1", id)) {
                    assertThat(server.events())
                            .hasExpired("app.ended", each)
                            .withReason(ExpiryReason.FIELD)
                            .byRule("seen_1")
                            .atDeadline(deadline);
                }
                assertThat(server.events()).hasExpiredTimes("app.ended", 3);
            }

            @Test
            @Fresh
            @AtInstant("2027-01-01T00:00:00Z")
            void freshServerHasItsOwnClock(MayflyServer server, MayflyClock clock, MongoClient client) {
                assertEquals(Instant.parse("2027-01-01T00:00:00Z"), clock.now());
                assertEquals(clock.now(), clock.asClock().instant());
                MongoCollection<Document> sessions = sessions(client, "fresh");
                sessions.insertOne(new Document("_id", "a").append("seen", Date.from(clock.now())));
                assertEquals(Optional.of(Duration.ofMinutes(30)), server.timeLeft("mongo/app.fresh", "a"));
                assertEquals(Optional.empty(), server.explain("app.fresh", "b"));
                assertTrue(server.explain("app.fresh", "a").orElseThrow().why().contains("seen_1"));
                assertEquals(1, server.forecast("app.fresh", Duration.ofHours(1), Duration.ofMinutes(10)).within());
                assertEquals(clock.now().plusSeconds(1_800), server.waitForExpiry("app.fresh", "a"));
                assertEquals(Instant.parse("2027-01-01T00:30:00Z"), clock.now());
                assertThrows(IllegalStateException.class, () -> server.waitForExpiry("app.fresh", "a"));
                assertThrows(IllegalStateException.class, clock::advanceToNextExpiry);
                assertThrows(IllegalArgumentException.class, () -> clock.advanceTo(Instant.EPOCH));
                assertThrows(IllegalArgumentException.class, () -> server.explain("app.none", 1));
                assertThrows(IllegalArgumentException.class, () -> server.connectionString(MayflyFace.COSMOS));
            }

            @Test
            void endpointsAreKnown(CouchbaseEndpoint couchbase, MayflyServer server) {
                assertTrue(couchbase.connectionString().contains(":" + couchbase.kvPort() + "=kv"));
                assertNotEquals(couchbase.management(), couchbase.query());
                assertEquals(server.adminUrl().toString(), server.connectionString(MayflyFace.ADMIN));
            }
        }
        """;

    private static final String WAITING = """
        import dev.mayfly.test.testkit.*;

        class Waiting {
            public static void main(String[] arguments) throws Exception {
                MayflyServer server = MayflyServer.start();
                System.out.println(server.clock().now());
                System.in.read();
            }
        }
        """;

    @TempDir
    private Path folder = Path.of("");

    private Path java = Path.of("");

    @BeforeEach
    void findTheOlderJdk() throws IOException {
        Optional<Path> jdk = KitClassPath.oldestJdk();
        assumeTrue(jdk.isPresent(), "SKIPPED, NOT PASSED: there is no JDK 17 in /usr/lib/jvm");
        java = jdk.orElseThrow().resolve("bin/java");
    }

    private Path compile(String name, String source, String classPath) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        KitClassPath.OLDEST_JAVA,
                        "-proc:none",
                        "-cp",
                        classPath,
                        "-d",
                        classes.toString(),
                        file.toString());
        assertEquals(0, result, "the test does not compile for Java " + KitClassPath.OLDEST_JAVA);
        return classes;
    }

    @ParameterizedTest
    @ValueSource(strings = {KitClassPath.JUNIT_5, KitClassPath.JUNIT_6})
    void kitRunsOnJava17(String console) throws Exception {
        Path junit = KitClassPath.junit(console);
        Path classes = compile("SessionTest", TEST, KitClassPath.with(junit));
        ReleaseFolder release = ReleaseFolder.in(folder);
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-Dmayfly.home=" + release.home(),
                "-cp",
                KitClassPath.with(junit, classes),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--select-class",
                "SessionTest"));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> read(output));
        assertTrue(read(output).contains("3 tests successful"), () -> read(output));
        release.awaitEnd();
        assertEquals(2, release.starts(), "one for the class, one that is fresh");
    }

    /** With what runs servers in a newer JVM on its class path too: this one passes it over. */
    @Test
    void serverEndsWithATestThatIsKilled() throws Exception {
        Path embedded = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("/test/embedded/") || entry.contains("mayfly-embedded-"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
        Path classes = compile("Waiting", WAITING, KitClassPath.with());
        ReleaseFolder release = ReleaseFolder.in(folder);
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-Dmayfly.home=" + release.home(),
                        "-cp",
                        KitClassPath.with(classes, embedded),
                        "Waiting")
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("2026-01-01T00:00:00Z", output.readLine(), () -> read(folder.resolve("errors")));
            List<ProcessHandle> servers = release.servers();
            assertEquals(1, servers.size());
            process.destroyForcibly();
            servers.get(0).onExit().get(60, TimeUnit.SECONDS);
            assertFalse(servers.get(0).isAlive());
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }
}
