package dev.mayfly.app.console.page;

import dev.mayfly.app.console.auth.ConsoleSessions;
import dev.mayfly.app.console.auth.ConsoleSessions.Session;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.face.transport.http.Router;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The admin API as the visitor of a page may use it: its own routes, called in this process with the visitor's cookie.
 * A page has no other source of data, so it shows a visitor no more than the API would return.
 */
final class Api {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final byte[] NO_BODY = {};

    private final Router routes;
    private final HttpRequest visit;
    private final Session session;

    Api(Router routes, HttpRequest visit, Session session) {
        this.routes = routes;
        this.visit = visit;
        this.session = session;
    }

    ApiAnswer get(String path) {
        return get(path, Map.of());
    }

    ApiAnswer get(String path, Map<String, String> query) {
        return ask("GET", path, query, NO_BODY);
    }

    /** For what is asked by POST and changes nothing. */
    ApiAnswer ask(String path, String json) {
        return ask("POST", path, Map.of(), json.getBytes(StandardCharsets.UTF_8));
    }

    ApiAnswer ask(String path, Map<String, String> query, String json) {
        return ask("POST", path, query, json.getBytes(StandardCharsets.UTF_8));
    }

    private ApiAnswer ask(String method, String path, Map<String, String> query, byte[] body) {
        Map<String, List<String>> parameters = new HashMap<>();
        query.forEach((name, value) -> parameters.put(name, List.of(value)));
        HttpRequest request = new HttpRequest(method, path, Map.of(), parameters, fields(), body, visit.connection());
        HttpResponse response = routes.answer(request);
        if (response == null || !(response.body() instanceof HttpBody.Bytes(byte[] bytes))) {
            return new ApiAnswer(501, Facts.NOTHING);
        }
        try {
            return new ApiAnswer(response.status(), new Facts(MAPPER.readTree(bytes)));
        } catch (JacksonException _) {
            return new ApiAnswer(Math.max(response.status(), 500), Facts.NOTHING);
        }
    }

    private HttpFields fields() {
        String credentials = visit.field("Authorization");
        HttpFields fields = HttpFields.NONE.with("Accept", "application/json");
        for (String cookie : visit.fields().all("Cookie")) {
            fields = fields.with("Cookie", cookie);
        }
        if (credentials != null) {
            fields = fields.with("Authorization", credentials);
        }
        return fields.with(ConsoleSessions.TOKEN_FIELD, session.token());
    }
}
