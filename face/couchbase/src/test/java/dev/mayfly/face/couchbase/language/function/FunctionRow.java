package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A call and what it gives. */
record FunctionRow(String name, Value[] arguments, String expected) {
    /** Stands for MISSING in JSON. */
    private static final String MISSING = "\"MISSING\"";

    static List<FunctionRow> all() {
        try (InputStream rows = FunctionRow.class.getResourceAsStream("functions.rows")) {
            String text = new String(Objects.requireNonNull(rows).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(FunctionRow::of)
                    .toList();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static FunctionRow of(String line) {
        int space = line.indexOf(' ');
        int end = endOfArray(line, space + 1);
        String json = line.substring(space + 1, end).replaceAll("\\bMISSING\\b", MISSING);
        List<Value> arguments = ((ArrayValue) Values.parse(json)).elements();
        Value[] values = arguments.stream()
                .map(each -> each.equals(Values.of("MISSING")) ? Values.MISSING : each)
                .toArray(Value[]::new);
        return new FunctionRow(
                line.substring(0, space), values, line.substring(end).strip());
    }

    private static int endOfArray(String line, int from) {
        int depth = 0;
        boolean quoted = false;
        for (int at = from; at < line.length(); at++) {
            char c = line.charAt(at);
            quoted ^= c == '"';
            depth += quoted ? 0 : c == '[' ? 1 : c == ']' ? -1 : 0;
            if (depth == 0) {
                return at + 1;
            }
        }
        throw new IllegalArgumentException(line);
    }

    @Override
    public String toString() {
        return name + Values.array(List.of(arguments));
    }
}
