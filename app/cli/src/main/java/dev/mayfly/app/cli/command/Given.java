package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Json;
import dev.mayfly.app.console.Times;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people write as arguments. */
final class Given {
    /** Where it began, which the parser cannot tell of what is in memory. */
    private static final Pattern SOURCE = Pattern.compile(" \\(start marker at.*|\\s*at \\[Source.*", Pattern.DOTALL);

    private Given() {}

    static Duration duration(String text) {
        try {
            return Times.duration(text);
        } catch (DateTimeException wrong) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }

    static JsonNode json(String name, String text) {
        try {
            return Json.EXACT.readTree(text);
        } catch (JacksonException wrong) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    name + " is no JSON: "
                            + SOURCE.matcher(wrong.getOriginalMessage()).replaceFirst(""));
        }
    }

    static ObjectNode object() {
        return Json.EXACT.createObjectNode();
    }
}
