package dev.mayfly.test.conformance.mongo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.test.harness.RowTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every name of MongoDB 7.0's query language with one use of it, and what this server answers: a line of
 * {@code src/test/scripts/mongo-language.script} each, under the heading of its kind.
 *
 * @param answer a value, or {@code refused} with a code and a text; empty until it is written
 */
record LanguageTour(String kind, String name, String tried, String answer) {
    private static final Path FILE = Path.of("src/test/scripts/mongo-language.script");
    private static final String HEADING = "## ";
    private static final String GIVES = " => ";
    private static final String REFUSED = "refused ";

    /** All of them, by kind. */
    static Map<String, List<LanguageTour>> all() {
        Map<String, List<LanguageTour>> kinds = new LinkedHashMap<>();
        String kind = "";
        for (String line : lines()) {
            if (line.startsWith(HEADING)) {
                kind = line.substring(HEADING.length());
                kinds.put(kind, new ArrayList<>());
            } else if (!line.isBlank()) {
                kinds.getOrDefault(kind, new ArrayList<>()).add(of(kind, line));
            }
        }
        return kinds;
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FILE, UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static LanguageTour of(String kind, String line) {
        String name = line.substring(0, line.indexOf(' '));
        String rest = line.substring(name.length() + 1);
        int gives = rest.lastIndexOf(GIVES);
        return gives < 0
                ? new LanguageTour(kind, name, rest, "")
                : new LanguageTour(kind, name, rest.substring(0, gives), rest.substring(gives + GIVES.length()));
    }

    LanguageTour answering(String actual) {
        return new LanguageTour(kind, name, tried, actual);
    }

    boolean isSupported() {
        return !answer.startsWith(REFUSED);
    }

    static String refused(int code, String codeName) {
        return REFUSED + code + " " + codeName;
    }

    /** Writes the file anew, with what was answered. */
    static void write(Map<String, List<LanguageTour>> kinds) {
        StringBuilder text = new StringBuilder();
        kinds.forEach((kind, uses) -> {
            text.append(text.isEmpty() ? "" : "\n").append(HEADING).append(kind).append('\n');
            uses.forEach(use -> text.append(use.name + " " + use.tried + GIVES + use.answer + "\n"));
        });
        try {
            Files.writeString(FILE, text, UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static String title(String kind) {
        return switch (kind) {
            case "queries" -> "query operators";
            case "projections" -> "projection operators";
            case "updates" -> "update operators and modifiers";
            case "windows" -> "window operators";
            case "expressions" -> "expression operators";
            default -> kind;
        };
    }

    /** The table of one kind. */
    static String markdown(List<LanguageTour> uses) {
        StringBuilder table = new StringBuilder("| name | tried as | answer |\n|---|---|---|\n");
        for (LanguageTour use : uses) {
            String shown = use.isSupported() ? "`" + use.answer + "`" : use.answer;
            table.append("| `" + use.name + "` | `")
                    .append(RowTable.cell(use.tried))
                    .append("` | ")
                    .append(RowTable.cell(shown))
                    .append(" |\n");
        }
        return table.toString();
    }
}
