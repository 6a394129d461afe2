package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.EffectiveSetting;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import javax.net.ssl.HttpsURLConnection;
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
    private static final int WAIT_MILLIS = 5_000;
    private static final int ERRORS = 400;

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
        try {
            HttpURLConnection connection = open(asked.resolve("/health/ready"));
            int status = connection.getResponseCode();
            InputStream body = status < ERRORS ? connection.getInputStream() : connection.getErrorStream();
            output.line(body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8).strip());
            return status == HttpURLConnection.HTTP_OK ? ExitCode.OK : ExitCode.UNAVAILABLE;
        } catch (IOException failure) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, "no server answers at " + asked);
        }
    }

    /** A container asks every few seconds, and this client takes a fraction of the processor that the other of Java takes. */
    private static HttpURLConnection open(URI asked) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) asked.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(WAIT_MILLIS);
        connection.setReadTimeout(WAIT_MILLIS);
        if (connection instanceof HttpsURLConnection encrypted) {
            encrypted.setSSLSocketFactory(UncheckedCertificates.context().getSocketFactory());
            encrypted.setHostnameVerifier((_, _) -> true);
        }
        return connection;
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
