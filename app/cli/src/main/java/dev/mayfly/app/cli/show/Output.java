package dev.mayfly.app.cli.show;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints the result of a command: as tables for people, as JSON or CSV for programs. */
public final class Output {
    private static final JsonMapper LINE = new JsonMapper();
    private static final JsonMapper PAGE =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json|jsonl|csv",
            description = "How to show it. Default: table.")
    private Form form = Form.TABLE;

    @Option(
            names = {"-q", "--quiet"},
            description = "Only what was asked for: no headings, notes or progress.")
    private boolean quiet;

    @Option(names = "--no-color", description = "No colours, as with NO_COLOR in the environment.")
    private boolean noColor;

    @Option(names = "--no-progress", description = "No progress on stderr; there is none without a terminal.")
    private boolean noProgress;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask back.")
    private boolean yes;

    /** The forms of output. */
    enum Form {
        TABLE,
        JSON,
        JSONL,
        CSV
    }

    public boolean isTable() {
        return form == Form.TABLE;
    }

    /** Returns true if the format is read row by row by a program. */
    public boolean isList() {
        return form == Form.JSONL || form == Form.CSV;
    }

    public boolean isJson() {
        return form == Form.JSON || form == Form.JSONL;
    }

    /** Returns true if no confirmation is to be requested. */
    public boolean isYes() {
        return yes;
    }

    public boolean isQuiet() {
        return quiet;
    }

    public PrintWriter out() {
        return command.commandLine().getOut();
    }

    public Terminal terminal() {
        return ((Surroundings) command.root().userObject()).terminal();
    }

    /** Shows an answer: whole to programs, drawn to people. */
    public void show(JsonNode answer, Runnable drawing) {
        if (isTable()) {
            drawing.run();
        } else {
            data(answer);
        }
    }

    /** Shows an answer: whole to programs, a line for each of its values to people. */
    public void show(JsonNode answer) {
        show(answer, () -> rows(out(), flat(answer)));
    }

    /** Shows a list: whole to programs, as a table to people. */
    public void list(List<JsonNode> rows, Table table) {
        switch (form) {
            case JSON -> out().println(PAGE.writeValueAsString(rows));
            case JSONL -> rows.forEach(row -> out().println(LINE.writeValueAsString(row)));
            case CSV -> table.csv(rows, !quiet).forEach(out()::println);
            case TABLE -> table(rows, table);
        }
    }

    /** Shows one more row of a list that has no end: as CSV with its heading before the first, else as JSON. */
    public void row(String json, Table table, boolean isFirst) {
        switch (form) {
            case CSV ->
                table.csv(List.of(CliJson.EXACT.readTree(json)), isFirst && !quiet)
                        .forEach(out()::println);
            case JSON -> out().println(PAGE.writeValueAsString(CliJson.EXACT.readTree(json)));
            case JSONL, TABLE -> out().println(json);
        }
        out().flush();
    }

    /** Returns true if the table would be no wider than this. */
    public boolean fits(List<JsonNode> rows, Table table, int width) {
        return table.lines(rows, !quiet).stream().noneMatch(line -> line.length() > width);
    }

    /** Draws a table, for people. */
    public void table(List<JsonNode> rows, Table table) {
        if (rows.isEmpty()) {
            note("Nothing to list.");
            return;
        }
        List<String> lines = new ArrayList<>(table.lines(rows, !quiet));
        if (!quiet) {
            lines.set(0, heading(lines.get(0)));
        }
        lines.forEach(out()::println);
    }

    private void data(JsonNode answer) {
        switch (form) {
            case JSON -> out().println(PAGE.writeValueAsString(answer));
            case JSONL -> out().println(LINE.writeValueAsString(answer));
            case CSV, TABLE -> {
                Map<String, String> values = flat(answer);
                if (!quiet) {
                    out().println(Table.csvLine(List.copyOf(values.keySet())));
                }
                out().println(Table.csvLine(List.copyOf(values.values())));
            }
        }
    }

    /** Formats one document or row, over several lines for people. */
    public String document(JsonNode document) {
        return isTable() ? PAGE.writeValueAsString(document) : LINE.writeValueAsString(document);
    }

    /** A remark, which is no part of the result. */
    public void note(String remark) {
        if (!quiet) {
            command.commandLine().getErr().println(Table.oneLine(remark));
        }
    }

    public void line(String text) {
        out().println(text);
    }

    /** Progress of something that takes long. */
    public Progress progress(String what, String unit) {
        boolean isShown = terminal().isFollowed() && !noProgress && !quiet;
        return new Progress(isShown ? command.commandLine().getErr() : null, what, unit);
    }

    /** Returns only if the user confirms, by {@code --yes} or at the prompt. */
    public void confirm(String question) {
        if (yes) {
            return;
        }
        if (!terminal().isAsked() || !terminal().isFollowed()) {
            throw new CommandFailure(ExitCode.REFUSED, question + " Nobody can be asked here: say --yes.");
        }
        PrintWriter err = command.commandLine().getErr();
        err.print(question + " [y/N] ");
        err.flush();
        String answer = terminal().line().strip().toLowerCase(Locale.ROOT);
        if (!answer.equals("y") && !answer.equals("yes")) {
            throw new CommandFailure(ExitCode.REFUSED, "nothing was done");
        }
    }

    public String heading(String text) {
        return colored("\u001b[1m", text);
    }

    public String warning(String text) {
        return colored("\u001b[33m", text);
    }

    public String failure(String text) {
        return colored("\u001b[31m", text);
    }

    public String bar(String text) {
        return colored("\u001b[36m", text);
    }

    private String colored(String begin, String text) {
        Terminal terminal = terminal();
        boolean isColored = terminal.isSeen() && terminal.isColored() && !noColor && isTable();
        return isColored && !text.isEmpty() ? begin + text + "\u001b[0m" : text;
    }

    /** Names and values, aligned. */
    public static void rows(PrintWriter out, Map<String, String> lines) {
        int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
        lines.forEach((name, value) -> {
            String line = name + " ".repeat(width - name.length() + 2) + Table.oneLine(value);
            out.println(line.stripTrailing());
        });
    }

    private static Map<String, String> flat(JsonNode answer) {
        Map<String, String> lines = new LinkedHashMap<>();
        flatten("", answer, lines);
        return lines;
    }

    private static void flatten(String prefix, @Nullable JsonNode node, Map<String, String> lines) {
        if (node == null || node.isNull()) {
            lines.put(prefix, "");
        } else if (node.isObject() && node.has("iso")) {
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
