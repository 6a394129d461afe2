package dev.mayfly.test.embedded;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.CouchbaseEndpoint;

/** Where clients find a server that a test has started itself. */
public final class ServerEndpoints {
    private ServerEndpoints() {}

    public static CosmosEndpoint cosmos(MayflyServer server) {
        return CosmosEndpoint.of(server.connectionString(FaceName.COSMOS));
    }

    /** The couchbase face must listen without encryption, for the user that it is installed with. */
    public static CouchbaseEndpoint couchbase(MayflyServer server) {
        return CouchbaseEndpoint.of(server.connectionString(FaceName.COUCHBASE));
    }
}
