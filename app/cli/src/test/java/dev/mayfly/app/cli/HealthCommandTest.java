package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HealthCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int health(String url) {
        return Mayfly.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                Terminal.none(InputStream.nullInputStream()),
                "health",
                "--url",
                url);
    }

    @Test
    void encryptedServerThatListensEverywhereIsHealthyUntilItStops() throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY, "true",
                Setting.BIND, "0.0.0.0",
                Setting.AUTH, "open",
                Setting.TLS, "auto",
                Setting.FACES, "admin",
                Setting.ADMIN_PORT, "0");
        String url;
        try (MayflyServer server = MayflyServer.start(ConfigReader.read(flags, Map.of(), null))) {
            url = "https://127.0.0.1:" + server.port(FaceName.ADMIN);
            assertEquals(ExitCode.OK, health(url), err::toString);
            assertEquals("ok" + System.lineSeparator(), out.toString());
        }
        assertEquals(ExitCode.UNAVAILABLE, health(url));
        assertTrue(err.toString().contains("no server answers at " + url), err::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 8080, off, http://127.0.0.1:8080",
        "0.0.0.0, 18080, off, http://127.0.0.1:18080",
        "'::', 8080, auto, https://127.0.0.1:8080",
        "'::1', 8080, auto, https://[0:0:0:0:0:0:0:1]:8080",
        "192.0.2.1, 8080, auto, https://192.0.2.1:8080"
    })
    void addressIsThatOfTheConfiguration(String bind, String port, String tls, String url) throws ConfigException {
        Map<String, String> environment = Map.of(
                "MAYFLY_BIND", bind,
                "MAYFLY_FACES_ADMIN_PORT", port,
                "MAYFLY_TLS_MODE", tls,
                "MAYFLY_AUTH_MODE", "open");
        assertEquals(
                url,
                HealthCommand.address(ConfigReader.effective(environment, null)).toString());
    }
}
