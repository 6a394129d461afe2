package dev.mayfly.app.cli.admin;

import dev.mayfly.app.cli.show.CliJson;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.base.clock.SystemClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The options by which a command finds its server, and the way there. */
public final class AdminConnection {
    private static final Duration CONNECT_WAIT = Duration.ofSeconds(5);
    private static final int PAGE_ITEMS = 1_000;

    /** The start of a further line of a message. */
    private static final String MORE = "\nmayfly: ";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The admin face, or MAYFLY_URL. Default: http://127.0.0.1:8080.")
    private @Nullable URI url;

    @Option(
            names = "--user",
            paramLabel = "NAME:PASSWORD",
            description =
                    "The user to log in as; better in MAYFLY_USER or a profile, where other users of the machine do"
                            + " not see it.")
    private @Nullable String user;

    @Option(names = "--cacert", paramLabel = "FILE", description = "Trust the certificates in this PEM file.")
    private @Nullable Path trusted;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "A named connection of ~/.config/mayfly/profiles.yaml; or MAYFLY_PROFILE.")
    private @Nullable String profile;

    @Option(
            names = {"-v", "--verbose"},
            description = "Say on stderr what is asked of the server, and how long it takes.")
    private boolean verbose;

    private @Nullable Target target;

    private @Nullable HttpClient client;

    public JsonNode get(String path) {
        return send(request(path).GET().build());
    }

    public JsonNode post(String path) {
        return send(request(path).POST(BodyPublishers.noBody()).build());
    }

    /** @param method such as {@code PUT} */
    public JsonNode send(String method, String path, JsonNode body) {
        return send(method, path, BodyPublishers.ofString(body.toString()), "application/json");
    }

    public JsonNode send(String method, String path, BodyPublisher body, String type) {
        return send(
                request(path).header("Content-Type", type).method(method, body).build());
    }

    public JsonNode delete(String path) {
        return send(request(path).DELETE().build());
    }

    /** Returns the items of a list, read page by page, up to the limit. */
    public List<JsonNode> list(UrlQuery path, long limit) {
        List<JsonNode> items = new ArrayList<>();
        each(path, limit, items::add);
        return items;
    }

    /** Walks over a list, page by page; answers whether there was more. */
    public boolean each(UrlQuery path, long limit, Consumer<JsonNode> taker) {
        long left = limit;
        String after = null;
        while (left > 0) {
            long size = Math.min(left, PAGE_ITEMS);
            JsonNode page = get(path.with("limit", size).with("after", after).toString());
            for (JsonNode item : page.path("items")) {
                taker.accept(item);
                left--;
            }
            after = page.path("next").asString(null);
            if (after == null) {
                return false;
            }
        }
        return true;
    }

    /** Returns the server's answer as a stream, which the caller closes. */
    public InputStream stream(String path, String type) {
        HttpResponse<InputStream> response =
                exchange(request(path).header("Accept", type).GET().build(), BodyHandlers.ofInputStream());
        if (response.statusCode() < 300) {
            return response.body();
        }
        try (InputStream body = response.body()) {
            throw failure(response.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException _) {
            throw failure(response.statusCode(), "");
        }
    }

    private Target target() {
        Target known = target;
        if (known == null) {
            known = Target.of(url, user, trusted, profile, System.getenv());
            target = known;
        }
        return known;
    }

    /** Describes an unreachable server and the remedy. */
    private CommandFailure unavailable(IOException failure) {
        URI at = target().url();
        if (failure instanceof SSLException) {
            return new CommandFailure(ExitCode.UNAVAILABLE, untrusted(at, failure));
        }
        String why = isUnreached(failure)
                ? "no server answers at " + at + MORE
                        + "start one with mayfly serve, or say where it is with --url, --profile or MAYFLY_URL"
                : "the server at " + at + " broke off the connection; its log says why";
        return new CommandFailure(ExitCode.UNAVAILABLE, why);
    }

    private static boolean isUnreached(IOException failure) {
        return failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException;
    }

    private static String untrusted(URI at, IOException failure) {
        String why = String.valueOf(failure.getMessage());
        if (why.contains("plaintext")) {
            return "the server at %s does not encrypt: say http instead of https".formatted(at);
        }
        return "the server at " + at + " cannot be trusted: " + why + MORE
                + "--cacert FILE trusts its certificate, which is certificate.pem in its data folder";
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder;
        try {
            builder = HttpRequest.newBuilder(target().url().resolve(path));
        } catch (IllegalArgumentException _) {
            throw new CommandFailure(
                    ExitCode.USAGE, "\"" + target().url() + "\" is no url such as http://127.0.0.1:8080");
        }
        String login = target().user();
        if (login != null) {
            String encoded = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
            builder.header("Authorization", "Basic " + encoded);
        }
        return builder;
    }

    private JsonNode send(HttpRequest request) {
        HttpResponse<String> response = exchange(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (response.statusCode() < 300) {
            return parsed(response.body());
        }
        throw failure(response.statusCode(), response.body());
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        long begun = SystemClock.INSTANCE.tickNanos();
        try {
            HttpResponse<T> response = client().send(request, handler);
            if (verbose) {
                long millis = Duration.ofNanos(SystemClock.INSTANCE.tickNanos() - begun)
                        .toMillis();
                command.commandLine()
                        .getErr()
                        .println(request.method() + " " + request.uri() + " " + response.statusCode() + " in " + millis
                                + " ms");
            }
            return response;
        } catch (IOException failure) {
            throw unavailable(failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted");
        }
    }

    private HttpClient client() {
        HttpClient known = client;
        if (known == null) {
            HttpClient.Builder builder =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_WAIT);
            Path certificates = target().certificates();
            if (certificates != null) {
                builder.sslContext(TrustedCertificates.of(certificates));
            }
            known = builder.build();
            client = known;
        }
        return known;
    }

    private static CommandFailure failure(int status, String body) {
        String message = parsed(body).path("error").path("message").asString("status " + status);
        if (status == 401) {
            message += "; say who you are with --user, MAYFLY_USER or a profile";
        }
        return new CommandFailure(exitCode(status), message);
    }

    private static JsonNode parsed(String text) {
        try {
            return CliJson.EXACT.readTree(text);
        } catch (JacksonException _) {
            return CliJson.EXACT.createObjectNode();
        }
    }

    private static int exitCode(int status) {
        return switch (status) {
            case 400, 405, 413, 415 -> ExitCode.USAGE;
            case 401, 403, 409, 429 -> ExitCode.REFUSED;
            case 404, 410 -> ExitCode.NOT_FOUND;
            case 503 -> ExitCode.UNAVAILABLE;
            default -> ExitCode.FAILED;
        };
    }
}
