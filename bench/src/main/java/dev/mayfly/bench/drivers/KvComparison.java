package dev.mayfly.bench.drivers;

import dev.mayfly.bench.drivers.KvWork.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The key-value service of Couchbase beside memcached, which keeps nothing, and Redis, which syncs its log every second;
 * the scenarios' names begin with {@code couchbase}.
 */
final class KvComparison {
    private static final List<Line> LINES = List.of(
            line(Kind.GET, 1, Rival.MEMCACHED, 0.8),
            line(Kind.GET, 16, Rival.MEMCACHED, 0.4),
            line(Kind.GET, 1, Rival.REDIS, 0),
            line(Kind.GET, 16, Rival.REDIS, 0),
            line(Kind.SET, 1, Rival.MEMCACHED, 0),
            line(Kind.SET, 16, Rival.MEMCACHED, 0),
            line(Kind.SET_WITH_EXPIRY, 1, Rival.MEMCACHED, 0.5),
            line(Kind.SET_WITH_EXPIRY, 16, Rival.MEMCACHED, 0.15),
            line(Kind.SET_WITH_EXPIRY, 1, Rival.REDIS, 0.6),
            line(Kind.SET_WITH_EXPIRY, 16, Rival.REDIS, 0.6),
            line(Kind.SET_WITH_EXPIRY, 1, Rival.OURSELVES, 0.88),
            line(Kind.SET_WITH_EXPIRY, 16, Rival.OURSELVES, 0.88));

    private final Options options;
    private final Path folder;
    private final PrintStream out;
    private final Map<Rival, KvTarget> standing = new EnumMap<>(Rival.class);

    KvComparison(Options options, Path folder, PrintStream out) {
        this.options = options;
        this.folder = folder;
        this.out = out;
    }

    /** Whom ours is compared with. */
    private enum Rival {
        MEMCACHED,
        REDIS,
        /** Writes with an expiry beside writes without. */
        OURSELVES
    }

    /** One line of the table. */
    private record Line(String name, KvWork work, Rival rival, Goal goal) {}

    private static Line line(Kind kind, int pipeline, Rival rival, double rate) {
        String what = kind.name().replace('_', ' ').replace("WITH EXPIRY", "with expiry");
        String name = "couchbase " + what + (rival == Rival.OURSELVES ? " : SET" : "") + ", " + pipeline + " deep";
        return new Line(name, new KvWork(kind, pipeline), rival, rate == 0 ? Goal.NONE : new Goal(rate, 0));
    }

    void run() throws Exception {
        List<Line> lines =
                LINES.stream().filter(line -> options.covers(line.name())).toList();
        boolean isStorm = options.covers(KvStorm.NAME);
        if (lines.isEmpty() && !isStorm) {
            return;
        }
        KvTarget.installRivals(options.launcher(), folder);
        try (KvTarget ours = KvTarget.mayfly("mayfly-couchbase", options.launcher(), folder)) {
            standing.put(Rival.OURSELVES, ours);
            for (Line line : lines) {
                compare(ours, line);
            }
            if (isStorm) {
                out.println(new KvStorm(ours).run());
            }
        } finally {
            standing.values().forEach(KvTarget::close);
        }
    }

    private void compare(KvTarget ours, Line line) throws Exception {
        KvTarget rival = rival(line.rival());
        if (rival == null) {
            return;
        }
        KvWork itsWork = line.rival() == Rival.OURSELVES
                ? new KvWork(Kind.SET, line.work().pipeline())
                : line.work();
        Round mine = new Round(new Contestant<>(ours, line.work()), KvTarget.THREADS);
        Round theirs = new Round(new Contestant<>(rival, itsWork), KvTarget.THREADS);
        mine.warmUp(options.warmUp());
        theirs.warmUp(options.warmUp());
        List<Figure> myFigures = new ArrayList<>();
        List<Figure> itsFigures = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            myFigures.add(mine.measure(options.round()));
            itsFigures.add(theirs.measure(options.round()));
        }
        out.println(Table.line(
                line.name(),
                KvTarget.CONNECTIONS,
                line.goal(),
                rival.name(),
                Figure.median(myFigures),
                Figure.median(itsFigures)));
    }

    /** Starts a rival when it is first needed; null if it cannot be had here. */
    private @Nullable KvTarget rival(Rival rival) throws IOException {
        KvTarget target = standing.get(rival);
        if (target != null) {
            return target;
        }
        target = switch (rival) {
            case MEMCACHED -> KvTarget.memcached(folder);
            case REDIS -> KvTarget.redis(folder);
            case OURSELVES -> throw new IllegalStateException("ours stands already");
        };
        if (target == null) {
            String program = rival == Rival.MEMCACHED ? "memcached" : "redis-server";
            out.println("*** SKIPPED: no " + program + " here to compare with; install the package of this name ***");
            return null;
        }
        standing.put(rival, target);
        return target;
    }
}
