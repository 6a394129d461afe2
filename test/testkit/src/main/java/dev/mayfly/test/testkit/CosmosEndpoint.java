package dev.mayfly.test.testkit;

/**
 * Where clients of Azure Cosmos DB find a server, and the key by which they sign.
 *
 * @param http the address without encryption; the SDK for Java takes it only where the system property
 *     {@code COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED} is true
 * @param https the same port with encryption, by a certificate that nobody has signed
 */
public record CosmosEndpoint(String http, String https, String key) {
    /** Of a server with this connection string. */
    public static CosmosEndpoint of(String connectionString) {
        String https = part(connectionString, "AccountEndpoint=");
        return new CosmosEndpoint(https.replaceFirst("^https:", "http:"), https, part(connectionString, "AccountKey="));
    }

    private static String part(String connectionString, String name) {
        int from = connectionString.indexOf(name) + name.length();
        return connectionString.substring(from, connectionString.indexOf(';', from));
    }
}
