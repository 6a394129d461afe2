package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The shapes that answers have. */
public final class RestReply {
    /** Some clients tell by these words that a path means nothing here. */
    private static final String NOT_FOUND = "Requested resource not found.\r\n";

    private RestReply() {}

    public static HttpResponse empty(int status) {
        return HttpResponse.of(status);
    }

    public static HttpResponse json(int status, JsonNode json) {
        return HttpResponse.of(status).withBody("application/json", CouchbaseJson.bytes(json));
    }

    public static HttpResponse json(JsonNode json) {
        return json(200, json);
    }

    public static HttpResponse text(int status, String text) {
        return HttpResponse.text(status, text);
    }

    public static HttpResponse notFound() {
        return text(404, NOT_FOUND);
    }

    /** An empty list, which is how many a request answers that all went well. */
    static HttpResponse done() {
        return json(200, CouchbaseJson.array());
    }

    /** Returns the errors by the names of their values; {@code _} for an error of none. */
    public static HttpResponse errors(int status, Map<String, String> errors) {
        ObjectNode json = CouchbaseJson.object();
        ObjectNode inner = json.putObject("errors");
        errors.forEach(inner::put);
        return json(status, json);
    }

    static HttpResponse error(int status, String name, String text) {
        return errors(status, Map.of(name, text));
    }

    /** An object of one name and its text. */
    static HttpResponse named(int status, String name, String text) {
        return json(status, CouchbaseJson.object().put(name, text));
    }

    static HttpResponse notEnterprise() {
        return text(400, "This http API endpoint requires enterprise edition").with("X-enterprise-edition-needed", "1");
    }

    public static HttpResponse forbidden(Permission needed) {
        ObjectNode json = CouchbaseJson.object().put("message", "Forbidden. User needs the following permissions");
        json.putArray("permissions").add(needed.toString());
        return json(403, json);
    }

    public static HttpResponse unauthorized() {
        return empty(401).with("WWW-Authenticate", "Basic realm=\"Couchbase Server Admin / REST\"");
    }
}
