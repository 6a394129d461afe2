package dev.mayfly.app.cli.command.transfer.source;

import dev.mayfly.app.cli.command.ArgumentReader;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Requests to a server that is asked over HTTP. Used by one thread. */
final class HttpSource implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int OK = 200;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * An answer with status 200.
     *
     * @param continuation the header field that leads to the next page; null where there is none
     */
    record Answer(JsonNode body, @Nullable String continuation) {}

    Answer get(URI address, Map<String, String> fields) {
        return ask(HttpRequest.newBuilder(address).GET(), fields);
    }

    Answer post(URI address, Map<String, String> fields, String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
        return ask(request, fields);
    }

    private Answer ask(HttpRequest.Builder request, Map<String, String> fields) {
        fields.forEach(request::header);
        HttpRequest whole = request.timeout(LONGEST).build();
        try {
            HttpResponse<String> response =
                    client.send(whole, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            if (response.statusCode() != OK) {
                throw new CommandFailure(
                        ExitCode.FAILED, whole.uri() + " answers " + response.statusCode() + ": " + response.body());
            }
            return new Answer(
                    ArgumentReader.json(whole.uri().toString(), response.body()),
                    response.headers().firstValue("x-ms-continuation").orElse(null));
        } catch (IOException failure) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, "the server to copy from, " + whole.uri() + ": " + failure.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted");
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
