package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.Output;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What a change of policy would do, for people. */
final class DryRunDrawing {
    private final Output output;

    DryRunDrawing(Output output) {
        this.output = output;
    }

    /** How many documents it would hide at once. */
    static long hidden(JsonNode plan) {
        return plan.path("reaches").path(0).path("changed").path("documents").asLong();
    }

    void draw(JsonNode plan) {
        Output.rows(output.out(), Map.of("plan", plan.toString()));
    }
}
