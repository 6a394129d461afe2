package dev.mayfly.face.transport.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a request by method and path. Built first, then only read: safe for concurrent use afterwards.
 *
 * <p>A template is a path such as {@code /dbs/{database}/colls/{collection}}; a last part {@code {rest...}} takes the
 * rest, slashes included. If several match, a literal part wins over a parameter, and a parameter over the rest.
 */
public final class Router {
    private final Node root = new Node();
    private final List<String> templates = new ArrayList<>();
    private final @Nullable Match whole;

    public Router() {
        this(null);
    }

    private Router(@Nullable Match whole) {
        this.whole = whole;
    }

    /** Returns a router with one handler for every method and every path, well-formed or not. */
    public static Router ofAll(HttpHandler handler) {
        return new Router(new Match(handler, Map.of()));
    }

    public Router add(String method, String template, HttpHandler handler) {
        Node node = root;
        List<String> names = new ArrayList<>();
        for (String part : parts(template)) {
            if (!part.startsWith("{")) {
                node = node.literals.computeIfAbsent(part, _ -> new Node());
            } else if (part.endsWith("...}")) {
                names.add(part.substring(1, part.length() - 4));
                node = node.restOrNew();
            } else {
                names.add(part.substring(1, part.length() - 1));
                node = node.parameterOrNew();
            }
        }
        if (node.routes.put(method, new Route(handler, List.copyOf(names))) != null) {
            throw new IllegalArgumentException("two handlers of " + method + " " + template);
        }
        templates.add(method + " " + template);
        return this;
    }

    /** Returns the methods and templates that have handlers, in the order in which they were added. */
    public List<String> templates() {
        return List.copyOf(templates);
    }

    /** Has a request answered that did not come from a socket; null if nothing is served under its path. */
    public @Nullable HttpResponse answer(HttpRequest request) {
        return switch (find(request.method(), request.rawPath())) {
            case Match(HttpHandler handler, Map<String, String> parameters) ->
                handler.handle(new HttpRequest(
                        request.method(),
                        request.rawPath(),
                        parameters,
                        request.query(),
                        request.fields(),
                        request.body(),
                        request.connection()));
            case Missing _ -> null;
        };
    }

    Found find(String method, String rawPath) {
        if (whole != null) {
            return whole;
        }
        List<String> parts = parts(rawPath);
        List<String> values = new ArrayList<>();
        Node node = descend(root, parts, 0, values);
        if (node == null) {
            return new Missing(404, "");
        }
        Route route = node.routes.get(method);
        if (route == null && method.equals("HEAD")) {
            route = node.routes.get("GET");
        }
        if (route == null) {
            return new Missing(405, String.join(", ", new TreeSet<>(node.routes.keySet())));
        }
        Map<String, String> parameters = HashMap.newHashMap(values.size());
        for (int i = 0; i < values.size(); i++) {
            parameters.put(route.names.get(i), values.get(i));
        }
        return new Match(route.handler, Map.copyOf(parameters));
    }

    /** The recursion is as deep as our own templates are long. */
    private static @Nullable Node descend(Node node, List<String> parts, int index, List<String> values) {
        if (index == parts.size()) {
            return node.routes.isEmpty() ? null : node;
        }
        Node literal = node.literals.get(decoded(parts.get(index)));
        Node found = literal == null ? null : descend(literal, parts, index + 1, values);
        if (found == null && node.parameter != null) {
            int mark = values.size();
            values.add(decoded(parts.get(index)));
            found = descend(node.parameter, parts, index + 1, values);
            if (found == null) {
                values.subList(mark, values.size()).clear();
            }
        }
        if (found == null && node.rest != null) {
            values.add(decoded(String.join("/", parts.subList(index, parts.size()))));
            found = node.rest;
        }
        return found;
    }

    private static List<String> parts(String path) {
        String inner = path.startsWith("/") ? path.substring(1) : path;
        return inner.isEmpty() ? List.of() : List.of(inner.split("/", -1));
    }

    /**
     * Decodes a part of a path, where a plus is literal. Throws {@link IllegalArgumentException} for a bad percent
     * sequence.
     */
    private static String decoded(String part) {
        return part.indexOf('%') < 0 ? part : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The result of looking up a request. */
    sealed interface Found permits Match, Missing {}

    record Match(HttpHandler handler, Map<String, String> parameters) implements Found {}

    /** @param allowed the methods that the path does have, for status 405 */
    record Missing(int status, String allowed) implements Found {}

    private record Route(HttpHandler handler, List<String> names) {}

    private static final class Node {
        private final Map<String, Node> literals = new HashMap<>();
        private final Map<String, Route> routes = new HashMap<>();
        private @Nullable Node parameter;
        private @Nullable Node rest;

        Node parameterOrNew() {
            Node node = parameter == null ? new Node() : parameter;
            parameter = node;
            return node;
        }

        Node restOrNew() {
            Node node = rest == null ? new Node() : rest;
            rest = node;
            return node;
        }
    }
}
