package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.Deviation;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Sum;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** One value out of many: of the elements of the only operand, or of several operands. */
public final class SummaryOperators {
    private static final NamedArguments.Codes FIRST_N =
            new NamedArguments.Codes(ArgumentWording.COUNTED, 5787801, 5787901, Map.of("n", 5787906, "input", 5787907));
    private static final NamedArguments.Codes BEST_N =
            new NamedArguments.Codes(ArgumentWording.COUNTED, 5787900, 5787901, Map.of("n", 5787906, "input", 5787907));

    private SummaryOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$sum", Nary.any(operands -> sumOf(operands).value()));
        table.put("$avg", Nary.any(SummaryOperators::average));
        table.put(
                "$max", Nary.collated(0, Integer.MAX_VALUE, (operands, collation) -> extreme(operands, 1, collation)));
        table.put(
                "$min", Nary.collated(0, Integer.MAX_VALUE, (operands, collation) -> extreme(operands, -1, collation)));
        table.put("$stdDevPop", Nary.any(operands -> deviation(operands).population()));
        table.put("$stdDevSamp", Nary.any(operands -> deviation(operands).sample()));
        table.put("$firstN", taking((elements, n, _) -> elements.subList(0, Math.min(n, elements.size()))));
        table.put(
                "$lastN",
                taking((elements, n, _) -> elements.subList(Math.max(0, elements.size() - n), elements.size())));
        table.put(
                "$maxN",
                taking((elements, n, collation) ->
                        extremes(elements, n, collation.order().reversed())));
        table.put("$minN", taking((elements, n, collation) -> extremes(elements, n, collation.order())));
    }

    /** Returns the values to summarise: the elements of a single operand that is an array, or else the operands. */
    private static List<BsonValue> values(BsonValue[] operands) {
        return operands.length == 1 && operands[0].isArray() ? operands[0].asArray() : Arrays.asList(operands);
    }

    private static Sum sumOf(BsonValue[] operands) {
        Sum sum = new Sum();
        for (BsonValue value : values(operands)) {
            if (ExpressionValues.isNumber(value)) {
                sum.add(value);
            }
        }
        return sum;
    }

    private static BsonValue average(BsonValue[] operands) {
        Sum sum = sumOf(operands);
        return sum.count() == 0 ? ExpressionValues.NULL : sum.average();
    }

    private static Deviation deviation(BsonValue[] operands) {
        Deviation deviation = new Deviation();
        for (BsonValue value : values(operands)) {
            if (ExpressionValues.isNumber(value)) {
                deviation.add(Numbers.doubleOf(value));
            }
        }
        return deviation;
    }

    private static BsonValue extreme(BsonValue[] operands, int sign, Collation collation) {
        BsonValue best = ExpressionValues.NULL;
        for (BsonValue value : values(operands)) {
            boolean better = !ExpressionValues.isNullish(value)
                    && (ExpressionValues.isNullish(best) || Integer.signum(collation.compare(value, best)) == sign);
            best = better ? value : best;
        }
        return best;
    }

    /** Picks some of the elements. */
    private interface Pick {
        List<BsonValue> from(List<BsonValue> elements, int n, Collation collation);
    }

    private static Operator taking(Pick pick) {
        return (name, argument, scope) -> {
            boolean isBest = name.equals("$minN") || name.equals("$maxN");
            NamedArguments named = NamedArguments.of(name, argument, scope, isBest ? BEST_N : FIRST_N, "input", "n");
            Expression n = named.required("n");
            Expression input = named.required("input");
            return (root, variables) -> {
                BsonValue array = input.evaluate(root, variables);
                if (!array.isArray()) {
                    throw location(5788200, "Input must be an array");
                }
                int count = checkedCount(n.evaluate(root, variables));
                return new BsonArray(pick.from(array.asArray(), count, variables.collation()));
            };
        };
    }

    /** The n of operators that take the first or best n. */
    public static int checkedCount(BsonValue n) {
        if (!ExpressionValues.isNumber(n)) {
            throw location(
                    5787902,
                    "Value for 'n' must be of integral type, but found "
                            + BsonText.of(ExpressionValues.isMissing(n) ? null : n));
        }
        Integer whole = ExpressionValues.intOf(n);
        if (whole == null) {
            throw location(5787903, "Value for 'n' must be of integral type, but found " + BsonText.of(n));
        }
        if (whole <= 0) {
            throw location(5787908, "'n' must be greater than 0, found " + whole);
        }
        return whole;
    }

    private static List<BsonValue> extremes(List<BsonValue> elements, int n, Comparator<BsonValue> order) {
        List<BsonValue> sorted = new ArrayList<>();
        elements.stream()
                .filter(element -> !ExpressionValues.isNullish(element))
                .forEach(sorted::add);
        sorted.sort(order);
        return sorted.subList(0, Math.min(n, sorted.size()));
    }
}
