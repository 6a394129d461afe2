package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.query.Prepareds;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.transport.HttpHandler;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.function.Supplier;

/** Answers requests for statements: finds out who asks and for what, then leaves it to a {@link QueryTurn}. */
final class QueryHandler implements HttpHandler {
    /** Finds out who asks. */
    @FunctionalInterface
    interface Door {
        /** @throws QueryException when it is nobody who is known */
        Identity userOf(HttpRequest http, QueryRequest request);
    }

    /** What the audit of policies calls this service. */
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
            turn.compiled(statement(request, turn), http.method().equals("GET"));
        } catch (QueryException refusal) {
            return turn.refused(refusal);
        }
        return turn.mayChange() ? inTheNameOf(user, http, turn::respond) : turn.respond();
    }

    /** For the audit; whoever asks through the server itself has said already who he is. */
    private static HttpResponse inTheNameOf(Identity user, HttpRequest http, Supplier<HttpResponse> work) {
        boolean isInner = user instanceof InnerIdentity;
        Actor actor = isInner ? Actor.current(WAY) : new Actor(WAY, user.name());
        String domain = user instanceof Caller caller ? caller.domain() : actor.way();
        Audit.Actor asking = new Audit.Actor(
                domain, actor.who(), http.connection().peer(), http.connection().local());
        return Audit.asking(asking, () -> actor.call(work));
    }

    private Statement statement(QueryRequest request, QueryTurn turn) {
        if (request.has(RequestParameter.PREPARED)) {
            Prepareds prepareds = services.prepareds();
            String plan = request.text(RequestParameter.ENCODED_PLAN);
            var found = prepareds.find(request.text(RequestParameter.PREPARED), plan, services.compiler());
            turn.executes(found);
            return prepareds.statement(found, services.compiler());
        }
        return services.compiler().compile(request.text(RequestParameter.STATEMENT), request.context());
    }
}
