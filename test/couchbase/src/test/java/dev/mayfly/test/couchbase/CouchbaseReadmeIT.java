package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.manager.collection.CollectionSpec;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import dev.mayfly.test.harness.SnippetCompiler;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows of the SDKs of Couchbase runs as it is printed. */
@Tag("slow")
@MayflyTest(faces = {MayflyFace.COUCHBASE, MayflyFace.ADMIN})
final class CouchbaseReadmeIT {
    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    private static String printed(String beginning, CouchbaseEndpoint endpoint) {
        return PageExamples.of(Path.of("../../README.md")).stream()
                .map(Block::text)
                .filter(text -> text.startsWith(beginning))
                .findFirst()
                .orElseThrow()
                .replace("couchbase://127.0.0.1", endpoint.connectionString());
    }

    @Test
    void collectionIsMadeAndASessionDies(CouchbaseEndpoint endpoint, MayflyServer server, MayflyClock clock)
            throws Exception {
        String program = "import couchbase from 'couchbase';\n" + printed("// couchbase for Node", endpoint)
                + "\nawait cluster.close();\n";
        Outcome outcome = NodeClients.program(folder, program, server.connectionString(FaceName.ADMIN));
        assertEquals(0, outcome.exitCode(), outcome.printed());

        String text = "import com.couchbase.client.java.*;\nimport com.couchbase.client.java.json.JsonObject;\n"
                + "import com.couchbase.client.java.kv.UpsertOptions;\nimport java.time.Duration;\n"
                + "public final class Writing {\npublic static Cluster write(JsonObject session) {\n"
                + printed("// java-client", endpoint) + "\nreturn cluster;\n}\n}\n";
        try (URLClassLoader loader = SnippetCompiler.compile(folder, "Writing", text);
                Cluster cluster = (Cluster) loader.loadClass("Writing")
                        .getMethod("write", JsonObject.class)
                        .invoke(null, JsonObject.create().put("user", "alice"))) {
            Collection sessions = cluster.bucket("default").defaultCollection();
            clock.advance(Duration.ofMinutes(30));
            assertTrue(sessions.exists("alice").exists());
            clock.advance(Duration.ofSeconds(1));
            assertFalse(sessions.exists("alice").exists());
            CollectionSpec carts = cluster.bucket("default").collections().getAllScopes().stream()
                    .flatMap(scope -> scope.collections().stream())
                    .filter(spec -> spec.name().equals("carts"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(Duration.ofDays(1), carts.maxExpiry());
        }
    }
}
