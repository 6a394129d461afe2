package dev.mayfly.test.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class DriverClientsTest {
    private static final String CONNECTION = "AccountEndpoint=https://localhost:8081/;AccountKey=a2V5;";

    @Test
    void cosmosEndpointIsReadFromAConnectionString() {
        CosmosEndpoint endpoint = CosmosEndpoint.of(CONNECTION);
        assertEquals(
                new CosmosEndpoint("http://localhost:8081/", "https://localhost:8081/", "a2V5"),
                endpoint,
                "of " + CONNECTION);
    }

    @Test
    void missingDriversAreNamed() {
        IllegalStateException missing = assertThrows(
                IllegalStateException.class,
                () -> CosmosClients.create(CosmosEndpoint.of(CONNECTION), CosmosClients.CLIENT));
        assertTrue(String.valueOf(missing.getMessage()).contains("com.azure:azure-cosmos"));
    }
}
