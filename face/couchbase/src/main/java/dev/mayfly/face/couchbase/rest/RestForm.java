package dev.mayfly.face.couchbase.rest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a form that a request has for a body. Immutable. */
public final class RestForm {
    private static final int FIELDS_MAX = 1_000;

    private final Map<String, String> fields;
    private final List<String> repeated;

    private RestForm(Map<String, String> fields, List<String> repeated) {
        this.fields = fields;
        this.repeated = List.copyOf(repeated);
    }

    static RestForm parse(byte[] body) {
        Map<String, String> fields = new LinkedHashMap<>();
        List<String> repeated = new ArrayList<>();
        String text = new String(body, StandardCharsets.UTF_8).trim();
        if (text.isEmpty()) {
            return new RestForm(fields, repeated);
        }
        String[] pairs = text.split("&", FIELDS_MAX + 1);
        if (pairs.length > FIELDS_MAX) {
            throw new RestException(RestReply.text(400, "Bad Request"));
        }
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String before = fields.putIfAbsent(name, equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            if (before != null) {
                repeated.add(name);
            }
        }
        return new RestForm(fields, repeated);
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new RestException(RestReply.text(400, "Bad Request"));
        }
    }

    @Nullable
    String get(String name) {
        return fields.get(name);
    }

    String get(String name, String otherwise) {
        return fields.getOrDefault(name, otherwise);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    Set<String> names() {
        return fields.keySet();
    }

    /** The names that come more than once; the first value counts. */
    List<String> repeated() {
        return repeated;
    }
}
