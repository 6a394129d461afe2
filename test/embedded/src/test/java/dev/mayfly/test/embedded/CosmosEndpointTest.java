package dev.mayfly.test.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

@MayflyTest(faces = MayflyFace.COSMOS)
final class CosmosEndpointTest {
    @Test
    void endpointIsWhereTheFaceListens(CosmosEndpoint endpoint) throws Exception {
        assertTrue(endpoint.https().startsWith("https://localhost:"));
        assertEquals(
                endpoint.https().substring("https".length()), endpoint.http().substring("http".length()));
        assertFalse(endpoint.key().isEmpty());
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest unsigned =
                    HttpRequest.newBuilder(URI.create(endpoint.http() + "dbs")).build();
            assertEquals(401, client.send(unsigned, BodyHandlers.ofString()).statusCode());
        }
    }
}
