package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.EffectiveSetting;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Asks a server whether it serves, without logging in. The server is found by the configuration that it was started with, so
 * that a container can check itself by one fixed command.
 */
@Command(
        name = "health",
        header = "Ask whether the server of this machine serves reads and writes; for health checks of containers.",
        description = {
            "",
            "Examples:",
            "  mayfly health                                 # exit code 0 if it does, 5 if not",
            "  mayfly health --config /etc/mayfly.yaml       # finds the port and TLS there, as serve does",
            "  mayfly health --url https://db.example:8080"
        })
final class HealthCommand implements Callable<Integer> {
    private static final Duration WAIT = Duration.ofSeconds(5);

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The admin face. Default: that of a server with this configuration and these variables.")
    private @Nullable URI url;

    @Option(
            names = ServeOptions.CONFIG,
            paramLabel = "FILE",
            description = "The configuration file of the server; ./mayfly.yaml if there is one.")
    private @Nullable Path config;

    @Override
    public Integer call() throws ConfigException {
        URI asked = url != null ? url : configured();
        try (HttpClient client = client(asked)) {
            HttpRequest request = HttpRequest.newBuilder(asked.resolve("/health/ready"))
                    .timeout(WAIT)
                    .build();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            output.line(response.body().strip());
            return response.statusCode() == 200 ? ExitCode.OK : ExitCode.UNAVAILABLE;
        } catch (IOException failure) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, "no server answers at " + asked);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted");
        }
    }

    private static HttpClient client(URI asked) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(WAIT);
        if ("https".equals(asked.getScheme())) {
            builder.sslContext(UncheckedCertificates.context());
        }
        return builder.build();
    }

    private URI configured() throws ConfigException {
        Path file = config != null
                ? config
                : ConfigReader.usualFile(System.getenv(), Path.of("")).orElse(null);
        return address(ConfigReader.effective(System.getenv(), file));
    }

    /** The address of the admin face of a server with these settings, as it is reached from this machine. */
    static URI address(List<EffectiveSetting> settings) {
        String scheme = text(settings, Setting.TLS).equals("off") ? "http" : "https";
        return URI.create(
                scheme + "://" + host(text(settings, Setting.BIND)) + ":" + text(settings, Setting.ADMIN_PORT));
    }

    private static String text(List<EffectiveSetting> settings, Setting setting) {
        return settings.stream()
                .filter(each -> each.setting() == setting)
                .map(EffectiveSetting::text)
                .findFirst()
                .orElse(setting.standard());
    }

    /** A server that listens everywhere is also here. */
    private static String host(String bind) {
        try {
            InetAddress address = InetAddress.getByName(bind);
            if (address.isAnyLocalAddress()) {
                return "127.0.0.1";
            }
            return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : bind;
        } catch (UnknownHostException _) {
            return bind;
        }
    }
}
