package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers as processes of their own. */
final class ServeProcessTest {
    private static final int SIGTERM_EXIT = 128 + 15;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void serverSaysWhereItIsAndStopsWithinFiveSecondsOfSigterm() throws Exception {
        for (int round = 0; round < 2; round++) {
            Process server = serve("--data", "data", "--http-port", "0", "--mongo-port", "0", "--face", "mongo,admin");
            try {
                String banner = bannerOf(server);
                assertTrue(banner.contains("http://127.0.0.1:"), banner);
                assertTrue(banner.contains(folder.resolve("data").toRealPath().toString()), banner);
                server.destroy();
                assertTrue(server.waitFor(5, TimeUnit.SECONDS), "still running");
                assertEquals(SIGTERM_EXIT, server.exitValue());
                assertEquals("", errorsOf(server));
            } finally {
                server.destroyForcibly();
            }
        }
    }

    @Test
    void demoEndsWithoutAWord() throws Exception {
        Process server = serve(
                "--demo",
                "--in-memory",
                "--http-port",
                "0",
                "--mongo-port",
                "0",
                "--face",
                "mongo,admin",
                "--log-level",
                "warn");
        try {
            String banner = printed(server, "  or    mayfly");
            assertTrue(banner.contains("demo.sessions"), banner);
            server.destroy();
            assertTrue(server.waitFor(5, TimeUnit.SECONDS), "still running");
            assertEquals("", errorsOf(server));
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void endOfInputStopsAServerThatWasToldSo() throws Exception {
        Process server = serve("--in-memory", "--http-port", "0", "--face", "admin", "--until-input-ends");
        try {
            String banner = bannerOf(server);
            assertTrue(banner.contains("http://127.0.0.1:"), banner);
            server.getOutputStream().close();
            assertTrue(server.waitFor(60, TimeUnit.SECONDS), "still running");
            assertEquals(0, server.exitValue());
            assertEquals("", errorsOf(server));
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void refusedConfigurationEndsTheProcessWith78() throws Exception {
        Process server = serve("--bind", "0.0.0.0");
        assertTrue(server.waitFor(60, TimeUnit.SECONDS));
        assertEquals(78, server.exitValue());
        assertTrue(errorsOf(server).startsWith("mayfly: --bind: 0.0.0.0 is open to other machines"));
    }

    private Process serve(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mayfly.app.cli.Mayfly",
                "serve"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("errors").toFile())
                .start();
    }

    /** Returns the output of the server up to its line about the data. */
    private static String bannerOf(Process server) throws IOException {
        return printed(server, "  data");
    }

    private static String printed(Process server, String last) throws IOException {
        StringBuilder text = new StringBuilder();
        BufferedReader reader = server.inputReader(StandardCharsets.UTF_8);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            text.append(line).append('\n');
            if (line.startsWith(last)) {
                break;
            }
        }
        return text.toString();
    }

    private String errorsOf(Process server) {
        try {
            return Files.readString(folder.resolve("errors"));
        } catch (IOException failure) {
            throw new UncheckedIOException("no errors of " + server.pid(), failure);
        }
    }
}
