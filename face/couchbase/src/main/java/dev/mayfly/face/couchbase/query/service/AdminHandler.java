package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.PreparedStatement;
import dev.mayfly.face.couchbase.query.request.ActiveRequest;
import dev.mayfly.face.couchbase.query.system.CatalogRight;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.face.transport.http.Router;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Answers administrators of the service: active, completed and prepared requests, and their settings. */
final class AdminHandler {
    private static final HttpResponse MISSING = HttpResponse.of(404);

    private final QueryServices services;
    private final Credentials credentials;
    private final RequestLogForm log;

    AdminHandler(QueryServices services, Credentials credentials) {
        this.services = services;
        this.credentials = credentials;
        this.log = new RequestLogForm(services.completed());
    }

    void addTo(Router router) {
        CatalogRight read = CatalogRight.SYSTEM;
        router.add("GET", "/admin/ping", _ -> HttpResponse.json(200, "{\"status\":\"OK\"}"));
        router.add(
                "GET", "/admin/vitals", known(read, _ -> json(services.vitals().value())));
        router.add("GET", "/admin/settings", known(read, _ -> json(log.settings())));
        router.add("POST", "/admin/settings", known(CatalogRight.SETTINGS, this::change));
        router.add("GET", "/admin/active_requests", known(read, _ -> json(N1qlValues.array(requests()))));
        router.add("GET", "/admin/active_requests/{id}", known(read, this::request));
        router.add("DELETE", "/admin/active_requests/{id}", known(read, this::stop));
        router.add("GET", "/admin/completed_requests", known(read, _ -> json(N1qlValues.array(completed()))));
        router.add("GET", "/admin/completed_requests/{id}", known(read, this::completed));
        router.add("DELETE", "/admin/completed_requests/{id}", known(read, this::forgetCompleted));
        router.add("GET", "/admin/prepareds", known(read, _ -> json(N1qlValues.array(prepareds()))));
        router.add("GET", "/admin/prepareds/{name}", known(read, this::prepared));
        router.add("DELETE", "/admin/prepareds/{name}", known(read, this::forget));
    }

    private HttpHandler known(CatalogRight need, HttpHandler handler) {
        return request -> {
            try {
                need.require(credentials.userOf(request, QueryRequest.EMPTY));
            } catch (N1qlException refusal) {
                return HttpResponse.json(401, error(refusal)).with("WWW-Authenticate", "Basic realm=\"Couchbase\"");
            }
            return handler.handle(request);
        };
    }

    private static String error(N1qlException refusal) {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("code", N1qlValues.of(refusal.code()));
        fields.put("msg", N1qlValues.of(refusal.text()));
        return N1qlValues.json(N1qlValues.object(fields));
    }

    private static HttpResponse json(N1qlValue value) {
        return HttpResponse.json(200, N1qlValues.json(value));
    }

    private static HttpResponse found(@Nullable N1qlValue value) {
        return value == null ? MISSING : json(value);
    }

    private static HttpResponse done(boolean found) {
        return found ? json(N1qlValues.TRUE) : MISSING;
    }

    private HttpResponse change(HttpRequest request) {
        try {
            log.change(RequestReader.json("settings", request.body()));
            return json(log.settings());
        } catch (N1qlException refusal) {
            return HttpResponse.json(400, error(refusal));
        }
    }

    private List<N1qlValue> requests() {
        return services.active().all().stream().map(ActiveRequest::described).toList();
    }

    private HttpResponse request(HttpRequest request) {
        ActiveRequest found = services.active().find(request.parameter("id"));
        return found(found == null ? null : found.described());
    }

    private HttpResponse stop(HttpRequest request) {
        return done(services.active().cancel(request.parameter("id")));
    }

    private List<N1qlValue> completed() {
        return new ArrayList<>(services.completed().described().values());
    }

    private HttpResponse completed(HttpRequest request) {
        return found(services.completed().find(request.parameter("id")));
    }

    private HttpResponse forgetCompleted(HttpRequest request) {
        return done(services.completed().forget(request.parameter("id")));
    }

    private List<N1qlValue> prepareds() {
        return services.prepareds().all().stream()
                .map(PreparedStatement::described)
                .toList();
    }

    private HttpResponse prepared(HttpRequest request) {
        return services.prepareds().all().stream()
                .filter(each -> each.name().equals(request.parameter("name")))
                .findFirst()
                .map(each -> json(each.described()))
                .orElse(MISSING);
    }

    private HttpResponse forget(HttpRequest request) {
        return done(services.prepareds().forget(request.parameter("name")));
    }
}
