package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.transport.http.HostPolicy;
import dev.mayfly.face.transport.http.HttpService;
import dev.mayfly.face.transport.http.Router;

/** The port of the query service: the table of what it does. */
public final class QueryService {
    /** A statement with its parameters is no longer: a document of the longest fits among them. */
    public static final int BODY_BYTES_MAX = 24 << 20;

    private final Router router = new Router();
    private final InnerStatements inner;

    public QueryService(QueryServices services) {
        Credentials credentials = new Credentials(services.logins());
        QueryHandler query = new QueryHandler(services, credentials::userOf);
        for (String path : new String[] {"/query", "/query/service"}) {
            router.add("GET", path, query);
            router.add("POST", path, query);
        }
        inner = new InnerStatements(services);
        new AdminHandler(services, credentials).addTo(router);
    }

    /** Returns the statements of the server itself. */
    public InnerStatements inner() {
        return inner;
    }

    /** Whatever arrives at the port. */
    public HttpService service(HostPolicy hosts) {
        return new HttpService("couchbase-query", router, hosts, BODY_BYTES_MAX);
    }
}
