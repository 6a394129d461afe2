package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Percentiles;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonDouble;
import org.bson.BsonValue;

/** {@code $percentile} and {@code $median}. Values other than numbers are ignored. */
final class PercentileAccumulator implements Accumulator {
    private final Percentiles asked;
    private double[] numbers = new double[16];
    private int count;

    private PercentileAccumulator(Percentiles asked) {
        this.asked = asked;
    }

    static Accumulator.Factory compile(String name, BsonValue argument, StageScope scope) {
        Percentiles asked =
                Percentiles.compile(name, argument, value -> ExpressionCompiler.compile(value, scope.variables()));
        return (_, _) -> new PercentileAccumulator(asked);
    }

    @Override
    public void add(View row, Variables variables) {
        BsonValue value = asked.input().evaluate(row, variables);
        if (Trees.isNumber(value)) {
            take(Numbers.doubleOf(value));
        }
    }

    private void take(double number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
    }

    @Override
    public BsonValue state() {
        BsonArray state = new BsonArray(count);
        for (int i = 0; i < count; i++) {
            state.add(new BsonDouble(numbers[i]));
        }
        return state;
    }

    @Override
    public void absorb(BsonValue state) {
        state.asArray().forEach(number -> take(number.asDouble().getValue()));
    }

    @Override
    public BsonValue result() {
        return asked.of(Arrays.copyOf(numbers, count));
    }

    @Override
    public long bytes() {
        return (long) numbers.length * Double.BYTES;
    }
}
