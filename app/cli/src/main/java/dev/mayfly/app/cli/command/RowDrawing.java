package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Rows of an answer for people: a table if it fits on a page, else each row as names and values. */
final class RowDrawing {
    private final Output output;

    RowDrawing(Output output) {
        this.output = output;
    }

    void draw(List<JsonNode> rows) {
        if (rows.isEmpty() || output.fits(rows, QueryCommand.columns(rows), Words.WIDTH)) {
            output.table(rows, QueryCommand.columns(rows));
        } else {
            blocks(rows);
        }
    }

    private void blocks(List<JsonNode> rows) {
        boolean isFirst = true;
        for (JsonNode row : rows) {
            if (!isFirst) {
                output.line("");
            }
            isFirst = false;
            if (!row.isObject()) {
                output.line(text(row));
                continue;
            }
            Map<String, String> lines = new LinkedHashMap<>();
            row.properties().forEach(field -> lines.put(field.getKey(), text(field.getValue())));
            Output.rows(output.out(), lines);
        }
    }

    /** A value without quotes or wrapping, where that can be read back. */
    static String text(JsonNode value) {
        if (value.isMissingNode()) {
            return "";
        }
        JsonNode date = value.isObject() && value.size() == 1 ? value.path("$date") : value;
        return date.isString() ? date.asString() : value.toString();
    }
}
