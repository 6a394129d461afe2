package dev.mayfly.bench.drivers;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The scenarios of Cosmos DB's protocol, beside a server of it from npm; their names begin with {@code cosmos}. */
final class CosmosComparison {
    private static final Goal WRITES = new Goal(2.5, 0.35);

    private static final List<Line> LINES = List.of(
            new Line("cosmos create", CosmosWork.CREATE, WRITES),
            new Line("cosmos point read", CosmosWork.READ, WRITES),
            new Line("cosmos upsert", CosmosWork.UPSERT, WRITES),
            new Line("cosmos query, 10 of 45,000", CosmosWork.QUERY, new Goal(50, 0.35)),
            new Line("cosmos query in a partition, 5 of 450", CosmosWork.QUERY_OF_PARTITION, new Goal(30, 0.35)));

    private final Options options;
    private final Path folder;
    private final PrintStream out;

    CosmosComparison(Options options, Path folder, PrintStream out) {
        this.options = options;
        this.folder = folder;
        this.out = out;
    }

    /** One line of the table. */
    private record Line(String name, CosmosWork work, Goal goal) {}

    static List<String> names() {
        List<String> names = new ArrayList<>(LINES.stream().map(Line::name).toList());
        names.addAll(List.of(CosmosMillion.PAGING, CosmosMillion.CHANGE, CosmosPlaces.NAME));
        return names;
    }

    void run() throws Exception {
        List<Line> lines =
                LINES.stream().filter(line -> options.covers(line.name())).toList();
        boolean isPaging = options.covers(CosmosMillion.PAGING);
        boolean isChange = options.covers(CosmosMillion.CHANGE);
        boolean isPlaces = options.covers(CosmosPlaces.NAME);
        if (lines.isEmpty() && !isPaging && !isChange && !isPlaces) {
            return;
        }
        try (CosmosTarget ours = CosmosTarget.mayfly("mayfly-cosmos", options, folder)) {
            if (!lines.isEmpty()) {
                compare(ours, lines);
            }
            if (isPaging || isChange) {
                CosmosMillion million = new CosmosMillion(ours, options.scale());
                million.load();
                if (isPaging) {
                    out.println(million.paging());
                }
                if (isChange) {
                    out.println(million.change());
                }
            }
            if (isPlaces) {
                out.println(CosmosPlaces.measure(ours, options.scale()));
            }
        }
    }

    private void compare(CosmosTarget ours, List<Line> lines) throws Exception {
        try (CosmosTarget rival = rival()) {
            if (rival == null) {
                out.println("*** no rival for Cosmos DB's protocol here; it comes from npm, and needs Node ***");
            }
            for (Line line : lines) {
                out.println(compare(line, ours, rival));
            }
        }
    }

    /** Another build of ours, or the server from npm; null if that cannot be had. */
    private @Nullable CosmosTarget rival() throws Exception {
        if (options.other() != null) {
            return CosmosTarget.mayfly("other-cosmos", options.withLauncher(options.other()), folder);
        }
        return options.scale() == Scale.WHOLE ? CosmosTarget.fromNpm(options, folder) : null;
    }

    private String compare(Line line, CosmosTarget ours, @Nullable CosmosTarget rival) throws Exception {
        Pairing pairing = new Pairing(
                new Contestant<>(ours, line.work()),
                rival == null ? null : new Contestant<>(rival, line.work()),
                CosmosTarget.CONNECTIONS);
        try (CpuProfile _ = CpuProfile.start(options, ours.pid(), line.name())) {
            return Table.line(
                    line.name(),
                    CosmosTarget.CONNECTIONS,
                    line.goal(),
                    rival == null ? null : rival.name(),
                    pairing.measure(options));
        }
    }
}
