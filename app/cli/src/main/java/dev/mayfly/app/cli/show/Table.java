package dev.mayfly.app.cli.show;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Columns of a list: what a person reads in a row, and what a program does. */
public final class Table {
    private static final String GAP = "  ";

    /** Sentences that would begin further to the right are not broken. */
    private static final int PROSE_FROM_MAX = 70;

    private final List<Column> columns = new ArrayList<>();

    private boolean endsInProse;

    private record Column(
            String name, boolean isFigure, Function<JsonNode, String> shown, Function<JsonNode, String> plain) {}

    /** A column of text. */
    public Table text(String name, Function<JsonNode, String> value) {
        columns.add(new Column(name, false, value, value));
        return this;
    }

    public Table text(String name, String field) {
        return text(name, row -> row.path(field).asString(""));
    }

    /** The last column, of sentences: they go on below where the page ends. */
    public Table prose(String name, String field) {
        return prose(name, row -> row.path(field).asString(""));
    }

    public Table prose(String name, Function<JsonNode, String> value) {
        endsInProse = true;
        return text(name, value);
    }

    /** A column of instants. */
    public Table instant(String name, String field) {
        return text(name, row -> Words.instant(row.path(field)));
    }

    /** A column of figures, which programs get without words and commas. */
    public Table figure(String name, String field, Function<JsonNode, String> shown) {
        columns.add(new Column(
                name,
                true,
                row -> shown.apply(row.path(field)),
                row -> row.path(field).asString("")));
        return this;
    }

    /** A column that only people need. */
    public Table drawing(String name, Function<JsonNode, String> shown) {
        columns.add(new Column(name, false, shown, _ -> ""));
        return this;
    }

    /** Lines of aligned columns. */
    List<String> lines(List<JsonNode> rows, boolean withHeading) {
        List<List<String>> cells = new ArrayList<>();
        if (withHeading) {
            cells.add(columns.stream().map(Column::name).toList());
        }
        for (JsonNode row : rows) {
            cells.add(columns.stream()
                    .map(column -> oneLine(column.shown().apply(row)))
                    .toList());
        }
        int[] widths = new int[columns.size()];
        for (List<String> line : cells) {
            for (int at = 0; at < widths.length; at++) {
                widths[at] = Math.max(widths[at], line.get(at).length());
            }
        }
        int before = 0;
        for (int at = 0; at < widths.length - 1; at++) {
            before += widths[at] + GAP.length();
        }
        if (!endsInProse || before > PROSE_FROM_MAX) {
            return cells.stream().map(line -> line(line, widths)).toList();
        }
        List<String> lines = new ArrayList<>();
        cells.forEach(line -> withProse(line, widths, lines));
        return lines;
    }

    private void withProse(List<String> cells, int[] widths, List<String> lines) {
        List<String> row = new ArrayList<>(cells);
        String prose = row.set(row.size() - 1, "");
        int[] without = widths.clone();
        without[without.length - 1] = 0;
        String begin = line(row, without);
        int indent = 0;
        for (int at = 0; at < widths.length - 1; at++) {
            indent += widths[at] + GAP.length();
        }
        boolean isFirst = true;
        for (String part : Words.wrapped(" ".repeat(indent), prose)) {
            String text = isFirst && !prose.isEmpty() ? begin + part.substring(begin.length()) : isFirst ? begin : part;
            lines.add(text.stripTrailing());
            isFirst = false;
        }
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int at = 0; at < widths.length; at++) {
            String cell = cells.get(at);
            String padding = " ".repeat(widths[at] - cell.length());
            line.append(at == 0 ? "" : GAP);
            line.append(columns.get(at).isFigure() ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    /** Control characters of stored data never reach the terminal. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> line.appendCodePoint(Character.isISOControl(point) ? ' ' : point));
        return line.toString();
    }

    /** Lines of comma-separated values, as RFC 4180 has them. */
    List<String> csv(List<JsonNode> rows, boolean withHeading) {
        List<Column> plain = columns.stream().filter(Table::isForPrograms).toList();
        List<String> lines = new ArrayList<>();
        if (withHeading) {
            lines.add(
                    csvLine(plain.stream().map(column -> csvName(column.name())).toList()));
        }
        for (JsonNode row : rows) {
            lines.add(csvLine(
                    plain.stream().map(column -> column.plain().apply(row)).toList()));
        }
        return lines;
    }

    private static boolean isForPrograms(Column column) {
        return !column.name().isEmpty();
    }

    private static String csvName(String name) {
        return name.toLowerCase(Locale.ROOT).replace(' ', '_');
    }

    static String csvLine(List<String> values) {
        return String.join(",", values.stream().map(Table::csvValue).toList());
    }

    private static String csvValue(String value) {
        boolean isPlain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }
}
