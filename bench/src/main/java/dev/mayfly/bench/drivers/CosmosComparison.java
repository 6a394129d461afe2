package dev.mayfly.bench.drivers;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of Cosmos DB's protocol, beside a server of it from npm; their names begin with {@code cosmos}. */
final class CosmosComparison {
    private static final Goal WRITES = new Goal(2.5, 0.35);

    private static final List<Line> LINES = List.of(
            new Line("cosmos create", CosmosWork.CREATE, WRITES),
            new Line("cosmos point read", CosmosWork.READ, WRITES),
            new Line("cosmos upsert", CosmosWork.UPSERT, WRITES),
            new Line("cosmos query, 10 of 45,000", CosmosWork.QUERY, new Goal(50, 0.35)));

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

    void run() throws Exception {
        List<Line> lines =
                LINES.stream().filter(line -> options.covers(line.name())).toList();
        boolean isPaging = options.covers(CosmosMillion.PAGING);
        boolean isChange = options.covers(CosmosMillion.CHANGE);
        if (lines.isEmpty() && !isPaging && !isChange) {
            return;
        }
        try (CosmosTarget ours = CosmosTarget.mayfly("mayfly-cosmos", options.launcher(), folder)) {
            if (!lines.isEmpty()) {
                compare(ours, lines);
            }
            if (isPaging || isChange) {
                CosmosMillion million = new CosmosMillion(ours);
                million.load();
                if (isPaging) {
                    out.println(million.paging());
                }
                if (isChange) {
                    out.println(million.change());
                }
            }
        }
    }

    private void compare(CosmosTarget ours, List<Line> lines) throws Exception {
        try (CosmosTarget rival = CosmosTarget.fromNpm(options.launcher(), folder)) {
            if (rival == null) {
                out.println("*** SKIPPED: no Node or no npm here to compare with; install them ***");
                return;
            }
            for (Line line : lines) {
                out.println(compare(line, ours, rival));
            }
        }
    }

    private String compare(Line line, CosmosTarget ours, CosmosTarget rival) throws Exception {
        Round mine = new Round(new Contestant<>(ours, line.work()), CosmosTarget.CONNECTIONS);
        Round theirs = new Round(new Contestant<>(rival, line.work()), CosmosTarget.CONNECTIONS);
        mine.warmUp(options.warmUp());
        theirs.warmUp(options.warmUp());
        List<Figure> myFigures = new ArrayList<>();
        List<Figure> theirFigures = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            myFigures.add(mine.measure(options.round()));
            theirFigures.add(theirs.measure(options.round()));
        }
        return Table.line(
                line.name(),
                CosmosTarget.CONNECTIONS,
                line.goal(),
                rival.name(),
                Figure.median(myFigures),
                Figure.median(theirFigures));
    }
}
