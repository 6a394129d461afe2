package dev.mayfly.test.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Asks the admin API of one server. Safe for concurrent use. */
final class AdminClient {
    private static final int NOT_FOUND = 404;
    private static final int BAD_REQUEST = 400;
    private static final int ERRORS_FROM = 400;

    private final URI address;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    AdminClient(URI address) {
        this.address = address;
    }

    /** What the server refused. */
    static final class Refusal extends IllegalStateException {
        private static final long serialVersionUID = 1;

        private final String code;

        Refusal(String code, String message) {
            super(message);
            this.code = code;
        }

        String code() {
            return code;
        }
    }

    JsonTree get(String path) {
        return ask("GET", path, Map.of()).orElseThrow(() -> new IllegalStateException("the server has no " + path));
    }

    /** Gets what may not be there. */
    Optional<JsonTree> find(String path) {
        return ask("GET", path, Map.of());
    }

    JsonTree post(String path) {
        return ask("POST", path, Map.of()).orElseThrow(() -> new IllegalStateException("the server has no " + path));
    }

    /** Gets from another port of the server, as a user. */
    JsonTree get(String path, String authorization) {
        return ask("GET", path, Map.of("Authorization", authorization))
                .orElseThrow(() -> new IllegalStateException("the server has no " + path));
    }

    private Optional<JsonTree> ask(String method, String path, Map<String, String> headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.resolve(path)).method(method, BodyPublishers.noBody());
        headers.forEach(request::header);
        HttpResponse<String> response;
        try {
            response = http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException("the server at " + address + " does not answer", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the server was asked", interrupted);
        }
        if (response.statusCode() == NOT_FOUND) {
            return Optional.empty();
        }
        if (response.statusCode() >= ERRORS_FROM) {
            throw refusal(response);
        }
        return Optional.of(JsonTree.read(response.body()));
    }

    private static RuntimeException refusal(HttpResponse<String> response) {
        JsonTree error = JsonTree.read(response.body()).child("error");
        return response.statusCode() == BAD_REQUEST
                ? new IllegalArgumentException(error.text("message"))
                : new Refusal(error.text("code"), error.text("message"));
    }

    /** A query string, from its question mark on. */
    static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&", "?", ""));
    }

    /** A text as one segment of a path, or a value of a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
