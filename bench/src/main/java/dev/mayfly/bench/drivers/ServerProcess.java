package dev.mayfly.bench.drivers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A server's process with all that it started itself. */
final class ServerProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 20;

    /** A launcher may build and train before it serves, and the machine may be busy. */
    private static final int CONNECTS_MAX = 3_000;

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

    /** Finds out whether a server answers. */
    @FunctionalInterface
    interface Probe {
        /** @throws IOException if it does not */
        void connect() throws IOException;
    }

    /** Waits until the server answers; ends it if it does not within five minutes or has ended by itself. */
    void awaitReady(Probe probe) throws IOException {
        awaitReady(probe, CONNECTS_MAX);
    }

    /** @param connectsMax how often the server is asked, ten times a second */
    void awaitReady(Probe probe, int connectsMax) throws IOException {
        boolean isReady = false;
        try {
            for (int connects = 1; !isReady; connects++) {
                try {
                    probe.connect();
                    isReady = true;
                } catch (IOException notYet) {
                    if (connects >= connectsMax || !process.isAlive()) {
                        throw notYet;
                    }
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                }
            }
        } finally {
            if (!isReady) {
                close();
            }
        }
    }

    /** The probe of a server that answers once its port is open. */
    static Probe port(int port) {
        return () -> new Socket(InetAddress.getLoopbackAddress(), port).close();
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
