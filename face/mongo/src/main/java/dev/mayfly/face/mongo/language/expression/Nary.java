package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Operators all of whose operands are evaluated before they are combined. */
final class Nary {
    /** Combines the values of the operands. */
    @FunctionalInterface
    interface Function {
        BsonValue apply(BsonValue[] operands);
    }

    /** Combines the values of the operands, comparing texts as the collation in force has them. */
    @FunctionalInterface
    interface CollatedFunction {
        BsonValue apply(BsonValue[] operands, Collation collation);
    }

    /** Computes from the value of the only operand. */
    @FunctionalInterface
    interface UnaryFunction {
        BsonValue apply(BsonValue operand);
    }

    /** The number of characters, and of elements, that take a function about as long as a step. */
    private static final int STEP_CHARS = 256;

    private static final int STEP_ELEMENTS = 8;

    private Nary() {}

    static Operator any(Function function) {
        return between(0, Integer.MAX_VALUE, function);
    }

    static Operator one(UnaryFunction function) {
        return exactly(1, operands -> function.apply(operands[0]));
    }

    static Operator exactly(int count, Function function) {
        return between(count, count, function);
    }

    static Operator between(int least, int most, Function function) {
        return collated(least, most, (operands, _) -> function.apply(operands));
    }

    /** Returns an operator that compares. */
    static Operator collated(int least, int most, CollatedFunction function) {
        return (name, argument, scope) -> {
            List<Expression> operands = operands(argument, scope);
            if (least == most && operands.size() != least) {
                throw location(
                        16020,
                        "Expression " + name + " takes exactly " + least + " arguments. " + operands.size()
                                + " were passed in.");
            }
            if (operands.size() < least || operands.size() > most) {
                throw location(
                        28667,
                        "Expression " + name + " takes at least " + least + " arguments, and at most " + most + ", but "
                                + operands.size() + " were passed in.");
            }
            return expression(operands, function);
        };
    }

    /** The elements of an array; anything else is the only operand. */
    static List<Expression> operands(BsonValue argument, Scope scope) {
        if (!argument.isArray()) {
            return List.of(ExpressionCompiler.compile(argument, scope));
        }
        return argument.asArray().stream()
                .map(operand -> ExpressionCompiler.compile(operand, scope))
                .toList();
    }

    private static Expression expression(List<Expression> operands, CollatedFunction function) {
        Expression[] parts = operands.toArray(Expression[]::new);
        return (root, variables) -> function.apply(evaluate(parts, root, variables), variables.collation());
    }

    private static BsonValue[] evaluate(Expression[] parts, View root, Variables variables) {
        BsonValue[] values = new BsonValue[parts.length];
        for (int i = 0; i < parts.length; i++) {
            values[i] = parts[i].evaluate(root, variables);
            count(values[i]);
        }
        return values;
    }

    /** Counts the steps of walking over a long operand, which most functions do once. */
    private static void count(BsonValue operand) {
        long steps = 0;
        if (operand instanceof BsonString text) {
            steps = text.getValue().length() / STEP_CHARS;
        } else if (operand instanceof BsonArray array) {
            steps = array.size() / STEP_ELEMENTS;
        }
        if (steps > 0) {
            RequestGuard.current().steps(steps);
        }
    }
}
