package dev.mayfly.face.mongo.language.aggregation.window;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $locf} and {@code $linearFill}: fill missing values from those before and after. */
final class WindowFills {
    private WindowFills() {}

    static WindowFunction locf(WindowFunction.Use use) {
        Expression input = use.compiled(use.argument());
        return partition -> {
            BsonValue[] results = evaluated(input, partition);
            for (int row = 1; row < results.length; row++) {
                results[row] = results[row].isNull() ? results[row - 1] : results[row];
            }
            return results;
        };
    }

    static WindowFunction linear(WindowFunction.Use use) {
        if (use.sort().size() != 1) {
            throw location(
                    605001,
                    "$linearFill must be specified with a top level sortBy expression with exactly one element");
        }
        Expression input = use.compiled(use.argument());
        return partition -> {
            BsonValue[] results = evaluated(input, partition);
            int before = -1;
            for (int row = 0; row < results.length; row++) {
                if (!results[row].isNull()) {
                    requireNumber(results[row]);
                    interpolate(partition, results, before, row);
                    before = row;
                }
            }
            return results;
        };
    }

    private static BsonValue[] evaluated(Expression input, WindowPartition partition) {
        BsonValue[] values = new BsonValue[partition.size()];
        for (int row = 0; row < values.length; row++) {
            BsonValue value = input.evaluate(partition.row(row), partition.variables());
            values[row] = Trees.isNullish(value) ? BsonNull.VALUE : value;
        }
        return values;
    }

    private static void requireNumber(BsonValue value) {
        if (!Trees.isNumber(value)) {
            throw location(605003, "Value to be filled must be numeric or nullish");
        }
    }

    /** Fills the gap between two known rows, if there are two. */
    private static void interpolate(WindowPartition partition, BsonValue[] results, int before, int behind) {
        if (before < 0 || behind - before < 2) {
            return;
        }
        double from = place(partition, before);
        double slope = (Numbers.doubleOf(results[behind]) - Numbers.doubleOf(results[before]))
                / (place(partition, behind) - from);
        for (int row = before + 1; row < behind; row++) {
            results[row] = new BsonDouble(Numbers.doubleOf(results[before]) + slope * (place(partition, row) - from));
        }
    }

    private static double place(WindowPartition partition, int row) {
        return WindowSlopes.place(partition.values().get(row), false);
    }
}
