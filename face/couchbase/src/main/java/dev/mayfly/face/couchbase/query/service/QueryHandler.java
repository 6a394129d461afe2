package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.PreparedStatements;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.function.Supplier;

/** Answers requests for statements: determines user and statement, then leaves it to a {@link QueryTurn}. */
final class QueryHandler implements HttpHandler {
    /** Determines the user of a request. */
    @FunctionalInterface
    interface Door {
        /** @throws N1qlException if the user is unknown */
        Identity userOf(HttpRequest http, QueryRequest request);
    }

    /** The name of this service in the audit of policies. */
    private static final String WAY = "couchbase query";

    private final QueryServices services;
    private final Door door;

    QueryHandler(QueryServices services, Door door) {
        this.services = services;
        this.door = door;
    }

    @Override
    public HttpResponse handle(HttpRequest http) {
        QueryTurn turn = new QueryTurn(services, http);
        Identity user;
        try {
            if (!http.method().equals("GET") && !http.method().equals("POST")) {
                throw RequestErrors.method(http.method());
            }
            if (!services.active().hasRoom()) {
                throw RequestErrors.tooMany();
            }
            QueryRequest request = RequestReader.read(http);
            turn.read(request);
            user = door.userOf(http, request);
            turn.asks(user);
            turn.compile(() -> statement(request, turn), http.method().equals("GET"));
        } catch (N1qlException refusal) {
            return turn.refused(refusal);
        }
        return turn.mayChange() ? inTheNameOf(user, http, turn::respond) : turn.respond();
    }

    /** Runs work under the user's name for the audit. */
    private static HttpResponse inTheNameOf(Identity user, HttpRequest http, Supplier<HttpResponse> work) {
        Actor actor = new Actor(WAY, user.name());
        String domain = user instanceof Caller caller ? caller.domain() : actor.way();
        Audit.Actor asking = new Audit.Actor(
                domain, actor.who(), http.connection().peer(), http.connection().local());
        return Audit.asking(asking, () -> actor.call(work));
    }

    private ExecutableStatement statement(QueryRequest request, QueryTurn turn) {
        if (request.has(RequestParameter.PREPARED)) {
            PreparedStatements prepareds = services.prepareds();
            String plan = request.text(RequestParameter.ENCODED_PLAN);
            var found = prepareds.find(request.text(RequestParameter.PREPARED), plan, services.compiler());
            turn.executes(found);
            return prepareds.statement(found, services.compiler());
        }
        return services.compiler().compile(request.text(RequestParameter.STATEMENT), request.context());
    }
}
