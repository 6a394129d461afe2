package dev.mayfly.app.cassandra;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node of Cassandra that runs as a child of this process, and never outlives it. Safe for concurrent use. */
public final class CassandraNode implements AutoCloseable {
    private static final int START_SECONDS_MAX = 180;
    private static final int LOOKS_PER_SECOND = 5;
    private static final int STOP_SECONDS_MAX = 10;

    private final int number;
    private final FreePorts ports;
    private final NodeFiles files;
    private final ServerCommand command;
    private @Nullable Process process;

    CassandraNode(int number, LocalSettings settings, FreePorts ports) {
        this.number = number;
        this.ports = ports;
        this.files = new NodeFiles(settings.folder().resolve("node" + number));
        this.command = new ServerCommand(settings, files);
    }

    static String address(int number) {
        return "127.0.0." + number;
    }

    /** From 1. */
    public int number() {
        return number;
    }

    /** The address at which clients are answered; the same after a restart. */
    public InetSocketAddress address() {
        return new InetSocketAddress(address(number), ports.clients());
    }

    /** The file to which the node writes its log. */
    public Path log() {
        return files.output();
    }

    /** The id of the process, or -1 if none runs. */
    public synchronized long pid() {
        return process != null && process.isAlive() ? process.pid() : -1;
    }

    /** Starts the node, over what it kept before if it ran already, and returns when it answers clients. */
    public synchronized void start() throws CassandraStartException {
        if (pid() != -1) {
            return;
        }
        try {
            files.write(number, ports);
            Files.deleteIfExists(files.output());
            Process started = command.start();
            process = started;
            awaitAnswers(started);
        } catch (IOException failure) {
            close();
            throw new CassandraStartException("node " + number + " of Cassandra could not be started", failure);
        } catch (CassandraStartException failure) {
            close();
            throw failure;
        }
    }

    private void awaitAnswers(Process started) throws CassandraStartException {
        try {
            for (int look = 0; look < START_SECONDS_MAX * LOOKS_PER_SECOND; look++) {
                if (OptionsExchange.isAnswered(address())) {
                    return;
                }
                if (started.waitFor(1_000 / LOOKS_PER_SECOND, TimeUnit.MILLISECONDS)) {
                    throw new CassandraStartException(
                            "node " + number + " of Cassandra ended while it started:\n" + files.lastOutput(), null);
                }
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new CassandraStartException("interrupted", interruption);
        }
        throw new CassandraStartException(
                "node " + number + " of Cassandra does not answer:\n" + files.lastOutput(), null);
    }

    /** Ends the node as a crash of its process does. */
    public synchronized void kill() {
        if (process != null) {
            process.destroyForcibly();
            awaitEnd(process);
        }
    }

    /** Stops the node; what it keeps stays where it is. */
    @Override
    public synchronized void close() {
        if (process != null) {
            process.destroy();
            if (!awaitEnd(process)) {
                kill();
            }
        }
    }

    private static boolean awaitEnd(Process ending) {
        try {
            return ending.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
