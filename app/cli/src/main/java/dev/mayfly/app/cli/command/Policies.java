package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.Words;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Policies, and what changes of them come to, in words. */
final class Policies {
    private static final long MILLIS_A_SECOND = 1_000;

    private Policies() {}

    /** Returns a collection's policy of lifetimes in one line. */
    static String words(JsonNode policy) {
        String rules = Words.durations(joined(policy.path("rules")));
        long grace = policy.path("graceSeconds").asLong();
        return (rules.isEmpty() ? "nothing expires" : rules)
                + (grace == 0 ? "" : "; grace " + Words.duration(grace * MILLIS_A_SECOND))
                + (policy.path("visibility").asString("exact").equals("exact") ? "" : "; lazy")
                + (policy.path("masked").asBoolean(false) ? "; masked" : "");
    }

    static String joined(JsonNode texts) {
        return texts.values().stream().map(JsonNode::asString).collect(Collectors.joining(", "));
    }

    /** {@code 3 properties}. */
    static String properties(long number) {
        return Words.count(number) + (number == 1 ? " property" : " properties");
    }

    /** {@code 3 documents (1.2 KiB)}. */
    static String amount(JsonNode amount) {
        return Words.of(amount.path("documents").asLong(), "document") + " (" + Words.bytes(amount.path("bytes")) + ")";
    }
}
