package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.Banner;
import dev.mayfly.app.server.LogSetup;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.MemoryShares;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.LiveDemo;
import dev.mayfly.app.server.training.Training;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The options of the serve command.
 *
 * @param config the configuration file, or null for the usual one
 * @param train whether to start and stop once, for the launcher
 * @param untilInputEnds whether the end of standard input stops the server
 */
record ServeOptions(
        Map<Setting, String> flags, @Nullable Path config, boolean demo, boolean train, boolean untilInputEnds) {
    /*
     * A server should start at once, and the library that reads command lines takes as long to load as all the rest. A
     * command line of well-formed options is therefore read here; any other is left to the library, which can explain
     * the mistake. Both read the same command line alike.
     */
    static final String CONFIG = "--config";
    static final String DEMO = "--demo";
    static final String TRAIN = "--train";
    static final String UNTIL_INPUT_ENDS = "--until-input-ends";

    private static final int SKIPPED_BYTES = 1_024;

    ServeOptions {
        flags = Map.copyOf(flags);
    }

    /** Reads the options after {@code serve}, or nothing if they are not plain. */
    static Optional<ServeOptions> ofPlain(String... arguments) {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        Path config = null;
        boolean demo = false;
        boolean train = false;
        boolean untilInputEnds = false;
        for (int index = 0; index < arguments.length; index++) {
            String name = arguments[index];
            boolean hasValue = index + 1 < arguments.length && !arguments[index + 1].startsWith("-");
            Setting setting = settingOf(name);
            if (name.equals(DEMO) && !demo) {
                demo = true;
            } else if (name.equals(TRAIN) && !train) {
                train = true;
            } else if (name.equals(UNTIL_INPUT_ENDS) && !untilInputEnds) {
                untilInputEnds = true;
            } else if (setting != null && setting.isSwitch() && !hasValue && !flags.containsKey(setting)) {
                flags.put(setting, "true");
            } else if (setting != null && hasValue && !flags.containsKey(setting)) {
                flags.put(setting, arguments[++index]);
            } else if (name.equals(CONFIG) && hasValue && config == null) {
                config = Path.of(arguments[++index]);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new ServeOptions(flags, config, demo, train, untilInputEnds));
    }

    private static @Nullable Setting settingOf(String flag) {
        for (Setting setting : Setting.values()) {
            if (setting.flag().equals(flag)) {
                return setting;
            }
        }
        return null;
    }

    /** Serves until the process is told to stop. */
    int run(PrintWriter out) throws ConfigException, StartupException, IOException, InterruptedException {
        if (train) {
            Training.run();
            return ExitCode.OK;
        }
        Path file = config != null
                ? config
                : ConfigReader.usualFile(System.getenv(), Path.of("")).orElse(null);
        ServerConfig read = ConfigReader.read(flags, System.getenv(), file);
        LogSetup.apply(read.log());
        MemoryShares.ofProcess().check();
        MayflyServer server = MayflyServer.start(read);
        AtomicReference<@Nullable LiveDemo> shown = new AtomicReference<>();
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            close(shown.get());
                            server.close();
                            stopped.countDown();
                        },
                        "mayfly-stop"));
        out.println(Banner.of(server));
        if (demo) {
            LiveDemo started = LiveDemo.start(server);
            shown.set(started);
            out.println(started.words());
        }
        if (untilInputEnds) {
            Thread.ofPlatform().name("mayfly-input").daemon().start(() -> {
                skip(System.in);
                stopped.countDown();
            });
        }
        stopped.await();
        return ExitCode.OK;
    }

    /** Reads to the end, which is also the end of the process that holds the other side, however that came. */
    private static void skip(InputStream input) {
        byte[] skipped = new byte[SKIPPED_BYTES];
        try {
            while (input.read(skipped) >= 0) {
                // Nothing that is said here means anything.
            }
        } catch (IOException _) {
            // Nobody is there to say more.
        }
    }

    /** Closes the demo before the server, since it would report the server's end as a failure. */
    private static void close(@Nullable LiveDemo demo) {
        try {
            if (demo != null) {
                demo.close();
            }
        } catch (IOException _) {
            // Its connections end with the server.
        }
    }
}
