package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.transport.HostPolicy;
import dev.mayfly.face.transport.HttpHandler;
import dev.mayfly.face.transport.HttpService;
import dev.mayfly.face.transport.Router;

/** The port of the query service: the table of what it does. */
public final class QueryService {
    /** A statement with its parameters is no longer: a document of the longest fits among them. */
    public static final int BODY_BYTES_MAX = 24 << 20;

    private final Router router = new Router();
    private final HttpHandler inner;

    public QueryService(QueryServices services) {
        Credentials credentials = new Credentials(services.logins());
        QueryHandler query = new QueryHandler(services, credentials::userOf);
        for (String path : new String[] {"/query", "/query/service"}) {
            router.add("GET", path, query);
            router.add("POST", path, query);
        }
        inner = new QueryHandler(services, (_, _) -> InnerIdentity.INSTANCE);
        new AdminHandler(services, credentials).addTo(router);
    }

    /** Answers statements of the server itself, which may do everything, whoever they seem to come from. */
    public HttpHandler inner() {
        return inner;
    }

    /** Whatever arrives at the port. */
    public HttpService service(HostPolicy hosts) {
        return new HttpService("couchbase-query", router, hosts, BODY_BYTES_MAX);
    }
}
