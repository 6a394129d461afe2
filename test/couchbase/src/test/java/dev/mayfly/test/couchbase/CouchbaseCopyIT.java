package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.app.cli.Mayfly;
import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A running cluster is copied by its query service. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class CouchbaseCopyIT {
    private static final int DOCUMENTS = 2_500;

    @Test
    void documentsComeWithTheirExpiry(Cluster cluster, CouchbaseEndpoint endpoint) throws Exception {
        Collection documents = cluster.bucket("default").defaultCollection();
        for (int i = 0; i < DOCUMENTS; i++) {
            documents.upsert("k" + i, i);
        }
        documents.upsert("short", "s", UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(60)));
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY, "true",
                Setting.FACES, "couchbase,admin",
                Setting.COUCHBASE_PORT, "0",
                Setting.KV_PORT, "0",
                Setting.QUERY_PORT, "0",
                Setting.ADMIN_PORT, "0",
                Setting.CLOCK, "virtual@2026-01-01T00:00:00Z");
        try (MayflyServer target = MayflyServer.start(ConfigReader.read(flags, Map.of(), null))) {
            assertEquals(0, mayfly(target, "import", "--from", address(endpoint), "default._default._default"));
            assertEquals(0, mayfly(target, "get", "couchbase/default/_default._default", "k2499"));
            assertEquals(0, mayfly(target, "get", "couchbase/default/_default._default", "short"));
            target.virtualClock().orElseThrow().advance(Duration.ofSeconds(61));
            assertEquals(4, mayfly(target, "get", "couchbase/default/_default._default", "short"));
            assertEquals(0, mayfly(target, "get", "couchbase/default/_default._default", "k0"));
            assertEquals(0, mayfly(target, "ls", "default._default._default", "--limit", "3000", "-o", "jsonl"));
            assertEquals(DOCUMENTS, said.toString().lines().count());
        }
    }

    private final StringWriter said = new StringWriter();

    private static String address(CouchbaseEndpoint endpoint) {
        return "couchbase://" + endpoint.user() + ":" + endpoint.password() + "@127.0.0.1:"
                + endpoint.management().getPort();
    }

    private int mayfly(MayflyServer target, String... words) {
        said.getBuffer().setLength(0);
        PrintWriter writer = new PrintWriter(said, true);
        String[] line = new String[words.length + 2];
        System.arraycopy(words, 0, line, 0, words.length);
        line[words.length] = "--url";
        line[words.length + 1] = target.connectionString(FaceName.ADMIN);
        return Mayfly.run(writer, writer, Terminal.none(InputStream.nullInputStream()), line);
    }
}
