package dev.mayfly.app.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How a command shows what it found: as a table for people, as JSON for programs. */
final class Output {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** The forms of output. */
    enum Form {
        TABLE,
        JSON
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            description = "How to show it. Default: table.")
    private Form form = Form.TABLE;

    boolean isJson() {
        return form == Form.JSON;
    }

    /** Shows an answer: the whole as JSON, or one line for each of its values. */
    void show(PrintWriter out, JsonNode answer) {
        if (isJson()) {
            out.println(MAPPER.writeValueAsString(answer));
            return;
        }
        Map<String, String> lines = new LinkedHashMap<>();
        flatten("", answer, lines);
        rows(out, lines);
    }

    static void rows(PrintWriter out, Map<String, String> lines) {
        int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
        lines.forEach((name, value) -> out.println(name + " ".repeat(width - name.length() + 2) + value));
    }

    private static void flatten(String prefix, JsonNode node, Map<String, String> lines) {
        if (node.isObject() && node.has("iso")) {
            lines.put(prefix, node.path("iso").asString());
        } else if (node.isObject()) {
            node.properties().forEach(field -> flatten(join(prefix, field.getKey()), field.getValue(), lines));
        } else if (node.isArray()) {
            for (int index = 0; index < node.size(); index++) {
                flatten(prefix + "[" + index + "]", node.get(index), lines);
            }
        } else {
            lines.put(prefix, node.asString());
        }
    }

    private static String join(String prefix, String name) {
        return prefix.isEmpty() ? name : prefix + "." + name;
    }
}
