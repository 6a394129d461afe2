package dev.mayfly.app.cli.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One connection string for the mongo faces of all servers, among which a driver chooses. */
final class MongoSeeds {
    private static final Pattern PARTS =
            Pattern.compile("(?<start>mongodb://(?:[^@/]*@)?)(?<host>[^@/]+)(?:/(?:\\?(?<options>.*))?)?");

    /** What each server's own string says, and what drivers refuse with more than one host. */
    private static final String DIRECT = "directConnection=true";

    private MongoSeeds() {}

    /** @param connectionStrings of the servers; the user and the options are taken from the first */
    static String of(List<String> connectionStrings) {
        List<Matcher> parts = connectionStrings.stream().map(MongoSeeds::parts).toList();
        Matcher first = parts.getFirst();
        String hosts = parts.stream().map(each -> each.group("host")).collect(Collectors.joining(","));
        String options = first.group("options") == null
                ? ""
                : Arrays.stream(first.group("options").split("&", -1))
                        .filter(option -> !option.equals(DIRECT))
                        .collect(Collectors.joining("&"));
        return first.group("start") + hosts + "/" + (options.isEmpty() ? "" : "?" + options);
    }

    private static Matcher parts(String connectionString) {
        Matcher matcher = PARTS.matcher(connectionString);
        if (!matcher.matches()) {
            throw new IllegalStateException("no connection string of mongo: " + connectionString);
        }
        return matcher;
    }
}
