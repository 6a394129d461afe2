package dev.mayfly.test.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A command line of ours that runs as an operator's would, on the class path of the test; it may be killed. */
public final class CommandProcess implements AutoCloseable {
    private static final long END_SECONDS = 60;

    private final Process process;
    private final BufferedReader output;
    private final Path errors;

    private CommandProcess(Process process, Path errors) {
        this.process = process;
        this.output = process.inputReader(UTF_8);
        this.errors = errors;
    }

    /** Starts it in this folder, on a heap of half a gigabyte. */
    public static CommandProcess start(Path folder, String... arguments) throws IOException {
        return start(folder, Launch.PLAIN, arguments);
    }

    /** Starts it in this folder, under these circumstances. */
    public static CommandProcess start(Path folder, Launch launch, String... arguments) throws IOException {
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(launch.command(arguments))
                .directory(folder.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(launch.environment());
        return new CommandProcess(builder.start(), errors);
    }

    /** The lines that it prints, each of which is read once. */
    public BufferedReader output() {
        return output;
    }

    /** Reads what it prints up to a line like this one, which a server prints when it is ready. */
    public String awaitLine(Predicate<String> isTheOne) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (isTheOne.test(line)) {
                return line;
            }
        }
        awaitEnd();
        throw new IllegalStateException("ended with " + exitCode() + ": " + errors());
    }

    public String errors() throws IOException {
        return Files.readString(errors);
    }

    public long pid() {
        return process.pid();
    }

    /** How long processors have worked for it, where the machine says that. */
    public long processorNanos() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    public int exitCode() {
        return process.exitValue();
    }

    /** As kill -9 does. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** As an operator asks, by SIGTERM. */
    public void stop() {
        process.destroy();
    }

    public void awaitEnd() {
        if (!hasEndedWithin(END_SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("process " + process.pid() + " does not end");
        }
    }

    public boolean hasEndedWithin(long seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
