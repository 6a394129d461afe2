package dev.mayfly.app.cli.cluster;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One connection string for the mongo faces of all servers, among which a driver chooses. */
final class MongoSeeds {
    private static final Pattern PARTS =
            Pattern.compile("(?<start>mongodb://(?:[^@/]*@)?)(?<host>[^@/]+)(?<rest>/.*)?");

    /** A server that answers as a single one says this, and drivers drop such a server from a list of several. */
    private static final String ALONE = "directConnection=true";

    private MongoSeeds() {}

    /** Returns the string, or nothing where drivers would not take it: see {@link #ALONE}. */
    static Optional<String> of(List<String> connectionStrings) {
        List<Matcher> parts = connectionStrings.stream()
                .map(PARTS::matcher)
                .filter(Matcher::matches)
                .toList();
        if (parts.isEmpty() || connectionStrings.stream().anyMatch(each -> each.contains(ALONE))) {
            return Optional.empty();
        }
        String hosts = parts.stream().map(each -> each.group("host")).collect(Collectors.joining(","));
        String rest = parts.getFirst().group("rest");
        return Optional.of(parts.getFirst().group("start") + hosts + (rest == null ? "/" : rest));
    }
}
