package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import dev.mayfly.test.testkit.CosmosEndpoint;
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

/** The program by which the guide to migrating writes the items of an account as lines; an import of them keeps their lifetimes. */
@Fresh
@MayflyTest(faces = {MayflyFace.COSMOS, MayflyFace.ADMIN})
final class AccountLinesIT {
    private static final String CARTS = "/api/v1/collections/cosmos/shop/carts";
    private static final String COPY = "/api/v1/collections/cosmos/copies/carts";
    private static final String CONTAINER = "{\"ttl\": \"1h\", \"partitionKey\": [\"/user\"]}";

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

    /** Returns the ids of a list, which begin with the partition key, with their deadlines. */
    private static String deadlines(MayflyServer server, String collection) throws Exception {
        String list = send(server, "GET", collection + "/documents?order=key", "");
        return Pattern.compile("\"id\":\"\\[(?:[^\"\\\\]|\\\\.)*\"|\"deadline\":\\{[^}]*}")
                .matcher(list)
                .results()
                .map(found -> found.group() + "\n")
                .reduce("", String::concat);
    }

    @Test
    void itemsBecomeLinesThatAreImportedWithTheirLifetimes(CosmosEndpoint endpoint, MayflyServer server)
            throws Exception {
        send(server, "PUT", CARTS, CONTAINER);
        send(server, "POST", CARTS + "/documents", "{\"id\": \"c1\", \"user\": \"ann\"}");
        send(server, "POST", CARTS + "/documents", "{\"id\": \"c2\", \"user\": \"ann\", \"ttl\": 600}");
        send(server, "POST", CARTS + "/documents", "{\"id\": \"c3\", \"user\": \"ben\", \"ttl\": -1}");
        server.virtualClock().orElseThrow().advance(Duration.ofMinutes(5));
        String program = PageExamples.of(Path.of("../../docs/guides/migrating.md")).stream()
                .map(Block::text)
                .filter(text -> text.contains("@azure/cosmos"))
                .findFirst()
                .orElseThrow();
        String account = "'AccountEndpoint=" + endpoint.http() + ";AccountKey=" + endpoint.key() + "'";
        Outcome lines = NodeClients.program(
                home, program.replace("process.env.ACCOUNT", account), server.connectionString(FaceName.ADMIN));
        assertEquals(0, lines.exitCode(), lines.printed());
        send(server, "PUT", COPY, CONTAINER);
        String outcome = send(server, "POST", COPY + "/import", lines.printed());
        assertTrue(outcome.contains("\"written\":3"), outcome);
        assertEquals(deadlines(server, CARTS), deadlines(server, COPY));
    }
}
