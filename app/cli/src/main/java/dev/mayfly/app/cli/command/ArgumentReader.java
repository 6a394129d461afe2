package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.CliJson;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.console.text.Times;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Parses the arguments of commands. */
public final class ArgumentReader {
    /** The start position, which the parser does not know for input in memory. */
    private static final Pattern SOURCE = Pattern.compile(" \\(start marker at.*|\\s*at \\[Source.*", Pattern.DOTALL);

    private ArgumentReader() {}

    public static Duration duration(String text) {
        try {
            return Times.duration(text);
        } catch (DateTimeException wrong) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }

    public static JsonNode json(String name, String text) {
        try {
            return CliJson.EXACT.readTree(text);
        } catch (JacksonException wrong) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    name + " is no JSON: "
                            + SOURCE.matcher(wrong.getOriginalMessage()).replaceFirst(""));
        }
    }

    public static ObjectNode object() {
        return CliJson.EXACT.createObjectNode();
    }
}
