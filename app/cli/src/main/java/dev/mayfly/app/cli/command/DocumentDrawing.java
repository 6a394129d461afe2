package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Draws one document for people. */
record DocumentDrawing(Output output) {
    void draw(JsonNode shown) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("id", shown.path("id").asString(""));
        lines.put("left", Words.left(shown.path("timeLeftMillis")));
        if (shown.has("deadline")) {
            lines.put(
                    "deadline",
                    Words.instant(shown.path("deadline")) + " by "
                            + shown.path("rule").asString(""));
        }
        lines.put("lifetime", Words.durations(shown.path("lifetime").asString("")));
        lines.put(
                "modified",
                Words.instant(shown.path("modified")) + ", version "
                        + shown.path("version").asString());
        lines.put("bytes", Words.bytes(shown.path("bytes")));
        Output.rows(output.out(), lines);
        output.line("");
        output.line(content(output, shown));
    }

    /** Its content: JSON, or base64 where it is none. */
    static String content(Output output, JsonNode shown) {
        if (shown.has("document")) {
            return output.document(shown.path("document"));
        }
        return shown.path("base64").asString(shown.path("text").asString(""));
    }
}
