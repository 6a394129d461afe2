package dev.mayfly.app.console.page;

import dev.mayfly.app.console.auth.ConsoleSessions.Session;
import dev.mayfly.face.transport.http.HttpRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** One request for a page: the visitor, and the API with the visitor's permissions. */
record Visit(HttpRequest request, Session session, Api api, Assets assets) {
    /** A value of the query, or empty. */
    String query(String name) {
        String value = request.queryValue(name);
        return value == null ? "" : value;
    }

    long queryNumber(String name, long otherwise) {
        try {
            String value = query(name);
            return value.isEmpty() ? otherwise : Long.parseLong(value);
        } catch (NumberFormatException _) {
            throw new PageException(400, name + " is no number");
        }
    }

    /** The fields of a form in the body. */
    Map<String, String> form() {
        Map<String, String> fields = new HashMap<>();
        for (String pair : request.text().split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new PageException(400, "the form cannot be decoded");
        }
    }

    /** Returns true if only a part of a page is requested. */
    boolean isPart() {
        return "true".equals(request.field("HX-Request"));
    }
}
