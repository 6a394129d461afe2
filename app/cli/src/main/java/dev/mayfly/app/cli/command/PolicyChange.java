package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.Connection;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One change of a policy: said beforehand, asked about, made. */
record PolicyChange(Connection server, Output output, CollectionPath collection) {
    int make(ObjectNode change, boolean dryRun) {
        if (!output.isYes() || dryRun) {
            JsonNode plan = server.send("POST", collection.at("/policy/dry-run").toString(), change);
            if (dryRun) {
                output.show(plan, () -> new DryRunDrawing(output).draw(plan));
                return ExitCode.OK;
            }
            ask(plan);
        }
        JsonNode policy = server.send(
                "PUT", collection.at("/policy").toString(), output.isYes() ? change.deepCopy().put("yes", true) : change);
        output.show(policy, () -> output.line("Changed."));
        return ExitCode.OK;
    }

    /** Nobody is asked about a change that hides nothing at once. */
    private void ask(JsonNode plan) {
        if (DryRunDrawing.hidden(plan) > 0) {
            if (output.isTable()) {
                new DryRunDrawing(output).draw(plan);
            }
            output.confirm(Words.of(DryRunDrawing.hidden(plan), "document") + " would expire at once. Change it?");
        }
    }
}
