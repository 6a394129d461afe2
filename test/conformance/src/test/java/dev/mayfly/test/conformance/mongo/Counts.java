package dev.mayfly.test.conformance.mongo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.RowTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How much of what MongoDB has is here, counted from the tests. */
final class Counts {
    private static final Path COMMANDS = Path.of("src/test/scripts/mongo-commands.script");
    private static final Map<String, String> LISTS = Map.of(
            "clients",
            "commands that drivers, shells and tools send",
            "release",
            "commands of 7.0, but for those of shards");

    private Counts() {}

    static String markdown(List<Class<?>> tables) {
        StringBuilder counts = new StringBuilder("| | here | of | not here |\n|---|---|---|---|\n");
        commands().forEach((list, names) -> {
            Set<String> missing = new TreeSet<>(names);
            missing.removeAll(served());
            line(counts, LISTS.getOrDefault(list, list), names.size() - missing.size(), names.size(), missing);
        });
        LanguageTour.all().forEach((kind, uses) -> {
            Set<String> missing = uses.stream()
                    .filter(use -> !use.isSupported())
                    .map(LanguageTour::name)
                    .collect(Collectors.toCollection(TreeSet::new));
            line(counts, LanguageTour.title(kind), uses.size() - missing.size(), uses.size(), missing);
        });
        return counts + rows(tables);
    }

    private static void line(StringBuilder counts, String what, int here, int all, Set<String> missing) {
        String names = missing.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        counts.append("| " + what + " | " + here + " | " + all + " | " + names + " |\n");
    }

    private static String rows(List<Class<?>> tables) {
        List<Row> rows = tables.stream()
                .flatMap(table -> RowTable.of(table).rows().stream())
                .toList();
        long alike = rows.stream().filter(row -> row.unlike().isEmpty()).count();
        return "| rows of the tables on this page that are tests and pass | " + rows.size() + " | " + rows.size()
                + " | |\n"
                + "| of these as MongoDB to the letter | " + alike + " | " + rows.size()
                + " | each says what is different |\n";
    }

    /** Returns the names that are answered with anything else than that there is no such command, in one of two shapes. */
    private static Set<String> served() {
        Set<String> served = new TreeSet<>(CommandTour.commands());
        served.addAll(MongoCommandsIT.OF_REPLICA_SETS);
        served.addAll(MongoCommandsIT.OF_TRANSACTIONS);
        served.addAll(MongoCommandsIT.OF_MEMBERS);
        served.remove("replSetInitiate");
        return served;
    }

    private static Map<String, Set<String>> commands() {
        Map<String, Set<String>> lists = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>();
        try {
            for (String line : Files.readAllLines(COMMANDS, UTF_8)) {
                if (line.startsWith("## ")) {
                    names = new TreeSet<>();
                    lists.put(line.substring(3), names);
                } else if (!line.isBlank()) {
                    names.addAll(List.of(line.split(" ")));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return lists;
    }
}
