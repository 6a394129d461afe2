package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.Sum;
import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $sum} and {@code $avg}; values other than numbers are ignored. */
final class SumAccumulator implements Accumulator {
    private final Expression input;
    private final boolean averages;
    private final Sum sum = new Sum();

    private SumAccumulator(Expression input, boolean averages) {
        this.input = input;
        this.averages = averages;
    }

    static SumAccumulator sum(Expression input) {
        return new SumAccumulator(input, false);
    }

    static SumAccumulator average(Expression input) {
        return new SumAccumulator(input, true);
    }

    @Override
    public void add(View row, Variables variables) {
        BsonValue value = input.evaluate(row, variables);
        if (Trees.isNumber(value)) {
            sum.add(value);
        }
    }

    @Override
    public BsonValue state() {
        return sum.state();
    }

    @Override
    public void absorb(BsonValue state) {
        sum.absorb(state.asDocument());
    }

    @Override
    public BsonValue result() {
        if (!averages) {
            return sum.value();
        }
        return sum.count() == 0 ? BsonNull.VALUE : sum.average();
    }
}
