package dev.mayfly.app.server.training;

import dev.mayfly.app.server.Banner;
import dev.mayfly.app.server.LogSetup;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.store.rocksdb.RocksLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Goes the way of a start and of the usual requests, so that the classes of it and what the compilers learn of them can
 * be kept for the next process: it starts sooner, and is fast sooner.
 */
public final class Training {
    /** Enough rounds that the code they run is compiled, and its profile is kept for the next process. */
    private static final int ROUNDS = 1_500;

    /** Few: they are for the classes that the first request of each kind would load. */
    private static final int FACE_ROUNDS = 3;

    /** The limit that keeps a build on a busy machine from waiting longer. */
    private static final Duration AT_MOST = Duration.ofSeconds(5);

    private Training() {}

    /** The system property by which the launcher says where to unpack native libraries. */
    private static final String NATIVE = "mayfly.native";

    /** Starts a server on free ports over a folder of its own, loads it a little, and stops it. */
    public static void run() throws IOException, ConfigException, StartupException {
        String unpacked = System.getProperty(NATIVE);
        if (unpacked != null) {
            RocksLibrary.unpack(Path.of(unpacked));
        }
        Path folder = Files.createTempDirectory("mayfly-training");
        try {
            ServerConfig config = ConfigReader.read(
                    Map.of(
                            Setting.DATA, folder.resolve("data").toString(),
                            Setting.MONGO_PORT, "0",
                            Setting.COSMOS_PORT, "0",
                            Setting.COUCHBASE_PORT, "0",
                            Setting.KV_PORT, "0",
                            Setting.QUERY_PORT, "0",
                            Setting.ADMIN_PORT, "0",
                            Setting.LOG_LEVEL, "error"),
                    Map.of(),
                    null);
            LogSetup.apply(config.log());
            try (MayflyServer server = MayflyServer.start(config)) {
                Demo.load(server.engine());
                Banner.of(server);
                askEveryFace(server, FACE_ROUNDS, ROUNDS, AT_MOST);
                ask(server.port(FaceName.MONGO), ROUNDS, AT_MOST);
            }
        } finally {
            delete(folder);
        }
    }

    /**
     * Sends each face the requests that its clients usually begin with, and then those about single documents that it is to
     * answer at full speed.
     *
     * @param points how often each of the latter is sent
     * @param atMost the limit on the time for either, and on that of each face
     * @return the number of requests refused
     */
    public static int askEveryFace(MayflyServer server, int rounds, int points, Duration atMost) throws IOException {
        try (TrainingRound round = new TrainingRound(server);
                TrainingKv keyValue = new TrainingKv(server.keyValuePort())) {
            return keyValue.prepare()
                    + repeat(rounds, atMost, number -> keyValue.run(number) + round.run(number))
                    + repeat(points, atMost, round::runPoints)
                    + repeat(points, atMost, keyValue::run);
        }
    }

    /** Some requests, of which those that are refused are counted. */
    @FunctionalInterface
    private interface Requests {
        int run(int number) throws IOException;
    }

    private static int repeat(int rounds, Duration atMost, Requests requests) throws IOException {
        long end = SystemClock.INSTANCE.tickNanos() + atMost.toNanos();
        int refused = 0;
        for (int number = 0; number < rounds && SystemClock.INSTANCE.tickNanos() - end < 0; number++) {
            refused += requests.run(number);
        }
        return refused;
    }

    public static void ask(int port, int rounds, Duration atMost) throws IOException {
        try (TrainingClient client = new TrainingClient(port)) {
            client.prepare();
            client.run(rounds, atMost);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
