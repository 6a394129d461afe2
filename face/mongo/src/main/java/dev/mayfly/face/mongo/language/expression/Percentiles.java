package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The arguments of {@code $percentile} and {@code $median}, in a group as in an expression: the least number such that
 * at least the given fraction of the numbers is not greater. Exact, although clients have to ask for it as approximate.
 *
 * @param single whether the answer is one number and not an array of them
 */
public record Percentiles(Expression input, List<Double> parts, boolean single) {
    private static final String MEDIAN = "$median";

    static void register(Map<String, Operator> table) {
        table.put("$percentile", Percentiles::operator);
        table.put(MEDIAN, Percentiles::operator);
    }

    /** Compiles the operator over the numbers among the elements of an array; of one number alone, that number. */
    private static Expression operator(String name, BsonValue argument, Scope scope) {
        Percentiles asked = compile(name, argument, value -> ExpressionCompiler.compile(value, scope));
        return (root, variables) -> {
            BsonValue value = asked.input.evaluate(root, variables);
            List<BsonValue> values = value.isArray() ? value.asArray() : List.of(value);
            return asked.of(values.stream()
                    .filter(Trees::isNumber)
                    .mapToDouble(Numbers::doubleOf)
                    .toArray());
        };
    }

    /** Compiles an operand. */
    @FunctionalInterface
    public interface Compiler {
        Expression compile(BsonValue operand);
    }

    public static Percentiles compile(String name, BsonValue argument, Compiler compiler) {
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
        Expression input = compiler.compile(required(name, arguments, "input"));
        List<Double> parts = single ? List.of(0.5) : parts(required(name, arguments, "p"));
        if (!required(name, arguments, "method").equals(new BsonString("approximate"))) {
            throw badValue("Currently only 'approximate' can be used as percentile 'method'.");
        }
        return new Percentiles(input, parts, single);
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

    private static List<Double> parts(BsonValue argument) {
        if (!argument.isArray() || argument.asArray().isEmpty()) {
            throw location(
                    argument.isArray() ? 7750301 : 7750300,
                    "The $percentile 'p' field must be a non-empty array of numbers from [0.0, 1.0] range");
        }
        return argument.asArray().stream().map(Percentiles::part).toList();
    }

    private static Double part(BsonValue value) {
        double part = Trees.isNumber(value) ? Numbers.doubleOf(value) : Double.NaN;
        if (!(part >= 0 && part <= 1)) {
            throw location(
                    Trees.isNumber(value) ? 7750303 : 7750302,
                    "The $percentile 'p' field must be an array of numbers from [0.0, 1.0] range");
        }
        return part;
    }

    /** The answer over these numbers, which are sorted here. */
    public BsonValue of(double[] numbers) {
        Arrays.sort(numbers);
        if (single) {
            return at(numbers, parts.getFirst());
        }
        return new BsonArray(parts.stream().map(part -> at(numbers, part)).toList());
    }

    private static BsonValue at(double[] sorted, double part) {
        if (sorted.length == 0) {
            return BsonNull.VALUE;
        }
        int rank = (int) Math.ceil(sorted.length * part) - 1;
        return new BsonDouble(sorted[Math.max(0, rank)]);
    }
}
