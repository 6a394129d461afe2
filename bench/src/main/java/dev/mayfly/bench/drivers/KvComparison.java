package dev.mayfly.bench.drivers;

import dev.mayfly.bench.drivers.KvWork.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
            line(Kind.SET_WITH_EXPIRY, 16, Rival.OURSELVES, 0.88),
            line(Kind.SET_NEW_WITH_EXPIRY, 16, Rival.MEMCACHED, 0),
            line(Kind.SET_NEW_WITH_EXPIRY, 16, Rival.REDIS, 0),
            line(Kind.TOUCH, 1, Rival.REDIS, 0.6),
            line(Kind.TOUCH, 16, Rival.REDIS, 0.6));

    private final Options options;
    private final Path folder;
    private final PrintStream out;
    private final Map<Rival, KvTarget> standing = new EnumMap<>(Rival.class);

    KvComparison(Options options, Path folder, PrintStream out) {
        this.options = options;
        this.folder = folder;
        this.out = out;
    }

    /** The server that ours is compared with. */
    private enum Rival {
        MEMCACHED,
        REDIS,
        /** Writes with an expiry beside writes without. */
        OURSELVES,
        /** Another build of ours, at the same work. */
        OTHER
    }

    /** One line of the table. */
    private record Line(String name, KvWork work, Rival rival, Goal goal) {}

    private static Line line(Kind kind, int pipeline, Rival rival, double rate) {
        String what = kind.name()
                .replace('_', ' ')
                .replace("WITH EXPIRY", "with expiry")
                .replace("NEW", "new keys");
        String name = "couchbase " + what + (rival == Rival.OURSELVES ? " : SET" : "") + ", " + pipeline + " deep";
        return new Line(name, new KvWork(kind, pipeline), rival, rate == 0 ? Goal.NONE : new Goal(rate, 0));
    }

    static List<String> names() {
        List<String> names = new ArrayList<>(LINES.stream().map(Line::name).toList());
        names.add(KvStorm.NAME);
        names.add(N1qlWidths.NAME);
        return names;
    }

    /** Beside another build each work is measured once. */
    private List<Line> lines() {
        List<Line> covered =
                LINES.stream().filter(line -> options.covers(line.name())).toList();
        if (options.other() == null) {
            return covered;
        }
        return covered.stream()
                .map(Line::work)
                .distinct()
                .map(work -> line(work.kind(), work.pipeline(), Rival.OTHER, 0))
                .toList();
    }

    void run() throws Exception {
        List<Line> lines = lines();
        boolean isStorm = options.covers(KvStorm.NAME);
        boolean isWidths = options.covers(N1qlWidths.NAME);
        if (lines.isEmpty() && !isStorm && !isWidths) {
            return;
        }
        if (options.scale() == Scale.WHOLE && options.other() == null) {
            KvTarget.installRivals(options.launcher(), folder);
        }
        try (KvTarget ours = KvTarget.mayfly("mayfly-couchbase", options, folder)) {
            standing.put(Rival.OURSELVES, ours);
            for (Line line : lines) {
                compare(ours, line);
            }
            if (isWidths) {
                out.println(N1qlWidths.measure(ours, options));
            }
            if (isStorm) {
                out.println(new KvStorm(ours, options.scale()).run());
            }
        } finally {
            standing.values().forEach(KvTarget::close);
        }
    }

    private void compare(KvTarget ours, Line line) throws Exception {
        KvTarget rival = rival(line.rival());
        KvWork itsWork = line.rival() == Rival.OURSELVES
                ? new KvWork(Kind.SET, line.work().pipeline())
                : line.work();
        Pairing pairing = new Pairing(
                new Contestant<>(ours, line.work()),
                rival == null ? null : new Contestant<>(rival, itsWork),
                KvTarget.THREADS);
        try (CpuProfile _ = CpuProfile.start(options, ours.pid(), line.name())) {
            out.println(
                    Table.line(line.name(), KvTarget.CONNECTIONS, line.goal(), name(rival), pairing.measure(options)));
        }
    }

    private static @Nullable String name(@Nullable KvTarget rival) {
        return rival == null ? null : rival.name();
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
            case OTHER ->
                KvTarget.mayfly(
                        "other-couchbase", options.withLauncher(Objects.requireNonNull(options.other())), folder);
            case OURSELVES -> throw new IllegalStateException("ours stands already");
        };
        if (target == null) {
            String program = rival == Rival.MEMCACHED ? "memcached" : "redis-server";
            out.println("*** no " + program + " here to compare with; install the package of this name ***");
            return null;
        }
        standing.put(rival, target);
        return target;
    }
}
