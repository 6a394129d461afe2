package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Percentiles;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.Arrays;
import org.bson.BsonValue;

/** {@code $percentile} and {@code $median}. What is no number is left out. */
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
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = Numbers.doubleOf(value);
        }
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
