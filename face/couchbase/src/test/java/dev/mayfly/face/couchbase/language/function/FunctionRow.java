package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A call and what it gives. */
record FunctionRow(String name, N1qlValue[] arguments, String expected) {
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
        List<N1qlValue> arguments = ((N1qlArray) N1qlValues.parse(json)).elements();
        N1qlValue[] values = arguments.stream()
                .map(each -> each.equals(N1qlValues.of("MISSING")) ? N1qlValues.MISSING : each)
                .toArray(N1qlValue[]::new);
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
        return name + N1qlValues.array(List.of(arguments));
    }
}
