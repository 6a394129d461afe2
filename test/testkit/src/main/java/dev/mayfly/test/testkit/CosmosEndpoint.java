package dev.mayfly.test.testkit;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;

/**
 * Where clients of Azure Cosmos DB find a server, and the key by which they sign.
 *
 * @param http the address without encryption; the SDK for Java takes it only where the system property
 *     {@code COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED} is true
 * @param https the same port with encryption, by a certificate that nobody has signed
 */
public record CosmosEndpoint(String http, String https, String key) {
    /** Of a server whose cosmos face listens. */
    public static CosmosEndpoint of(MayflyServer server) {
        String connection = server.connectionString(FaceName.COSMOS);
        String https = part(connection, "AccountEndpoint=");
        return new CosmosEndpoint(https.replaceFirst("^https:", "http:"), https, part(connection, "AccountKey="));
    }

    private static String part(String connection, String name) {
        int from = connection.indexOf(name) + name.length();
        return connection.substring(from, connection.indexOf(';', from));
    }
}
