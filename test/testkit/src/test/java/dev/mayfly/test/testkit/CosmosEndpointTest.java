package dev.mayfly.test.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.FaceName;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

@MayflyTest(faces = FaceName.COSMOS)
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

    @Test
    void clientsNeedTheSdk(CosmosEndpoint endpoint) {
        IllegalStateException missing =
                assertThrows(IllegalStateException.class, () -> CosmosClients.create(endpoint, CosmosClients.CLIENT));
        assertTrue(String.valueOf(missing.getMessage()).contains("com.azure:azure-cosmos"));
    }
}
