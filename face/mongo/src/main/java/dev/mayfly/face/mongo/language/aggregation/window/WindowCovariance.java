package dev.mayfly.face.mongo.language.aggregation.window;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;

import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $covariancePop} and {@code $covarianceSamp} of two values of each row. */
record WindowCovariance(Expression left, Expression right, boolean isSample, WindowBounds bounds)
        implements WindowFunction {
    static WindowFunction compile(Use use) {
        if (!use.argument().isArray() || use.argument().asArray().size() != 2) {
            throw failedToParse(use.name() + " must be an array of two expressions");
        }
        return new WindowCovariance(
                use.compiled(use.argument().asArray().get(0)),
                use.compiled(use.argument().asArray().get(1)),
                use.name().equals("$covarianceSamp"),
                use.bounds());
    }

    @Override
    public BsonValue[] compute(WindowPartition partition) {
        BsonValue[] results = new BsonValue[partition.size()];
        for (int row = 0; row < results.length; row++) {
            results[row] = covariance(partition, bounds.from(partition, row), bounds.until(partition, row));
        }
        return results;
    }

    private BsonValue covariance(WindowPartition partition, int from, int until) {
        long count = 0;
        double meanLeft = 0;
        double meanRight = 0;
        double product = 0;
        for (int row = from; row < until; row++) {
            BsonValue one = left.evaluate(partition.row(row), partition.variables());
            BsonValue other = right.evaluate(partition.row(row), partition.variables());
            if (Trees.isNumber(one) && Trees.isNumber(other)) {
                count++;
                double difference = Numbers.doubleOf(one) - meanLeft;
                meanLeft += difference / count;
                meanRight += (Numbers.doubleOf(other) - meanRight) / count;
                product += difference * (Numbers.doubleOf(other) - meanRight);
            }
        }
        long divisor = isSample ? count - 1 : count;
        return divisor < 1 ? BsonNull.VALUE : new BsonDouble(product / divisor);
    }
}
