package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.bucket.BucketException;
import dev.mayfly.face.transport.connection.InnerConnection;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests of the server itself to its management service, checked and audited as those of clients are. The caller is
 * responsible for authorization. Safe for concurrent use.
 */
public final class InnerManagement {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int FIRST_ERROR = 400;

    private final RestRoutes routes;
    private final Function<String, Caller> callers;

    /** @param callers make one that may do everything, of a name for the audit */
    InnerManagement(RestRoutes routes, Function<String, Caller> callers) {
        this.routes = routes;
        this.callers = callers;
    }

    /**
     * What came of a request.
     *
     * @param text of the answer, or what was wrong
     */
    public record Reply(int status, String text) {
        public boolean isDone() {
            return status < FIRST_ERROR;
        }
    }

    /**
     * Runs one request.
     *
     * @param who asks, for the audit
     * @param parts of the path, not encoded
     */
    public Reply call(String who, String method, List<String> parts, Map<String, String> form) {
        StringBuilder path = new StringBuilder();
        parts.forEach(part -> path.append('/').append(encoded(part)));
        List<String> fields = new ArrayList<>();
        form.forEach((name, value) -> fields.add(encoded(name) + "=" + encoded(value)));
        byte[] body = String.join("&", fields).getBytes(StandardCharsets.UTF_8);
        RestRoutes.Found found = routes.find(method, path.toString());
        if (found == null) {
            throw new IllegalArgumentException("there is no route " + method + " " + path);
        }
        HttpRequest request = new HttpRequest(
                method, path.toString(), Map.of(), Map.of(), HttpFields.NONE, body, InnerConnection.INSTANCE);
        RestCall call = new RestCall(request, callers.apply(who), found.parameters());
        try {
            HttpResponse response = found.route().action().answer(call);
            return new Reply(response.status(), text(response));
        } catch (RestException refusal) {
            return new Reply(refusal.response().status(), text(refusal.response()));
        } catch (BucketException refusal) {
            return new Reply(refusal.kind().status(), refusal.text());
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The text of an answer; of errors by name only what they say. */
    private static String text(HttpResponse response) {
        if (!(response.body() instanceof HttpBody.Bytes(byte[] bytes))) {
            return "";
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (response.status() < FIRST_ERROR || !text.startsWith("{")) {
            return text.strip();
        }
        List<String> words = new ArrayList<>();
        JsonNode errors = JSON.readTree(text).path("errors");
        errors.forEach(each -> words.add(each.asString("")));
        return words.isEmpty() ? text.strip() : String.join("; ", words);
    }
}
