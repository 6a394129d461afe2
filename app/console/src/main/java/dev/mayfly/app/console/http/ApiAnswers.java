package dev.mayfly.app.console.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Values as JSON answers, and the fields of JSON requests. */
public final class ApiAnswers {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private ApiAnswers() {}

    public static HttpResponse json(int status, Object value) {
        return guarded(HttpResponse.json(status, MAPPER.writeValueAsString(value) + "\n"));
    }

    /** A value on a line of its own. */
    public static String line(Object value) {
        return MAPPER.writeValueAsString(value) + "\n";
    }

    /** A value as JSON on one line. */
    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    public static HttpResponse error(int status, String code, String message) {
        return json(status, Map.of("error", new ErrorBody(code, message)));
    }

    /** An error with more beside it. */
    public static HttpResponse error(int status, String code, String message, Map<String, Object> more) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error", new ErrorBody(code, message));
        body.putAll(more);
        return json(status, body);
    }

    /** Adds the fields that keep a browser from treating an answer as more than it is. */
    public static HttpResponse guarded(HttpResponse response) {
        return response.with("X-Content-Type-Options", "nosniff")
                .with("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .with("Cache-Control", "no-store");
    }

    /** A value of the query, else of the JSON object in the body. */
    public static Optional<String> argument(HttpRequest request, String name) {
        String inQuery = request.queryValue(name);
        if (inQuery != null) {
            return Optional.of(inQuery);
        }
        if (request.body().length == 0) {
            return Optional.empty();
        }
        JsonNode value = member(request, name);
        return value.isString() || value.isNumber() ? Optional.of(value.asString()) : Optional.empty();
    }

    /** A list of texts in the JSON object in the body, empty if there is none; other values count as they are written. */
    public static List<String> texts(HttpRequest request, String name) {
        List<String> texts = new ArrayList<>();
        if (request.body().length > 0) {
            member(request, name).forEach(value -> texts.add(value.isString() ? value.asString() : value.toString()));
        }
        return texts;
    }

    /** Returns true if this flag of the JSON object in the body is true. */
    public static boolean flag(HttpRequest request, String name) {
        return request.body().length > 0 && member(request, name).asBoolean(false);
    }

    /** The names in the JSON object in the body. */
    public static List<String> names(HttpRequest request) {
        return List.copyOf(tree(request).propertyNames());
    }

    /** A text, a number or a truth value in the JSON object in the body, as text. */
    public static Optional<String> scalar(HttpRequest request, String name) {
        JsonNode value = member(request, name);
        boolean isScalar = value.isString() || value.isNumber() || value.isBoolean();
        return isScalar ? Optional.of(value.asString()) : Optional.empty();
    }

    private static JsonNode member(HttpRequest request, String name) {
        return tree(request).path(name);
    }

    private static JsonNode tree(HttpRequest request) {
        try {
            return MAPPER.readTree(request.text());
        } catch (JacksonException wrong) {
            throw notJson(wrong);
        }
    }

    /** Returns the refusal of a body that is no JSON, with the place of the mistake. */
    private static AdminException notJson(JacksonException wrong) {
        TokenStreamLocation at = wrong.getLocation();
        String place =
                at == null || at.getLineNr() < 1 ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        return AdminException.badRequest("the body is not JSON" + place + ": " + wrong.getOriginalMessage());
    }

    /** The JSON object in the body. */
    public static JsonNode object(HttpRequest request) {
        requireObject(request);
        return MAPPER.readTree(request.text());
    }

    /** Refuses a body that is no JSON object. */
    public static void requireObject(HttpRequest request) {
        try {
            if (MAPPER.readTree(request.text()).isObject()) {
                return;
            }
        } catch (JacksonException wrong) {
            throw notJson(wrong);
        }
        throw AdminException.badRequest("the body is not a JSON object");
    }

    private record ErrorBody(String code, String message) {}
}
