package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.couchbase.client.java.Cluster;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** After the metadata purge and a compaction, no file of the data folder holds anything of a document that is gone. */
final class NoTraceIT {
    private static final List<String> SECRETS = List.of(
            "expired-key-51f2",
            "expired-value-51f2",
            "deleted-key-77aa",
            "deleted-value-77aa",
            "dropped-key-90cc",
            "dropped-value-90cc");
    private static final Duration PURGE_INTERVAL = Duration.ofDays(3);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void nothingIsFoundInAnyFile(TestInfo test) throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.DATA, folder.toString()))) {
            try (Cluster cluster = server.connect();
                    Ground ground = Ground.of(server.server(), cluster, test);
                    Ground dropped = ground.sibling("")) {
                write(ground, "lives-key-1234", "lives-value-1234", 0);
                write(ground, "expired-key-51f2", "expired-value-51f2", 10);
                write(ground, "deleted-key-77aa", "deleted-value-77aa", 0);
                write(dropped, "dropped-key-90cc", "dropped-value-90cc", 0);
                assertFalse(found().isEmpty(), "what was written is in no file: the search is blind");
                ground.send(Frame.of(Frame.DELETE, "deleted-key-77aa")).require(Wire.OK);
                ground.rest()
                        .delete(ground.path() + "/scopes/_default/collections/" + dropped.name())
                        .require(200);
                ground.advance(Duration.ofMinutes(20));
                ground.advance(PURGE_INTERVAL);
                ground.compact();
                assertEquals(List.of(), found());
                ground.assertThere("lives-key-1234");
            }
        }
        assertEquals(List.of(), found());
    }

    @Test
    void nothingIsFoundAfterAPurgeIntervalThatIsShorterThanEventsAreKept(TestInfo test) throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.DATA, folder.toString()));
                Cluster cluster = server.connect();
                Ground ground = Ground.of(server.server(), cluster, test)) {
            ground.rest()
                    .post(
                            ground.path(),
                            "autoCompactionDefined",
                            "true",
                            "parallelDBAndViewCompaction",
                            "false",
                            "purgeInterval",
                            "0.04")
                    .require(200);
            write(ground, "expired-key-51f2", "expired-value-51f2", 10);
            ground.advance(Duration.ofMinutes(20));
            ground.compact();
            assertFalse(found().isEmpty(), "the tombstone is in no file: the search is blind");
            ground.advance(Duration.ofHours(1));
            ground.compact();
            assertEquals(List.of(), found());
        }
    }

    private static void write(Ground ground, String key, String value, long expiry) {
        ground.send(Frame.set(key, expiry, "{\"secret\":\"" + value + "\"}")).require(Wire.OK);
    }

    /** Which secret is in which file. */
    private List<String> found() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String content = new String(Files.readAllBytes(file), ISO_8859_1);
            SECRETS.stream()
                    .filter(content::contains)
                    .forEach(secret -> found.add(secret + " in " + folder.relativize(file)));
        }
        return found;
    }
}
