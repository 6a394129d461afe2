package dev.mayfly.bench.drivers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line.
 *
 * @param launcher starts our server
 * @param other starts another build of ours, which then is the only rival; null for the usual rivals
 * @param only a part of the names of the scenarios to run
 * @param warmUp the longest that a contestant may take to become warm
 * @param profiles the folder that gets a flame graph of our server for each scenario; null for none
 */
record Options(
        Path launcher,
        @Nullable Path other,
        String only,
        int rounds,
        Duration round,
        Duration warmUp,
        Scale scale,
        @Nullable Path profiles) {
    private static final Duration SMOKE_ROUND = Duration.ofMillis(100);

    private static final String USAGE =
            "options: --launcher FILE, --other FILE, --only TEXT, --rounds N, --seconds N, --warm-up N, --profile FOLDER,"
                    + " --smoke";

    static Options of(String... arguments) {
        Options options = new Options(
                Path.of("mayfly"), null, "", 5, Duration.ofSeconds(2), Duration.ofSeconds(30), Scale.WHOLE, null);
        for (int index = 0; index < arguments.length; index++) {
            if (arguments[index].equals("--smoke")) {
                options = options.smoke();
                continue;
            }
            if (index + 1 == arguments.length) {
                throw new IllegalArgumentException(USAGE);
            }
            options = options.with(arguments[index], arguments[++index]);
        }
        return options;
    }

    /** One short round of everything, which shows that it runs; its figures mean nothing. */
    private Options smoke() {
        return new Options(launcher, other, only, 1, SMOKE_ROUND, SMOKE_ROUND, Scale.SMOKE, profiles);
    }

    /** The same for a server that another launcher starts. */
    Options withLauncher(Path launcher) {
        return new Options(launcher, other, only, rounds, round, warmUp, scale, profiles);
    }

    private Options with(String name, String value) {
        return switch (name) {
            case "--launcher" -> withLauncher(Path.of(value));
            case "--other" -> new Options(launcher, Path.of(value), only, rounds, round, warmUp, scale, profiles);
            case "--only" -> new Options(launcher, other, value, rounds, round, warmUp, scale, profiles);
            case "--rounds" ->
                new Options(launcher, other, only, Integer.parseInt(value), round, warmUp, scale, profiles);
            case "--seconds" -> new Options(launcher, other, only, rounds, seconds(value), warmUp, scale, profiles);
            case "--warm-up" -> new Options(launcher, other, only, rounds, round, seconds(value), scale, profiles);
            case "--profile" -> new Options(launcher, other, only, rounds, round, warmUp, scale, Path.of(value));
            default -> throw new IllegalArgumentException(USAGE);
        };
    }

    private static Duration seconds(String value) {
        return Duration.ofSeconds(Long.parseLong(value));
    }

    boolean covers(Scenario scenario) {
        return covers(scenario.name());
    }

    boolean covers(String name) {
        return name.toLowerCase(Locale.ROOT).contains(only.toLowerCase(Locale.ROOT));
    }
}
