package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import java.util.List;
import java.util.Map;

/** And, or, not; operands after the deciding one are not evaluated. */
final class BooleanOperators {
    private BooleanOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$and", (_, argument, scope) -> {
            List<Expression> operands = Nary.operands(argument, scope);
            return (root, variables) -> ExpressionValues.of(!anyIs(false, operands, root, variables));
        });
        table.put("$or", (_, argument, scope) -> {
            List<Expression> operands = Nary.operands(argument, scope);
            return (root, variables) -> ExpressionValues.of(anyIs(true, operands, root, variables));
        });
        table.put("$not", Nary.one(operand -> ExpressionValues.of(!ExpressionValues.isTrue(operand))));
    }

    private static boolean anyIs(boolean wanted, List<Expression> operands, View root, Variables variables) {
        for (Expression operand : operands) {
            if (ExpressionValues.isTrue(operand.evaluate(root, variables)) == wanted) {
                return true;
            }
        }
        return false;
    }
}
