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
    private static final PrintStream OUT = System.out;
    /** The exit code for a command line that makes no sense. */
    private static final int USAGE = 64;

    private final Options options;
    private final Path folder;
    private @Nullable MongoTarget ours;
    private final Map<Rival, Target<MongoWork>> rivals = new EnumMap<>(Rival.class);

    private Comparison(Options options, Path folder) {
        this.options = options;
        this.folder = folder;
    }

    /** Starts ours when it is first needed. */
    private MongoTarget ours() throws Exception {
        MongoTarget standing = ours;
        if (standing == null) {
            standing = MongoTarget.mayfly("mayfly", options.launcher(), folder);
            ours = standing;
        }
        return standing;
    }

    /** See {@link Options} for the arguments. */
    public static void main(String[] args) throws Exception {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        Options options;
        try {
            options = Options.of(args);
        } catch (IllegalArgumentException refusal) {
            OUT.println("mayfly bench: " + refusal.getMessage());
            System.exit(USAGE);
            return;
        }
        Path folder = Files.createTempDirectory("mayfly-bench");
        try (Comparison comparison = new Comparison(options, folder)) {
            comparison.run();
        } finally {
            Folders.delete(folder);
        }
    }

    private void run() throws Exception {
        OUT.println(Table.HEAD);
        for (Scenario scenario : Scenario.ALL) {
            if (options.covers(scenario)) {
                compare(options.other() == null ? scenario : scenario.againstOurselves());
            }
        }
        if (options.covers(ChangeDelivery.NAME)) {
            OUT.println(ChangeDelivery.measure((MongoTarget) Objects.requireNonNull(rival(Rival.OURSELVES_IN_A_SET))));
        }
        if (options.other() == null) {
            new CosmosComparison(options, folder, OUT).run();
            new KvComparison(options, folder, OUT).run();
        }
    }

    private void compare(Scenario scenario) throws Exception {
        Target<MongoWork> rival = rival(scenario.rival());
        if (rival == null) {
            return;
        }
        Target<MongoWork> first = scenario.rival() == Rival.OURSELVES_IN_A_SET ? rival : ours();
        Round mine = new Round(new Contestant<>(first, scenario.work()), scenario.threads());
        Round theirs = new Round(new Contestant<>(rival, scenario.rivalWork()), scenario.threads());
        mine.warmUp(options.warmUp());
        theirs.warmUp(options.warmUp());
        List<Figure> myFigures = new ArrayList<>();
        List<Figure> theirFigures = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            myFigures.add(mine.measure(options.round()));
            theirFigures.add(theirs.measure(options.round()));
        }
        OUT.println(Table.line(scenario, rival.name(), Figure.median(myFigures), Figure.median(theirFigures)));
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
            case OURSELVES -> options.other() == null ? ours() : MongoTarget.mayfly("other", options.other(), folder);
            case OURSELVES_IN_A_SET ->
                MongoTarget.mayfly("set", options.launcher(), folder, "--mongo-replset", "bench");
            case MONGO_JAVA_SERVER -> MongoTarget.javaServer(folder);
            case POSTGRES -> {
                Path programs = PostgresTarget.programs().orElse(null);
                if (programs == null) {
                    OUT.println("*** SKIPPED: no PostgreSQL here to compare with; install the package postgresql ***");
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
