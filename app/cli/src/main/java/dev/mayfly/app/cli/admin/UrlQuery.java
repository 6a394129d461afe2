package dev.mayfly.app.cli.admin;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A path of the admin API and the parameters behind it. */
public record UrlQuery(String path, Map<String, String> parameters) {
    public UrlQuery(String path) {
        this(path, Map.of());
    }

    /** Returns this query with one parameter more, or unchanged if the value is null. */
    public UrlQuery with(String name, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>(parameters);
        more.put(name, String.valueOf(value));
        return new UrlQuery(path, more);
    }

    /** A text as one step of a path, or as a value behind it. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        if (parameters.isEmpty()) {
            return path;
        }
        return parameters.entrySet().stream()
                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&", path + "?", ""));
    }
}
