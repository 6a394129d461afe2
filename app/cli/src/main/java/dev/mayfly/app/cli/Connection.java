package dev.mayfly.app.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The options by which a command finds its server, and the way there. */
final class Connection {
    private static final Duration CONNECT_WAIT = Duration.ofSeconds(5);
    private static final JsonMapper MAPPER = new JsonMapper();

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "${env:MAYFLY_URL:-http://127.0.0.1:8080}",
            description = "The admin face, or MAYFLY_URL. Default: http://127.0.0.1:8080.")
    private URI url = URI.create("http://127.0.0.1:8080");

    @Option(
            names = "--user",
            paramLabel = "NAME:PASSWORD",
            defaultValue = "${env:MAYFLY_USER}",
            description = "Who to log in as; better in MAYFLY_USER, where other users of the machine do not see it.")
    private @Nullable String user;

    @Option(names = "--cacert", paramLabel = "FILE", description = "Trust the certificates in this PEM file.")
    private @Nullable Path trusted;

    JsonNode get(String path) {
        return send(request(path).GET().build());
    }

    JsonNode post(String path) {
        return send(request(path).POST(HttpRequest.BodyPublishers.noBody()).build());
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder;
        try {
            builder = HttpRequest.newBuilder(url.resolve(path));
        } catch (IllegalArgumentException wrong) {
            throw new CommandFailure(ExitCode.USAGE, "--url: " + wrong.getMessage());
        }
        if (user != null) {
            String encoded = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
            builder.header("Authorization", "Basic " + encoded);
        }
        return builder;
    }

    private JsonNode send(HttpRequest request) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_WAIT);
        if (trusted != null) {
            builder.sslContext(TrustedCertificates.of(trusted));
        }
        try (HttpClient client = builder.build()) {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return answer(response);
        } catch (IOException _) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, "no server answers at " + url + "; is it running? (--url says where)");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted");
        }
    }

    private JsonNode answer(HttpResponse<String> response) {
        JsonNode body = parsed(response.body());
        if (response.statusCode() < 300) {
            return body;
        }
        String message = body.path("error").path("message").asString("status " + response.statusCode());
        throw new CommandFailure(exitCode(response.statusCode()), message);
    }

    private JsonNode parsed(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException _) {
            return MAPPER.createObjectNode();
        }
    }

    private static int exitCode(int status) {
        return switch (status) {
            case 400 -> ExitCode.USAGE;
            case 401, 403, 409, 429 -> ExitCode.REFUSED;
            case 404 -> ExitCode.NOT_FOUND;
            case 503 -> ExitCode.UNAVAILABLE;
            default -> ExitCode.FAILED;
        };
    }
}
