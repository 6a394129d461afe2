package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One change of a policy: announced, confirmed, applied. */
record PolicyChange(AdminConnection server, Output output, CollectionPath collection) {
    int make(ObjectNode change, boolean dryRun) {
        if (!output.isYes() || dryRun) {
            JsonNode plan = server.send("POST", collection.at("/policy/dry-run").toString(), change);
            if (dryRun) {
                output.show(plan, () -> new DryRunDrawing(output).draw(plan));
                return ExitCode.OK;
            }
            ask(plan);
            return send(agreed(change, plan));
        }
        return send(change.deepCopy().put("yes", true));
    }

    private int send(ObjectNode change) {
        JsonNode policy = server.send("PUT", collection.at("/policy").toString(), change);
        output.show(policy, () -> output.line("Changed."));
        return ExitCode.OK;
    }

    /** The change as it was agreed to: with the number of documents that were shown, where they were counted exactly. */
    private static ObjectNode agreed(ObjectNode change, JsonNode plan) {
        ObjectNode agreed = change.deepCopy();
        if (!agreed.has("maxExpire") && plan.path("exact").asBoolean(false)) {
            agreed.put("maxExpire", DryRunDrawing.hidden(plan));
        }
        return agreed.put("confirm", true);
    }

    /** A change that hides nothing at once needs no confirmation. */
    private void ask(JsonNode plan) {
        if (DryRunDrawing.hidden(plan) > 0) {
            if (output.isTable()) {
                new DryRunDrawing(output).draw(plan);
            }
            output.confirm(DryRunDrawing.hiddenWords(plan) + " would expire at once. Change it?");
        }
    }
}
