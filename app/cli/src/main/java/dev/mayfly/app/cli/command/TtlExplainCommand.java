package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Explains why one document does or does not expire. */
@Command(
        name = "explain",
        header = "Say why a document will expire, has expired, or never does.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl explain demo.sessions 7",
            "  mayfly ttl explain shop.carts '{\"$oid\": \"65a000000000000000000001\"}'",
            "  mayfly ttl explain demo.events '[\"device-0\", \"12\"]'      # partition key and id of an item",
            "  mayfly ttl explain demo.events 12 --partition-key '[\"device-0\"]' -o json"
        })
final class TtlExplainCommand implements Callable<Integer> {
    private static final Table VERDICTS = new Table()
            .text("RULE", "rule")
            .text("FIELD", "field")
            .instant("DEADLINE", "deadline")
            .prose("WHY", "why");

    private static final Table PROPERTIES = new Table()
            .text("PROPERTY", "property")
            .instant("COUNTS FROM", "from")
            .instant("DIES", "deadline")
            .prose("WHY", "why");

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private DocumentName document = new DocumentName();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        JsonNode answer = server.get(document.path(server, where, "/explain"));
        output.show(answer, () -> draw(answer));
        return ExitCode.OK;
    }

    private void draw(JsonNode answer) {
        Words.wrapped("", answer.path("why").asString("")).forEach(line -> output.line(output.heading(line)));
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put(
                "state",
                answer.path("state").asString("") + (answer.path("held").asBoolean(false) ? ", for good" : ""));
        if (answer.has("deadline")) {
            String left = answer.has("timeLeftMillis") ? ", in " + Words.left(answer.path("timeLeftMillis")) : "";
            lines.put("deadline", Words.instant(answer.path("deadline")) + left);
        }
        if (answer.has("deadFrom")) {
            lines.put("dead from", Words.instant(answer.path("deadFrom")));
        }
        JsonNode stamp = answer.path("stamp");
        lines.put("lifetime", Words.durations(stamp.path("lifetime").asString("")));
        lines.put(
                "modified",
                Words.instant(stamp.path("modified")) + ", version "
                        + stamp.path("version").asString());
        lines.put("now", Words.instant(answer.path("now")));
        output.line("");
        Output.rows(output.out(), lines);
        List<JsonNode> rules = List.copyOf(answer.path("rules").values());
        if (!rules.isEmpty()) {
            output.line("");
            output.table(rules, VERDICTS);
        }
        List<JsonNode> properties = List.copyOf(answer.path("properties").values());
        if (!properties.isEmpty()) {
            output.line("");
            output.table(properties, PROPERTIES);
        }
        if (!answer.path("changes").isEmpty()) {
            output.line("");
            output.line(output.heading("What would change it:"));
            for (JsonNode change : answer.path("changes")) {
                Words.wrapped("  ", change.asString("")).forEach(output::line);
            }
        }
    }
}
