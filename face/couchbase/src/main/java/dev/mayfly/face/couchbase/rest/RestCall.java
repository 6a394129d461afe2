package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.transport.http.HttpRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that was let in.
 *
 * @param caller the sender
 * @param parameters of the path, by the names in its template
 */
public record RestCall(HttpRequest http, Caller caller, Map<String, String> parameters) {
    public String parameter(String name) {
        String value = parameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route has no parameter " + name);
        }
        return value;
    }

    public RestForm form() {
        return RestForm.parse(http.body());
    }

    public @Nullable String query(String name) {
        return http.queryValue(name);
    }

    boolean may(Permission permission) {
        return caller.may(permission);
    }

    /** The host by which the client has found this node, without the port. */
    String host() {
        String field = http.field("Host");
        if (field == null || field.isEmpty()) {
            return http.connection().local().getAddress().getHostAddress();
        }
        int end = field.startsWith("[") ? field.indexOf(']') + 1 : field.indexOf(':');
        return end <= 0 ? field : field.substring(0, end);
    }
}
