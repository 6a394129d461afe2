package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.face.mongo.language.value.BsonOrder;
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
                Nary.comparing(
                        2, operands -> new BsonInt32(Integer.signum(BsonOrder.compare(operands[0], operands[1])))));
    }

    private static Operator comparing(IntPredicate wanted) {
        return Nary.comparing(2, operands -> Values.of(wanted.test(BsonOrder.compare(operands[0], operands[1]))));
    }
}
