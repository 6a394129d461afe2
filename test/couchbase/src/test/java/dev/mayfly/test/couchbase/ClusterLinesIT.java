package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program by which the guide to migrating writes the documents of a bucket as lines; an import of them keeps their lifetimes. */
@Fresh
@MayflyTest(faces = {MayflyFace.COUCHBASE, MayflyFace.ADMIN})
final class ClusterLinesIT {
    private static final String OLD = "/api/v1/collections/couchbase/default/_default._default";
    private static final String COPY = "/api/v1/collections/couchbase/copies/_default._default";

    @TempDir
    private Path home = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    private static String send(MayflyServer server, String method, String path, String body) throws Exception {
        URI uri = URI.create(server.connectionString(FaceName.ADMIN)).resolve(path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertTrue(answer.statusCode() < 300, answer.body());
            return answer.body();
        }
    }

    /** Returns the ids of a list with their deadlines. */
    private static String deadlines(MayflyServer server, String collection) throws Exception {
        String list = send(server, "GET", collection + "/documents?order=key", "");
        return Pattern.compile("\"id\":\"(?:[^\"\\\\]|\\\\.)*\"|\"deadline\":\\{[^}]*}")
                .matcher(list)
                .results()
                .map(found -> found.group() + "\n")
                .reduce("", String::concat);
    }

    @Test
    void documentsBecomeLinesThatAreImportedWithTheirLifetimes(CouchbaseEndpoint endpoint, MayflyServer server)
            throws Exception {
        send(server, "PUT", OLD + "/documents/k1?lifetime=10m", "{\"n\": 1}");
        send(server, "PUT", OLD + "/documents/k2", "{\"n\": 2}");
        server.virtualClock().orElseThrow().advance(Duration.ofMinutes(5));
        String program = PageExamples.of(Path.of("../../docs/guides/migrating.md")).stream()
                .map(Block::text)
                .filter(text -> text.contains("couchbase.connect"))
                .findFirst()
                .orElseThrow()
                .replace("process.env.ADDRESS", "'" + endpoint.connectionString() + "'")
                .replace("process.env.NAME", "'Administrator'")
                .replace("process.env.WORD", "'password'");
        Outcome lines = NodeClients.program(home, program, server.connectionString(FaceName.ADMIN));
        assertEquals(0, lines.exitCode(), lines.printed());
        send(server, "PUT", "/api/v1/databases/couchbase/copies", "{}");
        String outcome = send(server, "POST", COPY + "/import", lines.printed());
        assertTrue(outcome.contains("\"written\":2"), outcome);
        assertEquals(deadlines(server, OLD), deadlines(server, COPY));
    }
}
