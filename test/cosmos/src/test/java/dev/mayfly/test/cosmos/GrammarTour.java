package dev.mayfly.test.cosmos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The features of the query language, each with a query and its rows, as the script beside the face lists them. */
record GrammarTour(List<String> items, String parameters, List<Feature> features) {
    private static final Path SCRIPT =
            Path.of("face", "cosmos", "src", "test", "scripts", "grammar", "features.script");
    private static final String REFUSED = "400 BadRequest ";

    /**
     * A feature by its name.
     *
     * @param rows one row of JSON a line, or what refuses it
     */
    record Feature(String name, String query, List<String> rows) {
        /** Returns the error that the client gets instead of rows; empty when the feature is there. */
        String refusal() {
            String first = rows.getFirst();
            return first.startsWith(REFUSED) ? first.substring(REFUSED.length()) : "";
        }

        boolean isThere() {
            return refusal().isEmpty();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static GrammarTour read() {
        List<String> items = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        List<Feature> features = new ArrayList<>();
        for (String block : text().split("\n\n", -1)) {
            List<String> lines =
                    block.lines().filter(line -> !line.startsWith("#")).toList();
            int rule = lines.indexOf("----");
            if (lines.getFirst().equals("items")) {
                lines.subList(1, rule).forEach(line -> items.add(line.strip()));
            } else if (lines.getFirst().startsWith("with ")) {
                parameters.add(lines.getFirst().substring("with ".length()));
            } else {
                features.add(new Feature(
                        lines.getFirst().substring("feature ".length()),
                        String.join(" ", lines.subList(1, rule)).strip(),
                        lines.subList(rule + 1, lines.size())));
            }
        }
        return new GrammarTour(items, parameters.getFirst(), features);
    }

    private static String text() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path script = folder.resolve(SCRIPT);
            if (Files.exists(script)) {
                try {
                    return Files.readString(script, UTF_8).strip();
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
        }
        throw new IllegalStateException("no " + SCRIPT);
    }
}
