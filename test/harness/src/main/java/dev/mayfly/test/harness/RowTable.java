package dev.mayfly.test.harness;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The table that the tests of a class are, as it stands in the documentation. */
public record RowTable(String name, List<Row> rows) {
    public RowTable {
        rows = List.copyOf(rows);
    }

    public static RowTable of(Class<?> tests) {
        List<Row> rows = Stream.of(tests.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Row.class))
                .map(RowTable::row)
                .sorted(Comparator.comparingInt(Row::number))
                .toList();
        return new RowTable(tests.getAnnotation(Rows.class).value(), rows);
    }

    public static Row row(Method test) {
        return test.getAnnotation(Row.class);
    }

    /**
     * A row says "yes" only when it does not say what happens elsewhere instead; and its test has to pass.
     *
     * @param original what the face speaks for
     */
    public String markdown(String original) {
        StringBuilder table = new StringBuilder("| a client | what happens | as " + original + " |\n|---|---|---|\n");
        for (Row row : rows) {
            String alike = row.unlike().isEmpty() ? "yes" : "no: " + row.unlike();
            table.append("| ").append(cell(row.when()));
            table.append(" | ").append(cell(row.then()));
            table.append(" | ").append(cell(alike)).append(" |\n");
        }
        return table.toString();
    }

    public static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
