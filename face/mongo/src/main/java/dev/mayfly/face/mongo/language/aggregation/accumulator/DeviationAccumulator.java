package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.Deviation;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonValue;

/** {@code $stdDevPop} and {@code $stdDevSamp}; values other than numbers are ignored. */
final class DeviationAccumulator implements Accumulator {
    private final Expression input;
    private final boolean population;
    private final Deviation deviation = new Deviation();

    DeviationAccumulator(Expression input, boolean population) {
        this.input = input;
        this.population = population;
    }

    @Override
    public void add(View row, Variables variables) {
        BsonValue value = input.evaluate(row, variables);
        if (Trees.isNumber(value)) {
            deviation.add(Numbers.doubleOf(value));
        }
    }

    @Override
    public BsonValue state() {
        return deviation.state();
    }

    @Override
    public void absorb(BsonValue state) {
        deviation.absorb(state.asDocument());
    }

    @Override
    public BsonValue result() {
        return population ? deviation.population() : deviation.sample();
    }
}
