package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Draws the effect of a change of policy for people. */
record DryRunDrawing(Output output) {
    private static final int SAMPLES = 10;
    private static final Map<String, String> HORIZONS = new LinkedHashMap<>();

    static {
        HORIZONS.put("now", "at once");
        HORIZONS.put("withinHour", "within an hour");
        HORIZONS.put("withinDay", "within a day");
        HORIZONS.put("withinWeek", "within a week");
    }

    private static final Table REACHES = new Table()
            .text("EXPIRES", "horizon")
            .text("NOW IT IS", row -> Policies.amount(row.path("unchanged")))
            .text("WOULD BE", row -> Policies.amount(row.path("changed")));

    private static final Table PROPERTIES = new Table()
            .text("PROPERTIES DIE", "horizon")
            .figure("NOW IT IS", "unchanged", Words::count)
            .figure("WOULD BE", "changed", Words::count);

    private static final Table PATHS = new Table()
            .text("PROPERTY", "path")
            .figure("AT ONCE", "now", Words::count)
            .figure("WITHIN A WEEK", "withinWeek", Words::count)
            .prose("SUCH AS", row -> samples(row.path("samples")));

    /** Returns the number of documents, and of properties of others, that it would hide at once. */
    static long hidden(JsonNode plan) {
        return documents(plan) + properties(plan);
    }

    private static long documents(JsonNode plan) {
        return plan.path("expires").path("now").path("documents").asLong();
    }

    private static long properties(JsonNode plan) {
        return plan.path("properties").path("expires").path("now").asLong();
    }

    /** What it would hide at once, such as {@code 3 documents and 1 property}. */
    static String hiddenWords(JsonNode plan) {
        long properties = properties(plan);
        String ofDocuments = Words.of(documents(plan), "document");
        String ofProperties = Policies.properties(properties);
        if (properties == 0) {
            return ofDocuments;
        }
        return documents(plan) == 0 ? ofProperties : ofDocuments + " and " + ofProperties;
    }

    void draw(JsonNode plan) {
        output.table(reaches(plan), REACHES);
        output.line("");
        if (plan.has("properties")) {
            output.table(reaches(plan.path("properties")), PROPERTIES);
            output.line("");
            output.table(paths(plan.path("properties").path("paths")), PATHS);
            output.line("");
        }
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("brought back", Policies.amount(plan.path("broughtBack")));
        lines.put(
                "never",
                Policies.amount(plan.path("before").path("never")) + " now, "
                        + Policies.amount(plan.path("after").path("never")) + " then");
        long shown = plan.path("properties").path("broughtBack").asLong();
        if (shown > 0) {
            lines.put("visible again", Policies.properties(shown));
        }
        if (plan.has("oldestDeadline")) {
            lines.put(
                    "deadlines",
                    Words.instant(plan.path("oldestDeadline")) + " to " + Words.instant(plan.path("newestDeadline")));
        }
        if (!plan.path("samples").isEmpty()) {
            lines.put("such as", samples(plan.path("samples")));
        }
        if (!plan.path("exact").asBoolean(true)) {
            lines.put("figures", "approximate");
        }
        if (plan.has("uncounted")) {
            lines.put("not counted yet", Policies.amount(plan.path("uncounted")));
        }
        Output.rows(output.out(), lines);
    }

    private static List<JsonNode> reaches(JsonNode plan) {
        List<JsonNode> rows = new ArrayList<>();
        HORIZONS.forEach((name, words) -> {
            ObjectNode row = ArgumentReader.object().put("horizon", words);
            row.set("unchanged", plan.path("expiresUnchanged").path(name));
            row.set("changed", plan.path("expires").path(name));
            rows.add(row);
        });
        return rows;
    }

    /** How many documents lose each property, and some of those that do at once. */
    private static List<JsonNode> paths(JsonNode losses) {
        List<JsonNode> rows = new ArrayList<>();
        for (JsonNode loss : losses) {
            ObjectNode row =
                    ArgumentReader.object().put("path", loss.path("path").asString());
            row.set("now", loss.path("expires").path("now"));
            row.set("withinWeek", loss.path("expires").path("withinWeek"));
            row.set("samples", loss.path("samples"));
            rows.add(row);
        }
        return rows;
    }

    private static String samples(JsonNode samples) {
        String more = samples.size() > SAMPLES ? ", ..." : "";
        return samples.values().stream()
                .limit(SAMPLES)
                .map(sample -> sample.path("id").asString(""))
                .collect(Collectors.joining(", ", "", more));
    }
}
