package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.Connection;
import dev.mayfly.app.cli.admin.Where;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows what a collection says of lifetimes. */
@Command(
        name = "show",
        header = "Show a collection's rules, and how many documents are live, in grace and overdue.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl show demo.sessions",
            "  mayfly ttl show couchbase/cache/_default._default -o json"
        })
final class TtlShowCommand implements Callable<Integer> {
    @Mixin
    private Connection server = new Connection();

    @Mixin
    private Where where = new Where();

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Override
    public Integer call() {
        CollectionPath path = where.find(server, collection);
        JsonNode shown = server.get(path.at("").toString());
        output.show(shown, () -> draw(path, shown));
        return ExitCode.OK;
    }

    private void draw(CollectionPath path, JsonNode shown) {
        JsonNode policy = shown.path("policy");
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("collection", path.toString());
        String rules = Policies.joined(policy.path("rules"));
        lines.put("rules", rules.isEmpty() ? "nothing expires" : rules);
        lines.put("grace", Words.duration(policy.path("graceSeconds").asLong() * 1_000));
        lines.put("visibility", policy.path("visibility").asString(""));
        if (policy.path("masked").asBoolean(false)) {
            lines.put("masked", "yes: the monitor is off");
        }
        lines.put("live", count(shown, "live", "liveBytes"));
        lines.put("in grace", count(shown, "grace", "graceBytes"));
        lines.put("overdue", count(shown, "overdue", "overdueBytes"));
        Output.rows(output.out(), lines);
    }

    private static String count(JsonNode shown, String documents, String bytes) {
        return Words.of(shown.path(documents).asLong(), "document") + " (" + Words.bytes(shown.path(bytes)) + ")";
    }
}
