package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import dev.mayfly.face.couchbase.query.Prepared;
import dev.mayfly.face.transport.HttpHandler;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import dev.mayfly.face.transport.Router;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** What runs and what was prepared, for whoever looks after the service. */
final class AdminHandler {
    private static final HttpResponse MISSING = HttpResponse.of(404);

    private final QueryServices services;
    private final ActiveRequests active;
    private final Credentials credentials;

    AdminHandler(QueryServices services, ActiveRequests active, Credentials credentials) {
        this.services = services;
        this.active = active;
        this.credentials = credentials;
    }

    void addTo(Router router) {
        router.add("GET", "/admin/ping", _ -> HttpResponse.json(200, "{\"status\":\"OK\"}"));
        router.add("GET", "/admin/active_requests", known(_ -> json(Values.array(requests()))));
        router.add("GET", "/admin/active_requests/{id}", known(this::request));
        router.add("DELETE", "/admin/active_requests/{id}", known(this::stop));
        router.add("GET", "/admin/prepareds", known(_ -> json(Values.array(prepareds()))));
        router.add("GET", "/admin/prepareds/{name}", known(this::prepared));
        router.add("DELETE", "/admin/prepareds/{name}", known(this::forget));
    }

    private HttpHandler known(HttpHandler handler) {
        return request -> {
            try {
                credentials.userOf(request, QueryRequest.EMPTY);
            } catch (QueryException refusal) {
                return HttpResponse.json(401, error(refusal)).with("WWW-Authenticate", "Basic realm=\"Couchbase\"");
            }
            return handler.handle(request);
        };
    }

    private static String error(QueryException refusal) {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("code", Values.of(refusal.code()));
        fields.put("msg", Values.of(refusal.text()));
        return Values.json(Values.object(fields));
    }

    private static HttpResponse json(Value value) {
        return HttpResponse.json(200, Values.json(value));
    }

    private List<Value> requests() {
        return active.all().stream().map(this::described).toList();
    }

    private Value described(ActiveRequests.Active each) {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("clientContextID", Values.of(each.clientContextId()));
        fields.put("elapsedTime", Values.of(Durations.text(each.execution().elapsedNanos())));
        fields.put("requestId", Values.of(each.id()));
        fields.put("state", Values.of(each.execution().isCancelled() ? "stopped" : "running"));
        fields.put("statement", Values.of(each.statement()));
        fields.put("users", Values.of(each.user()));
        return Values.object(fields);
    }

    private HttpResponse request(HttpRequest request) {
        ActiveRequests.Active found = active.find(request.parameter("id"));
        return found == null ? MISSING : json(described(found));
    }

    private HttpResponse stop(HttpRequest request) {
        ActiveRequests.Active found = active.find(request.parameter("id"));
        if (found == null) {
            return MISSING;
        }
        found.execution().cancel();
        return json(Values.TRUE);
    }

    private List<Value> prepareds() {
        return services.prepareds().all().stream().map(Prepared::described).toList();
    }

    private HttpResponse prepared(HttpRequest request) {
        return services.prepareds().all().stream()
                .filter(each -> each.name().equals(request.parameter("name")))
                .findFirst()
                .map(each -> json(each.described()))
                .orElse(MISSING);
    }

    private HttpResponse forget(HttpRequest request) {
        return services.prepareds().forget(request.parameter("name")) ? json(Values.TRUE) : MISSING;
    }
}
