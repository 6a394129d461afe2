package dev.mayfly.bench.drivers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server's process with all that it started itself. */
final class ServerProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 20;

    private final Process process;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /** Starts a command whose output goes to a file. */
    static ServerProcess start(Path log, List<String> command) throws IOException {
        return new ServerProcess(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** User and system time, with the resolution of the kernel's accounts, a hundredth of a second. */
    long cpuNanos() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToLong(Duration::toNanos)
                .sum();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    /** Runs a command to its end. */
    static void run(Path log, List<String> command) {
        try {
            Process run = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (run.waitFor() != 0) {
                throw new IllegalStateException(command.getFirst() + " failed, see " + log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
