package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Undoes the last change of a policy. */
@Command(
        name = "undo",
        header = "Take the last change of a collection's policy back, while that is possible.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl undo demo.sessions --dry-run       # what would come back, and what would not",
            "  mayfly ttl undo demo.sessions --yes"
        })
final class TtlUndoCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Option(names = "--dry-run", description = "Only say what it would do.")
    private boolean dryRun;

    @Override
    public Integer call() {
        UrlQuery path = where.find(server, collection).at("/policy/undo");
        if (!dryRun && output.isYes()) {
            show(server.post(path.toString()));
            return ExitCode.OK;
        }
        JsonNode plan = server.post(path.with("dryRun", true).toString());
        if (dryRun) {
            show(plan);
            return plan.path("possible").asBoolean(true) ? ExitCode.OK : ExitCode.REFUSED;
        }
        draw(plan);
        output.confirm("Undo it?");
        show(server.post(path.toString()));
        return ExitCode.OK;
    }

    private void show(JsonNode plan) {
        output.show(plan, () -> draw(plan));
    }

    private void draw(JsonNode plan) {
        Map<String, String> lines = new LinkedHashMap<>();
        boolean isDone = plan.path("done").asBoolean(false);
        lines.put("changed at", Words.instant(plan.path("changedAt")));
        if (plan.has("until")) {
            lines.put("undo until", Words.instant(plan.path("until")));
        }
        lines.put(isDone ? "policy was" : "policy is", Policies.words(plan.path("current")));
        lines.put(isDone ? "policy is" : "policy was", Policies.words(plan.path("before")));
        lines.put("brought back", what(plan, "broughtBack"));
        lines.put("hidden", what(plan, "hidden"));
        long taken = plan.path("taken").asLong();
        if (taken > 0) {
            lines.put("taken meanwhile", Words.of(taken, "id") + ": " + Policies.joined(plan.path("takenIds")));
        }
        if (!plan.path("rebuilt").isEmpty()) {
            lines.put(isDone ? "built again" : "builds again", Policies.joined(plan.path("rebuilt")));
        }
        output.line(output.heading(isDone ? "Undone." : "This would be undone:"));
        Output.rows(output.out(), lines);
        plan.path("obstacles").forEach(why -> output.line(output.failure("Impossible: " + why.asString())));
    }

    private static String what(JsonNode plan, String name) {
        long properties = plan.path(name + "Properties").asLong();
        String documents = Policies.amount(plan.path(name));
        return properties == 0 ? documents : documents + ", " + Policies.properties(properties);
    }
}
