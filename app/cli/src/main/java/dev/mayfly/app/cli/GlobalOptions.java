package dev.mayfly.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The options that nearly every command has, which may therefore stand before it: {@code mayfly -o json status}. */
final class GlobalOptions {
    private static final Set<String> FLAGS =
            Set.of("-q", "--quiet", "-v", "--verbose", "-y", "--yes", "--no-color", "--no-progress");
    private static final Set<String> WITH_VALUE = Set.of("-o", "--output", "--url", "--user", "--profile", "--cacert");

    private GlobalOptions() {}

    /** The words of a command line, these options moved from its beginning to its end. */
    static String[] behindTheCommand(String... words) {
        int first = 0;
        while (first < words.length && isOption(words[first])) {
            first += WITH_VALUE.contains(words[first]) ? 2 : 1;
        }
        if (first == 0 || first >= words.length) {
            return words;
        }
        List<String> all = List.of(words);
        List<String> line = new ArrayList<>(all.subList(first, all.size()));
        int end = line.indexOf("--");
        line.addAll(end < 0 ? line.size() : end, all.subList(0, first));
        return line.toArray(String[]::new);
    }

    private static boolean isOption(String word) {
        int equals = word.indexOf('=');
        return equals > 0
                ? WITH_VALUE.contains(word.substring(0, equals))
                : FLAGS.contains(word) || WITH_VALUE.contains(word);
    }
}
