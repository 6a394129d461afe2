package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Computes the parts of conditions that are known before a document is. Safe for concurrent use. */
final class KnownValues {
    private final Map<Expression, Scalar> known = new HashMap<>();

    KnownValues(List<Expression> conditions, Set<String> unbound, ExpressionCompiler expressions) {
        Set<String> blocked = new HashSet<>(unbound);
        // What a loop runs over has no value outside of it.
        Rewriter loops = new Rewriter() {
            @Override
            public Expression rewrite(Expression expression) {
                switch (expression) {
                    case Expression.Quantified quantified -> block(quantified.loops(), blocked);
                    case Expression.Collect collect -> block(collect.loops(), blocked);
                    default -> {}
                }
                return parts(expression);
            }
        };
        conditions.forEach(loops::rewrite);
        Rewriter search = new Rewriter() {
            @Override
            public Expression rewrite(Expression expression) {
                boolean bound = Conjuncts.names(expression).stream().noneMatch(blocked::contains);
                if (bound && !Conjuncts.hasQuery(expression)) {
                    known.put(expression, expressions.compile(expression));
                }
                return parts(expression);
            }
        };
        conditions.forEach(search::rewrite);
    }

    private static void block(List<Expression.Loop> loops, Set<String> blocked) {
        for (Expression.Loop loop : loops) {
            blocked.add(loop.variable());
            if (loop.name() != null) {
                blocked.add(loop.name());
            }
        }
    }

    /** The value of an expression that stands in one of the conditions, or is a literal. */
    Value of(Frame frame, Expression expression) {
        Scalar scalar = known.get(expression);
        if (scalar != null) {
            return scalar.of(frame);
        }
        if (expression instanceof Expression.Constant(Value value)) {
            return value;
        }
        throw new IllegalStateException("an expression that is not known before the document");
    }
}
