package dev.mayfly.test.testkit;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.face.couchbase.CouchbaseUser;
import dev.mayfly.face.couchbase.bucket.NodePorts;
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
    /** Of a server whose couchbase face listens without encryption, for the user that it is installed with. */
    public static CouchbaseEndpoint of(MayflyServer server) {
        NodePorts ports = server.couchbasePorts();
        return new CouchbaseEndpoint(
                server.connectionString(FaceName.COUCHBASE),
                CouchbaseUser.INSTALLED.name(),
                CouchbaseUser.INSTALLED.password(),
                ports.keyValue(),
                http(ports.management()),
                http(ports.query()));
    }

    private static URI http(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }
}
