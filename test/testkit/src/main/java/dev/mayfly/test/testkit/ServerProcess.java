package dev.mayfly.test.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server in a process of its own. It stops when its standard input ends, and so with this JVM, however that ends. What it
 * says on its standard error appears on that of this JVM.
 */
final class ServerProcess implements RunningServer {
    private static final Pattern ADMIN = Pattern.compile("^ *admin .*(http:\\S+)$");
    private static final String LAST = "  data ";
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Process process;
    private final RemoteServer remote;

    private ServerProcess(Process process, URI adminUrl) {
        this.process = process;
        this.remote = RemoteServer.at(adminUrl);
    }

    static ServerProcess start(Path launcher, Map<String, String> flags) {
        List<String> command = new ArrayList<>(List.of(launcher.toString(), "serve", "--until-input-ends"));
        flags.forEach((flag, value) -> command.addAll(List.of(flag, value)));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException("no server for this test: " + launcher + " cannot be run", failure);
        }
        try {
            return new ServerProcess(process, readBanner(process));
        } catch (RuntimeException failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    private static URI readBanner(Process process) {
        URI found = null;
        try {
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                Matcher matcher = ADMIN.matcher(line);
                if (matcher.matches()) {
                    found = URI.create(matcher.group(1));
                }
                if (line.startsWith(LAST) && found != null) {
                    return found;
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("no server for this test: its output cannot be read", failure);
        }
        throw new IllegalStateException("no server for this test: it ended before it was ready, and has said why on the"
                + " standard error of this process");
    }

    @Override
    public URI adminUrl() {
        return remote.adminUrl();
    }

    @Override
    public Map<String, String> connectionStrings() {
        return remote.connectionStrings();
    }

    @Override
    public Optional<ServerClock> clock() {
        return remote.clock();
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return Optional.empty();
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException failure) {
            process.destroyForcibly();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
