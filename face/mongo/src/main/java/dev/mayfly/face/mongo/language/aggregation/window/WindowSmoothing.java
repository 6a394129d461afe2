package dev.mayfly.face.mongo.language.aggregation.window;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;

import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $expMovingAvg}: an average in which the past counts less and less. */
record WindowSmoothing(Expression input, double alpha) implements WindowFunction {
    private static final String SHAPE = "$expMovingAvg sub object must have exactly two fields: An 'input' field, and"
            + " either an 'N' field or an 'alpha' field";

    static WindowFunction compile(Use use) {
        if (!use.argument().isDocument() || use.argument().asDocument().size() != 2) {
            throw failedToParse(SHAPE);
        }
        if (use.sort().isEmpty()) {
            throw failedToParse("$expMovingAvg requires an explicit 'sortBy'");
        }
        BsonDocument argument = use.argument().asDocument();
        BsonValue input = argument.get("input");
        if (input == null) {
            throw failedToParse(SHAPE);
        }
        return new WindowSmoothing(use.compiled(input), alpha(argument));
    }

    private static double alpha(BsonDocument argument) {
        BsonValue count = argument.get("N");
        if (count != null) {
            Long whole = Trees.wholeOf(count);
            if (whole == null || whole <= 0) {
                throw failedToParse("'N' must be greater than zero and an integer");
            }
            return 2.0 / (whole + 1);
        }
        BsonValue alpha = argument.get("alpha");
        if (alpha == null || !Trees.isNumber(alpha)) {
            throw failedToParse(SHAPE);
        }
        double value = Numbers.doubleOf(alpha);
        if (value <= 0 || value >= 1) {
            throw failedToParse("'alpha' must be between 0 and 1 (exclusive), found alpha: " + value);
        }
        return value;
    }

    @Override
    public BsonValue[] compute(WindowPartition partition) {
        BsonValue[] results = new BsonValue[partition.size()];
        BsonValue average = BsonNull.VALUE;
        for (int row = 0; row < results.length; row++) {
            BsonValue value = input.evaluate(partition.row(row), partition.variables());
            if (Trees.isNumber(value)) {
                average = average.isNull()
                        ? value
                        : new BsonDouble(alpha * Numbers.doubleOf(value) + (1 - alpha) * Numbers.doubleOf(average));
            }
            results[row] = average;
        }
        return results;
    }
}
