package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.base.document.View;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import org.bson.BsonValue;

/** A whole expression: after its evaluation the caller accounts for its value, and everything else is garbage. */
record Evaluation(Expression whole) implements Expression {
    /** The expression, in an evaluation if it can make anything grow. */
    static Expression of(Expression expression) {
        return expression instanceof Literal || expression instanceof PathExpression
                ? expression
                : new Evaluation(expression);
    }

    @Override
    public BsonValue evaluate(View root, Variables variables) {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        guard.step();
        try {
            return whole.evaluate(root, variables);
        } catch (MemoryLimitExceeded exceeded) {
            throw QueryRefusals.memoryExceeded(exceeded);
        } finally {
            guard.settle(mark, 0);
        }
    }
}
