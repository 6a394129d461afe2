package dev.mayfly.bench.drivers;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store of keys and values, asked in pipelines over many connections. */
final class KvTarget implements Target<KvWork> {
    static final int THREADS = 2;
    static final int CONNECTIONS = 32;

    /** Above the numbers of all keys that are used otherwise. */
    private static final int FIRST_NEW_KEY = 20_000_000;

    private static final int LOADED_TOGETHER = 50;

    private final String name;
    private final ServerProcess process;
    private final int port;
    private final int management;
    private final int admin;
    private final int query;
    private final Supplier<Dialect> dialect;
    private final AtomicInteger newKeys = new AtomicInteger(FIRST_NEW_KEY);
    private boolean isLoaded;

    private KvTarget(
            String name,
            ServerProcess process,
            int port,
            int management,
            int admin,
            int query,
            Supplier<Dialect> dialect)
            throws IOException {
        this.name = name;
        this.process = process;
        this.port = port;
        this.management = management;
        this.admin = admin;
        this.query = query;
        this.dialect = dialect;
        process.awaitReady(() -> {
            try (SocketChannel channel = connect()) {
                dialect.get().greet(channel);
            }
        });
    }

    /** Ours, by its launcher, on disk. */
    static KvTarget mayfly(String name, Options options, Path folder) throws IOException {
        int port = ServerProcess.freePort();
        int management = ServerProcess.freePort();
        int admin = ServerProcess.freePort();
        int query = ServerProcess.freePort();
        List<String> command = List.of(
                options.launcher().toString(),
                "serve",
                "--data",
                folder.resolve(name + ".data").toString(),
                "--face",
                "couchbase,admin",
                "--http-port",
                Integer.toString(admin),
                "--couchbase-port",
                Integer.toString(management),
                "--kv-port",
                Integer.toString(port),
                "--query-port",
                Integer.toString(query));
        ServerProcess process = ServerProcess.start(folder.resolve(name + ".log"), command);
        return new KvTarget(name, process, port, management, admin, query, () -> new BinaryDialect(true));
    }

    /** Installs the rivals where that is possible. */
    static void installRivals(Path launcher, Path folder) throws IOException, InterruptedException {
        Path script = launcher.toAbsolutePath().resolveSibling("bench").resolve("peers/install");
        if (!Files.isExecutable(script)) {
            // An unpacked release has none.
            return;
        }
        new ProcessBuilder(script.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("peers.log").toFile())
                .start()
                .waitFor();
    }

    /** In memory, with two threads; null if it cannot be had here. */
    static @Nullable KvTarget memcached(Path folder) throws IOException {
        Path program = program("memcached");
        if (program == null) {
            return null;
        }
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(List.of(program.toString(), "-t", "2", "-B", "binary", "-m", "1024"));
        command.addAll(List.of("-l", "127.0.0.1", "-p", Integer.toString(port), "-U", "0"));
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("-u", "root"));
        }
        ServerProcess process = ServerProcess.start(folder.resolve("memcached.log"), command);
        return new KvTarget("memcached", process, port, 0, 0, 0, () -> new BinaryDialect(false));
    }

    /** With its log of commands, which it syncs every second; null if it cannot be had here. */
    static @Nullable KvTarget redis(Path folder) throws IOException {
        Path program = program("redis-server");
        if (program == null) {
            return null;
        }
        int port = ServerProcess.freePort();
        Path data = Files.createDirectories(folder.resolve("redis.data"));
        List<String> command = new ArrayList<>(List.of(program.toString(), "--bind", "127.0.0.1", "--save", ""));
        command.addAll(List.of("--port", Integer.toString(port), "--dir", data.toString()));
        command.addAll(List.of("--appendonly", "yes", "--appendfsync", "everysec"));
        ServerProcess process = ServerProcess.start(folder.resolve("redis.log"), command);
        return new KvTarget("redis", process, port, 0, 0, 0, RespDialect::new);
    }

    private static @Nullable Path program(String name) {
        for (String folder : List.of("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")) {
            Path program = Path.of(folder, name);
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        return null;
    }

    /** A connection on which nothing has been said. */
    SocketChannel connect() throws IOException {
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    int port() {
        return port;
    }

    /** The address of our management port. */
    int management() {
        return management;
    }

    /** The address of our admin port. */
    int admin() {
        return admin;
    }

    /** The address of our query port. */
    int query() {
        return query;
    }

    @Override
    public String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public long serverCpuNanos() {
        return process.cpuNanos();
    }

    /** All keys are there whatever is asked for, but for new keys. */
    @Override
    public void prepare(KvWork work) throws IOException {
        if (isLoaded || work.kind() == KvWork.Kind.SET_NEW_WITH_EXPIRY) {
            return;
        }
        Dialect dialect = this.dialect.get();
        ByteBuffer out = ByteBuffer.allocate(1 << 16);
        ByteBuffer in = ByteBuffer.allocate(1 << 16);
        try (SocketChannel channel = connect()) {
            dialect.greet(channel);
            for (int first = 0; first < Pairs.KEYS; first += LOADED_TOGETHER) {
                int beyond = Math.min(Pairs.KEYS, first + LOADED_TOGETHER);
                out.clear();
                for (int number = first; number < beyond; number++) {
                    dialect.ask(out, KvWork.Kind.SET, number);
                }
                out.flip();
                while (out.hasRemaining()) {
                    channel.write(out);
                }
                await(channel, in.clear(), dialect, beyond - first);
            }
        }
        isLoaded = true;
    }

    private static void await(SocketChannel channel, ByteBuffer in, Dialect dialect, int answers) throws IOException {
        for (int missing = answers; missing > 0; ) {
            if (channel.read(in) < 0) {
                throw new EOFException("the server closed the connection");
            }
            in.flip();
            while (missing > 0 && dialect.skipAnswer(in, KvWork.Kind.SET)) {
                missing--;
            }
            in.compact();
        }
    }

    @Override
    public Worker open(KvWork work, int thread) throws IOException {
        return new PipelineWorker(work, port, CONNECTIONS / THREADS, dialect, thread, newKeys::getAndIncrement);
    }

    @Override
    public void close() {
        process.close();
    }
}
