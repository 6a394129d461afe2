package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import java.util.Map;
import java.util.function.IntPredicate;
import org.bson.BsonInt32;

/** Comparisons in the order of all values. */
final class ComparisonOperators {
    private ComparisonOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$eq", comparing(order -> order == 0));
        table.put("$ne", comparing(order -> order != 0));
        table.put("$gt", comparing(order -> order > 0));
        table.put("$gte", comparing(order -> order >= 0));
        table.put("$lt", comparing(order -> order < 0));
        table.put("$lte", comparing(order -> order <= 0));
        table.put(
                "$cmp",
                Nary.collated(
                        2,
                        2,
                        (operands, collation) ->
                                new BsonInt32(Integer.signum(collation.compare(operands[0], operands[1])))));
    }

    private static Operator comparing(IntPredicate wanted) {
        return Nary.collated(
                2,
                2,
                (operands, collation) -> ExpressionValues.of(wanted.test(collation.compare(operands[0], operands[1]))));
    }
}
