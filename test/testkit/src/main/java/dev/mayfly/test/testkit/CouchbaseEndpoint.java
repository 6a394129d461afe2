package dev.mayfly.test.testkit;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import java.net.URI;

/**
 * Where clients of Couchbase find a server, and as whom they log in.
 *
 * @param connectionString what an SDK connects to
 * @param kvPort of the key-value service
 * @param management where buckets and collections are managed over HTTP
 * @param query where statements are sent over HTTP
 */
public record CouchbaseEndpoint(
        String connectionString, String user, String password, int kvPort, URI management, URI query) {
    /** As whom a server that knows nobody else lets clients in. */
    private static final String USER = "Administrator";

    private static final String PASSWORD = "password";

    /** Of a server whose couchbase face listens without encryption, for the user that it is installed with. */
    public static CouchbaseEndpoint of(MayflyServer server) {
        return new CouchbaseEndpoint(
                server.connectionString(FaceName.COUCHBASE),
                USER,
                PASSWORD,
                server.keyValuePort(),
                http(server.port(FaceName.COUCHBASE)),
                http(server.queryPort()));
    }

    private static URI http(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }
}
