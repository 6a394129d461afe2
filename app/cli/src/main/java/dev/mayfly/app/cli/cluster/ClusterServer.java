package dev.mayfly.app.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server of the cluster: a process that serves, with its log in a folder of its own. */
final class ClusterServer implements AutoCloseable {
    private static final int START_SECONDS_MAX = 180;

    /** A server stops within five, and then is killed. */
    private static final int STOP_SECONDS_MAX = 10;

    private final int number;
    private final ServerPorts ports;
    private final Path log;
    private final Process process;
    private final CompletableFuture<Optional<ServerBanner>> printed;

    private ClusterServer(int number, ServerPorts ports, Path log, Process process) {
        this.number = number;
        this.ports = ports;
        this.log = log;
        this.process = process;
        this.printed = CompletableFuture.supplyAsync(() -> read(process), Thread::startVirtualThread);
    }

    /** Starts it, and does not wait until it is ready. */
    static ClusterServer start(int number, Path folder, ServerLaunch launch, ServerPorts ports, List<String> options)
            throws IOException {
        Files.createDirectories(folder);
        Path log = folder.resolve("output.log");
        List<String> arguments = new ArrayList<>(List.of("serve"));
        arguments.addAll(options);
        arguments.addAll(ports.options());
        return new ClusterServer(number, ports, log, launch.start(folder, log, arguments));
    }

    private static Optional<ServerBanner> read(Process process) {
        try (BufferedReader output = process.inputReader(UTF_8)) {
            return ServerBanner.read(output);
        } catch (IOException failure) {
            throw new CompletionException(failure);
        }
    }

    /** Returns when it answers clients; fails if it has ended or takes too long. */
    void awaitReady() throws InterruptedException {
        try {
            if (printed.get(START_SECONDS_MAX, TimeUnit.SECONDS).isEmpty()) {
                throw new CommandFailure(ExitCode.FAILED, "server " + number + " has ended" + lastWords());
            }
        } catch (ExecutionException | TimeoutException _) {
            throw new CommandFailure(ExitCode.FAILED, "server " + number + " is not ready" + lastWords());
        }
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            return (lines.isEmpty() ? "" : ": " + lines.getLast()) + "; its log is " + log;
        } catch (IOException _) {
            return "; it has no log";
        }
    }

    /** From 1. */
    int number() {
        return number;
    }

    ServerPorts ports() {
        return ports;
    }

    Path log() {
        return log;
    }

    Process process() {
        return process;
    }

    /** What it printed; only when it is ready. */
    ServerBanner banner() {
        return printed.join().orElseThrow();
    }

    /** Asks it to stop, and does not wait. */
    void stop() {
        process.destroy();
    }

    @Override
    public void close() {
        stop();
        try {
            if (process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        process.onExit()
                .completeOnTimeout(process, STOP_SECONDS_MAX, TimeUnit.SECONDS)
                .join();
    }
}
