package dev.mayfly.bench.drivers;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.mayfly.bench.Folders;
import dev.mayfly.bench.drivers.Scenario.Rival;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Compares ours with others, and prints a table of rates, processor times and ratios.
 *
 * <p>All servers stand for the whole run, on the processors that the load comes from; the rounds of two contestants
 * alternate, so that whatever else the machine does meets both.
 */
public final class Comparison implements AutoCloseable {
    /** The exit code for a command line that makes no sense. */
    private static final int USAGE = 64;

    private static final List<Alone> ALONE = List.of(
            new Alone(MassExpiryReads.NAME, (target, options, _) -> MassExpiryReads.measure(target, options.scale())),
            new Alone(IndexWidths.NAME, (target, options, _) -> IndexWidths.measure(target, options)),
            new Alone(SearchTimes.NAME, (target, options, _) -> SearchTimes.measure(target, options)),
            new Alone(VectorTimes.NAME, (target, options, _) -> VectorTimes.measure(target, options)),
            new Alone(MongoStorm.NAME, MongoStorm::measure),
            new Alone(StormDisk.NAME, (_, options, folder) -> StormDisk.measure(options, folder)));

    /** A measurement of more than one figure, for which no rival is needed. */
    private record Alone(String name, Measurement measurement) {}

    /** Measures a server, and puts what it has found into words. */
    @FunctionalInterface
    private interface Measurement {
        String measure(MongoTarget target, Options options, Path folder) throws Exception;
    }

    private final Options options;
    private final Path folder;
    private final PrintStream out;
    private @Nullable MongoTarget ours;
    private final Map<Rival, Target<MongoWork>> rivals = new EnumMap<>(Rival.class);

    private Comparison(Options options, Path folder, PrintStream out) {
        this.options = options;
        this.folder = folder;
        this.out = out;
    }

    /** Starts ours when it is first needed. */
    private MongoTarget ours() throws Exception {
        MongoTarget standing = ours;
        if (standing == null) {
            standing = MongoTarget.mayfly("mayfly", options, folder);
            ours = standing;
        }
        return standing;
    }

    /** See {@link Options} for the arguments. */
    public static void main(String[] args) throws Exception {
        Options options;
        try {
            options = Options.of(args);
        } catch (IllegalArgumentException refusal) {
            System.out.println("mayfly bench: " + refusal.getMessage());
            System.exit(USAGE);
            return;
        }
        Path folder = Files.createTempDirectory("mayfly-bench");
        try {
            run(options, folder, System.out);
        } finally {
            Folders.delete(folder);
        }
    }

    /** Runs what the options cover; servers keep their data and logs in this folder. */
    static void run(Options options, Path folder, PrintStream out) throws Exception {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        try (Comparison comparison = new Comparison(options, folder, out)) {
            comparison.run();
        }
    }

    /** The names of all that is measured, in this order. */
    static List<String> scenarios() {
        List<String> names = new ArrayList<>();
        Scenario.ALL.forEach(scenario -> names.add(scenario.name()));
        names.add(ChangeDelivery.NAME);
        ALONE.forEach(alone -> names.add(alone.name()));
        names.addAll(ColdStart.names());
        names.addAll(CosmosComparison.names());
        names.addAll(KvComparison.names());
        return names;
    }

    private void run() throws Exception {
        out.println(Table.HEAD);
        for (Scenario scenario : Scenario.ALL) {
            if (options.covers(scenario)) {
                compare(options.other() == null ? scenario : scenario.againstOurselves());
            }
        }
        if (options.covers(ChangeDelivery.NAME)) {
            out.println(ChangeDelivery.measure(
                    (MongoTarget) Objects.requireNonNull(rival(Rival.OURSELVES_IN_A_SET)), options.scale()));
        }
        for (Alone alone : ALONE) {
            if (options.covers(alone.name())) {
                measure(alone);
            }
        }
        new ColdStart(options, folder, out).run();
        new CosmosComparison(options, folder, out).run();
        new KvComparison(options, folder, out).run();
    }

    private void measure(Alone alone) throws Exception {
        try (CpuProfile _ = CpuProfile.start(options, ours().pid(), alone.name())) {
            out.println(alone.measurement().measure(ours(), options, folder));
        }
        if (options.other() != null) {
            MongoTarget other = (MongoTarget) Objects.requireNonNull(rival(Rival.OURSELVES));
            out.println("other: " + alone.measurement().measure(other, options, folder));
        }
    }

    private void compare(Scenario scenario) throws Exception {
        Target<MongoWork> rival = rival(scenario.rival());
        Target<MongoWork> first = scenario.rival() == Rival.OURSELVES_IN_A_SET ? Objects.requireNonNull(rival) : ours();
        Pairing pairing = new Pairing(
                new Contestant<>(first, scenario.work()),
                rival == null ? null : new Contestant<>(rival, scenario.rivalWork()),
                scenario.threads());
        try (CpuProfile _ = CpuProfile.start(options, ((MongoTarget) first).pid(), scenario.name())) {
            out.println(Table.line(
                    scenario.name(),
                    scenario.threads(),
                    scenario.goal(),
                    rival == null ? null : rival.name(),
                    pairing.measure(options)));
        }
    }

    /** Starts a rival when it is first needed; null if it cannot be had here. */
    private @Nullable Target<MongoWork> rival(Rival rival) throws Exception {
        Target<MongoWork> standing = rivals.get(rival);
        if (standing != null) {
            return standing;
        }
        Target<MongoWork> started = start(rival);
        if (started != null) {
            rivals.put(rival, started);
        }
        return started;
    }

    private @Nullable Target<MongoWork> start(Rival rival) throws Exception {
        return switch (rival) {
            case OURSELVES ->
                options.other() == null
                        ? ours()
                        : MongoTarget.mayfly("other", options.withLauncher(options.other()), folder);
            case OURSELVES_IN_A_SET -> MongoTarget.mayfly("set", options, folder, "--mongo-replset", "bench");
            case MONGO_JAVA_SERVER -> MongoTarget.javaServer(options, folder);
            case POSTGRES -> {
                Path programs = PostgresTarget.programs().orElse(null);
                if (programs == null) {
                    out.println("*** no PostgreSQL here to compare with; install the package postgresql ***");
                    yield null;
                }
                yield PostgresTarget.start(programs, folder);
            }
        };
    }

    @Override
    public void close() {
        rivals.values().forEach(Target::close);
        MongoTarget standing = ours;
        if (standing != null) {
            standing.close();
        }
    }
}
