package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Window functions by their definition, one row after the other: for each it says which of the others are in the frame.
 *
 * @param partition the field by which rows are parted, or null
 * @param order the fields of the order; all go the same way
 * @param unit ROWS, RANGE or GROUPS, or null where no frame is written
 * @param start what the frame begins with: a number of rows, groups or by value before the row, or null for all
 * @param end the same of its end, behind the row
 * @param exclude as it is written
 */
public record WindowModel(
        @Nullable String partition,
        List<String> order,
        boolean descending,
        @Nullable String unit,
        @Nullable Integer start,
        @Nullable Integer end,
        String exclude) {
    /** The rows of a document's part, in order. */
    public List<N1qlObject> part(List<N1qlObject> all, N1qlObject row) {
        List<N1qlObject> part = new ArrayList<>();
        for (N1qlObject each : all) {
            if (partition == null || N1qlOrdering.compare(each.field(partition), row.field(partition)) == 0) {
                part.add(each);
            }
        }
        part.sort(comparator());
        return part;
    }

    private Comparator<N1qlObject> comparator() {
        Comparator<N1qlObject> comparator = (_, _) -> 0;
        for (String field : order) {
            comparator = comparator.thenComparing(each -> each.field(field), N1qlOrdering::compare);
        }
        return descending ? comparator.reversed() : comparator;
    }

    private boolean peers(N1qlObject a, N1qlObject b) {
        return comparator().compare(a, b) == 0;
    }

    /** The rows of a document's frame, in order. */
    List<N1qlObject> frame(List<N1qlObject> part, int at) {
        List<N1qlObject> frame = new ArrayList<>();
        for (int other = 0; other < part.size(); other++) {
            if (isInFrame(part, at, other) && !isExcluded(part, at, other)) {
                frame.add(part.get(other));
            }
        }
        return frame;
    }

    private boolean isInFrame(List<N1qlObject> part, int at, int other) {
        if (order.isEmpty()) {
            return true;
        }
        if (unit == null) {
            return other <= at || peers(part.get(at), part.get(other));
        }
        return switch (unit) {
            case "ROWS" -> within(other - at);
            case "GROUPS" -> within(group(part, other) - group(part, at));
            default -> inRange(part.get(at), part.get(other));
        };
    }

    private boolean within(int distance) {
        return (start == null || distance >= start) && (end == null || distance <= end);
    }

    private int group(List<N1qlObject> part, int row) {
        int groups = 0;
        for (int i = 1; i <= row; i++) {
            groups += peers(part.get(i - 1), part.get(i)) ? 0 : 1;
        }
        return groups;
    }

    private boolean inRange(N1qlObject row, N1qlObject other) {
        N1qlValue value = row.field(order.getFirst());
        boolean number = value instanceof N1qlNumber;
        if (!number && !value.isUnknown() && (isOffset(start) || isOffset(end))) {
            return false;
        }
        return (start == null || !isBefore(other, edge(value, start)))
                && (end == null || !isBefore(edge(value, end), other));
    }

    private static boolean isOffset(@Nullable Integer bound) {
        return bound != null && bound != 0;
    }

    private N1qlValue edge(N1qlValue value, int offset) {
        return value instanceof N1qlNumber number
                ? N1qlValues.of(number.longValue() + (descending ? -offset : offset))
                : value;
    }

    private boolean isBefore(N1qlObject row, N1qlValue edge) {
        int compared = N1qlOrdering.compare(row.field(order.getFirst()), edge);
        return descending ? compared > 0 : compared < 0;
    }

    private boolean isBefore(N1qlValue edge, N1qlObject row) {
        int compared = N1qlOrdering.compare(edge, row.field(order.getFirst()));
        return descending ? compared > 0 : compared < 0;
    }

    private boolean isExcluded(List<N1qlObject> part, int at, int other) {
        boolean peer = peers(part.get(at), part.get(other));
        return switch (exclude) {
            case "EXCLUDE CURRENT ROW" -> other == at;
            case "EXCLUDE GROUP" -> peer;
            case "EXCLUDE TIES" -> peer && other != at;
            default -> false;
        };
    }

    /** Returns the value of a function at one row. */
    public N1qlValue result(String function, List<N1qlObject> part, int at) {
        List<N1qlObject> frame = frame(part, at);
        List<N1qlValue> values = frame.stream().map(row -> row.field("v")).toList();
        long first = part.stream()
                .filter(row -> comparator().compare(row, part.get(at)) < 0)
                .count();
        long last = part.stream()
                .filter(row -> comparator().compare(row, part.get(at)) <= 0)
                .count();
        return switch (function) {
            case "ROW_NUMBER()" -> N1qlValues.of(at + 1);
            case "RANK()" -> N1qlValues.of(first + 1);
            case "DENSE_RANK()" -> N1qlValues.of(group(part, at) + 1);
            case "PERCENT_RANK()" -> N1qlValues.of(part.size() == 1 ? 0 : first / (part.size() - 1.0));
            case "CUME_DIST()" -> N1qlValues.of(last / (double) part.size());
            case "NTILE(3)" -> N1qlValues.of(bucket(part.size(), at));
            case "LAG(d.v, 2, -9)" ->
                at < 2 ? N1qlValues.of(-9) : part.get(at - 2).field("v");
            case "LEAD(d.v) IGNORE NULLS" ->
                part.subList(at + 1, part.size()).stream()
                        .map(row -> row.field("v"))
                        .filter(value -> !value.isUnknown())
                        .findFirst()
                        .orElse(N1qlValues.NULL);
            case "COUNT(*)" -> N1qlValues.of(frame.size());
            case "COUNT(DISTINCT d.v)" -> N1qlValues.of(distinct(values).size());
            case "COUNT(d.v) FILTER (WHERE d.v > 2)" ->
                N1qlValues.of(values.stream()
                        .filter(value -> value instanceof N1qlNumber n && n.longValue() > 2)
                        .count());
            case "SUM(d.v)" ->
                values.isEmpty() || known(values).isEmpty() ? N1qlValues.NULL : N1qlValues.of(sum(values));
            case "AVG(d.v)" ->
                known(values).isEmpty()
                        ? N1qlValues.NULL
                        : N1qlValues.of(sum(values) / (double) known(values).size());
            case "MIN(d.v)" -> known(values).stream().min(N1qlOrdering::compare).orElse(N1qlValues.NULL);
            case "MAX(d.v)" -> known(values).stream().max(N1qlOrdering::compare).orElse(N1qlValues.NULL);
            case "FIRST_VALUE(d.v)" -> nth(frame, 1, false, false);
            case "LAST_VALUE(d.v)" -> nth(frame, 1, true, false);
            case "NTH_VALUE(d.v, 2)" -> nth(frame, 2, false, false);
            case "NTH_VALUE(d.v, 2) FROM LAST IGNORE NULLS" -> nth(frame, 2, true, true);
            default -> throw new IllegalArgumentException(function);
        };
    }

    private static int bucket(int size, int at) {
        int seen = 0;
        for (int bucket = 1; bucket <= 3; bucket++) {
            seen += size / 3 + (bucket <= size % 3 ? 1 : 0);
            if (at < seen) {
                return bucket;
            }
        }
        throw new IllegalStateException();
    }

    private static List<N1qlValue> known(List<N1qlValue> values) {
        return values.stream().filter(value -> !value.isUnknown()).toList();
    }

    private static TreeSet<N1qlValue> distinct(List<N1qlValue> values) {
        TreeSet<N1qlValue> distinct = new TreeSet<>(N1qlOrdering::compare);
        distinct.addAll(known(values));
        return distinct;
    }

    private static long sum(List<N1qlValue> values) {
        return known(values).stream()
                .mapToLong(value -> ((N1qlNumber) value).longValue())
                .sum();
    }

    /** Of rows that are alike the lowest value comes first, unless the frame counts rows. */
    private N1qlValue nth(List<N1qlObject> frame, int n, boolean fromLast, boolean ignoreNulls) {
        Comparator<N1qlObject> rows = comparator();
        List<N1qlObject> sorted = new ArrayList<>(frame);
        if (!order.isEmpty() && !"ROWS".equals(unit)) {
            Comparator<N1qlObject> values = Comparator.comparing(row -> row.field("v"), N1qlOrdering::compare);
            sorted.sort(rows.thenComparing(values));
        }
        if (fromLast) {
            sorted = sorted.reversed();
        }
        return sorted.stream()
                .map(row -> row.field("v"))
                .filter(value -> !ignoreNulls || !value.isUnknown())
                .skip(n - 1L)
                .findFirst()
                .orElse(N1qlValues.NULL);
    }
}
