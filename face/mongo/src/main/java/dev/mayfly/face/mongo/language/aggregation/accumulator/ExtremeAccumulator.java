package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.HeapSize;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $min} and {@code $max}; null and missing values are ignored. */
final class ExtremeAccumulator implements Accumulator {
    private final Expression input;
    private final int sign;
    private final Collation collation;
    private BsonValue best = BsonNull.VALUE;

    ExtremeAccumulator(Expression input, int sign, Collation collation) {
        this.input = input;
        this.sign = sign;
        this.collation = collation;
    }

    @Override
    public void add(View row, Variables variables) {
        take(input.evaluate(row, variables));
    }

    private void take(BsonValue value) {
        if (!ExpressionValues.isNullish(value)
                && (best.isNull() || Integer.signum(collation.compare(value, best)) == sign)) {
            best = value;
        }
    }

    @Override
    public BsonValue state() {
        return best;
    }

    @Override
    public void absorb(BsonValue state) {
        take(state);
    }

    @Override
    public BsonValue result() {
        return best;
    }

    @Override
    public long bytes() {
        return HeapSize.of(best);
    }
}
