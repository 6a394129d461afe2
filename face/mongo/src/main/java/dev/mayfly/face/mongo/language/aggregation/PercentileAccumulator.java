package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.Refusals.badValue;
import static dev.mayfly.face.mongo.language.value.Refusals.location;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.QueryException;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code $percentile} and {@code $median}: the least of the numbers than which at least such a part is not greater. What is
 * no number is left out. Exact, though clients have to ask for it as approximate.
 */
final class PercentileAccumulator implements Accumulator {
    private static final String MEDIAN = "$median";

    private final Expression input;
    private final double[] parts;
    private final boolean single;
    private double[] numbers = new double[16];
    private int count;

    private PercentileAccumulator(Expression input, double[] parts, boolean single) {
        this.input = input;
        this.parts = parts;
        this.single = single;
    }

    static Accumulator.Factory compile(String name, BsonValue argument, StageScope scope) {
        boolean single = name.equals(MEDIAN);
        if (!argument.isDocument()) {
            throw location(
                    single ? 7436100 : 7429703,
                    "specification must be an object; found " + name + " :" + TypeNames.of(argument));
        }
        BsonDocument arguments = argument.asDocument();
        for (String field : arguments.keySet()) {
            if (!List.of("input", "p", "method").contains(field) || (single && field.equals("p"))) {
                throw new QueryException(
                        40415, "IDLUnknownField", "BSON field '" + name + "." + field + "' is an unknown field.");
            }
        }
        Expression input = ExpressionCompiler.compile(required(name, arguments, "input"), scope.variables());
        double[] parts = single ? new double[] {0.5} : parts(required(name, arguments, "p"));
        if (!required(name, arguments, "method").equals(new BsonString("approximate"))) {
            throw badValue("Currently only 'approximate' can be used as percentile 'method'.");
        }
        return (_, _) -> new PercentileAccumulator(input, parts, single);
    }

    private static BsonValue required(String name, BsonDocument arguments, String field) {
        BsonValue value = arguments.get(field);
        if (value == null) {
            throw new QueryException(
                    40414,
                    "IDLFailedToParse",
                    "BSON field '" + name + "." + field + "' is missing but a required field");
        }
        return value;
    }

    private static double[] parts(BsonValue argument) {
        if (!argument.isArray() || argument.asArray().isEmpty()) {
            throw location(
                    argument.isArray() ? 7750301 : 7750300,
                    "The $percentile 'p' field must be a non-empty array of numbers from [0.0, 1.0] range");
        }
        BsonArray array = argument.asArray();
        double[] parts = new double[array.size()];
        for (int i = 0; i < parts.length; i++) {
            double part = Trees.isNumber(array.get(i)) ? Numbers.doubleOf(array.get(i)) : Double.NaN;
            if (!(part >= 0 && part <= 1)) {
                throw location(
                        Trees.isNumber(array.get(i)) ? 7750303 : 7750302,
                        "The $percentile 'p' field must be an array of numbers from [0.0, 1.0] range");
            }
            parts[i] = part;
        }
        return parts;
    }

    @Override
    public void add(View row, Variables variables) {
        BsonValue value = input.evaluate(row, variables);
        if (Trees.isNumber(value)) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = Numbers.doubleOf(value);
        }
    }

    @Override
    public BsonValue result() {
        double[] sorted = Arrays.copyOf(numbers, count);
        Arrays.sort(sorted);
        if (single) {
            return at(sorted, parts[0]);
        }
        BsonArray results = new BsonArray(parts.length);
        for (double part : parts) {
            results.add(at(sorted, part));
        }
        return results;
    }

    private static BsonValue at(double[] sorted, double part) {
        if (sorted.length == 0) {
            return BsonNull.VALUE;
        }
        int rank = (int) Math.ceil(sorted.length * part) - 1;
        return new BsonDouble(sorted[Math.max(0, rank)]);
    }

    @Override
    public long bytes() {
        return (long) numbers.length * Double.BYTES;
    }
}
