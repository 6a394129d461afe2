package dev.mayfly.app.cli.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows that a server prints when it is ready.
 *
 * @param rows as they were printed: a name, an address and, for a face, what to paste into a client
 */
record ServerBanner(List<String> rows) {
    private static final String ROW = "  ";
    private static final String LAST = "data";

    ServerBanner {
        rows = List.copyOf(rows);
    }

    /** Reads up to the last row; empty if the output ends before. */
    static Optional<ServerBanner> read(BufferedReader output) throws IOException {
        List<String> rows = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(ROW)) {
                rows.add(line);
                if (words(line)[0].equals(LAST)) {
                    return Optional.of(new ServerBanner(rows));
                }
            }
        }
        return Optional.empty();
    }

    private static String[] words(String row) {
        return row.strip().split(" {2,}", 3);
    }

    /** What to paste into a client, by the names of faces. */
    Map<String, String> connectionStrings() {
        Map<String, String> strings = new LinkedHashMap<>();
        for (String row : rows) {
            String[] words = words(row);
            if (words.length == 3) {
                strings.put(words[0], words[2]);
            }
        }
        return strings;
    }
}
