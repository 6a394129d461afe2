package dev.mayfly.face.transport.http;

import dev.mayfly.face.transport.connection.Connection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One complete HTTP request.
 *
 * @param method as sent, such as {@code GET}
 * @param rawPath as sent, percent signs and all, without the query
 * @param parameters of the path, by the names in the route's template, decoded
 * @param query decoded, in the order sent
 * @param body empty if there was none; must not be changed
 * @param connection the connection it arrived on
 */
public record HttpRequest(
        String method,
        String rawPath,
        Map<String, String> parameters,
        Map<String, List<String>> query,
        HttpFields fields,
        byte[] body,
        Connection connection) {
    /** The part of the path that the route's template calls by this name. */
    public String parameter(String name) {
        String value = parameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route has no parameter " + name);
        }
        return value;
    }

    /** The first value of this name in the query, or null. */
    public @Nullable String queryValue(String name) {
        List<String> values = query.get(name);
        return values == null ? null : values.getFirst();
    }

    public @Nullable String field(String name) {
        return fields.first(name);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return method + " " + rawPath;
    }
}
