package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.StringJoiner;
import java.util.zip.GZIPOutputStream;

/** Requests to the cluster manager or the query service by hand. */
final class Rest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI base;
    private final String login;

    /** @param user empty for nobody */
    Rest(URI base, String user, String password) {
        this.base = base;
        this.login = user.isEmpty()
                ? ""
                : "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    /** The answer to a request. */
    record Answer(int status, String body) {
        JsonObject json() {
            return JsonObject.fromJson(body);
        }

        JsonArray list() {
            return JsonArray.fromJson(body);
        }

        Answer require(int expected) {
            assertEquals(expected, status, this::toString);
            return this;
        }

        @Override
        public String toString() {
            return status + " " + body;
        }
    }

    Answer get(String path) {
        return send("GET", path, "application/x-www-form-urlencoded", "");
    }

    Answer delete(String path) {
        return send("DELETE", path, "application/x-www-form-urlencoded", "");
    }

    /** Sends a form of names and values, or a single text as it is. */
    Answer form(String method, String path, String... fields) {
        if (fields.length == 1) {
            return send(method, path, "application/x-www-form-urlencoded", fields[0]);
        }
        StringJoiner form = new StringJoiner("&");
        for (int at = 0; at < fields.length; at += 2) {
            form.add(URLEncoder.encode(fields[at], UTF_8) + "=" + URLEncoder.encode(fields[at + 1], UTF_8));
        }
        return send(method, path, "application/x-www-form-urlencoded", form.toString());
    }

    Answer post(String path, String... fields) {
        return form("POST", path, fields);
    }

    Answer json(String method, String path, String body) {
        return send(method, path, "application/json", body);
    }

    /** Sends a body that says it is in a coding. */
    Answer coded(String method, String path, String coding, byte[] body) {
        return exchange(HttpRequest.newBuilder(base.resolve(path))
                .method(method, BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/json")
                .header("Content-Encoding", coding));
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return packed.toByteArray();
    }

    private Answer send(String method, String path, String type, String body) {
        return exchange(HttpRequest.newBuilder(base.resolve(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Content-Type", type));
    }

    private Answer exchange(HttpRequest.Builder request) {
        if (!login.isEmpty()) {
            request.header("Authorization", login);
        }
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString(UTF_8));
            return new Answer(response.statusCode(), response.body());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
