package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The table of what the service does. A template is a path such as {@code /pools/default/buckets/{bucket}}; a slash at
 * the end of a request's path counts for nothing. Built first, then only read.
 */
public final class RestRoutes {
    private final Map<Integer, List<Route>> byLength = new HashMap<>();

    /** Answers one kind of request. */
    @FunctionalInterface
    public interface Action {
        HttpResponse answer(RestCall call);
    }

    /** The permission that a caller needs; null if any login suffices. */
    @FunctionalInterface
    public interface Need extends Function<Map<String, String>, @Nullable Permission> {}

    /** Any caller that has logged in is allowed. */
    public static final Need LOGIN = _ -> null;

    /** One line of the table. */
    record Route(String method, List<String> parts, Need need, Action action) {}

    /** A line that fits a request, with the parameters of its path. */
    record Found(Route route, Map<String, String> parameters) {}

    /** An object of the cluster. */
    public static Need cluster(String path, String operation) {
        Permission permission = Permission.cluster(path, operation);
        return _ -> permission;
    }

    /** An object of the bucket in the path. */
    public static Need bucket(String path, String operation) {
        return parameters -> Permission.bucket(parameters.getOrDefault("bucket", ""), path, operation);
    }

    public RestRoutes add(String method, String template, Need need, Action action) {
        List<String> parts = parts(template);
        byLength.computeIfAbsent(parts.size(), _ -> new ArrayList<>()).add(new Route(method, parts, need, action));
        return this;
    }

    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/")) {
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** The first line that fits, or null. */
    @Nullable
    Found find(String method, String rawPath) {
        List<String> parts = parts(rawPath).stream().map(RestRoutes::decoded).toList();
        for (Route route : byLength.getOrDefault(parts.size(), List.of())) {
            Map<String, String> parameters = method.equals(route.method) ? match(route.parts, parts) : null;
            if (parameters != null) {
                return new Found(route, parameters);
            }
        }
        return null;
    }

    /** The methods that a path does have, in order. */
    List<String> methods(String rawPath) {
        List<String> parts = parts(rawPath).stream().map(RestRoutes::decoded).toList();
        TreeSet<String> methods = new TreeSet<>();
        for (Route route : byLength.getOrDefault(parts.size(), List.of())) {
            if (match(route.parts, parts) != null) {
                methods.add(route.method);
            }
        }
        return List.copyOf(methods);
    }

    private static @Nullable Map<String, String> match(List<String> template, List<String> parts) {
        Map<String, String> parameters = new HashMap<>();
        for (int index = 0; index < parts.size(); index++) {
            String part = template.get(index);
            if (part.startsWith("{")) {
                parameters.put(part.substring(1, part.length() - 1), parts.get(index));
            } else if (!part.equals(parts.get(index))) {
                return null;
            }
        }
        return parameters;
    }

    /** Decodes a part of a path, in which a plus is a plus. */
    private static String decoded(String part) {
        try {
            return part.indexOf('%') < 0 ? part : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new RestException(RestReply.text(400, "Bad Request"));
        }
    }
}
