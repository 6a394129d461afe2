package dev.mayfly.face.mongo.language.aggregation.window;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $derivative} and {@code $integral}: how fast a value grows within the window, and the area below it. */
final class WindowSlopes {
    private static final Map<String, Long> UNIT_MILLIS = Map.of(
            "week", 604_800_000L,
            "day", 86_400_000L,
            "hour", 3_600_000L,
            "minute", 60_000L,
            "second", 1_000L,
            "millisecond", 1L);

    private WindowSlopes() {}

    /** The parameters of both: the value, and the milliseconds per unit; 0 if not measured over time. */
    private record Spec(Expression input, long unitMillis, WindowBounds bounds) {
        static Spec of(WindowFunction.Use use) {
            if (use.sort().size() != 1) {
                throw failedToParse(use.name() + " requires a sortBy with exactly one field");
            }
            BsonValue input =
                    use.argument().isDocument() ? use.argument().asDocument().get("input") : null;
            if (input == null) {
                throw failedToParse(use.name() + " requires an 'input' expression");
            }
            BsonDocument argument = use.argument().asDocument();
            BsonValue unit = argument.get("unit");
            Long millis = unit == null || !unit.isString()
                    ? null
                    : UNIT_MILLIS.get(unit.asString().getValue());
            if (unit != null && millis == null) {
                throw location(5490710, "unit must be 'week' or smaller");
            }
            return new Spec(use.compiled(input), millis == null ? 0 : millis, use.bounds());
        }

        @Nullable
        Double at(WindowPartition partition, int row) {
            BsonValue value = input.evaluate(partition.row(row), partition.variables());
            return Trees.isNumber(value) ? (Double) Numbers.doubleOf(value) : null;
        }

        /** How far two rows are apart; taken before it is told in units, whose fractions are not exact. */
        double distance(WindowPartition partition, int from, int to) {
            double apart = place(partition, to) - place(partition, from);
            return unitMillis > 0 ? apart / unitMillis : apart;
        }

        private double place(WindowPartition partition, int row) {
            return WindowSlopes.place(partition.values().get(row), unitMillis > 0);
        }
    }

    static WindowFunction derivative(WindowFunction.Use use) {
        Spec spec = Spec.of(use);
        return partition -> each(partition, spec, WindowSlopes::slope);
    }

    static WindowFunction integral(WindowFunction.Use use) {
        Spec spec = Spec.of(use);
        return partition -> each(partition, spec, WindowSlopes::area);
    }

    private interface Measure {
        BsonValue over(Spec spec, WindowPartition partition, int from, int until);
    }

    private static BsonValue[] each(WindowPartition partition, Spec spec, Measure measure) {
        BsonValue[] results = new BsonValue[partition.size()];
        for (int row = 0; row < results.length; row++) {
            int from = spec.bounds.from(partition, row);
            int until = spec.bounds.until(partition, row);
            results[row] = measure.over(spec, partition, from, until);
        }
        return results;
    }

    private static BsonValue slope(Spec spec, WindowPartition partition, int from, int until) {
        if (until - from < 2) {
            return BsonNull.VALUE;
        }
        Double first = spec.at(partition, from);
        Double last = spec.at(partition, until - 1);
        double length = spec.distance(partition, from, until - 1);
        return first == null || last == null || length == 0 ? BsonNull.VALUE : new BsonDouble((last - first) / length);
    }

    private static BsonValue area(Spec spec, WindowPartition partition, int from, int until) {
        double area = 0;
        for (int row = from + 1; row < until; row++) {
            Double before = spec.at(partition, row - 1);
            Double here = spec.at(partition, row);
            if (before != null && here != null) {
                area += (before + here) / 2 * spec.distance(partition, row - 1, row);
            }
        }
        return until > from ? new BsonDouble(area) : BsonNull.VALUE;
    }

    /** Returns the position of a row on the axis it is sorted by. */
    static double place(BsonValue value, boolean wantsDate) {
        if (value.isDateTime()) {
            return value.asDateTime().getValue();
        }
        if (wantsDate || !Trees.isNumber(value)) {
            throw location(
                    wantsDate ? 5624900 : 5624902,
                    wantsDate
                            ? "the sortBy field must be a Date when a 'unit' is specified"
                            : "the sortBy field must be numeric or a Date");
        }
        return Numbers.doubleOf(value);
    }
}
