package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Computes the parts of conditions that are known before a document is. Safe for concurrent use. */
final class KnownValues {
    private final Map<N1qlExpression, Scalar> known = new HashMap<>();

    KnownValues(List<N1qlExpression> conditions, Set<String> unbound, N1qlExpressionCompiler expressions) {
        Set<String> blocked = new HashSet<>(unbound);
        // A loop variable has no value outside its loop.
        Rewriter loops = new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression expression) {
                switch (expression) {
                    case N1qlExpression.Quantified quantified -> block(quantified.loops(), blocked);
                    case N1qlExpression.Collect collect -> block(collect.loops(), blocked);
                    default -> {}
                }
                return parts(expression);
            }
        };
        conditions.forEach(loops::rewrite);
        Rewriter search = new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression expression) {
                boolean bound = Conjuncts.names(expression).stream().noneMatch(blocked::contains);
                if (bound && !Conjuncts.hasQuery(expression)) {
                    known.put(expression, expressions.compile(expression));
                }
                return parts(expression);
            }
        };
        conditions.forEach(search::rewrite);
    }

    private static void block(List<N1qlExpression.Loop> loops, Set<String> blocked) {
        for (N1qlExpression.Loop loop : loops) {
            blocked.add(loop.variable());
            if (loop.name() != null) {
                blocked.add(loop.name());
            }
        }
    }

    /** The value of an expression that stands in one of the conditions, or is a literal. */
    N1qlValue of(Frame frame, N1qlExpression expression) {
        Scalar scalar = known.get(expression);
        if (scalar != null) {
            return scalar.of(frame);
        }
        if (expression instanceof N1qlExpression.Constant(N1qlValue value)) {
            return value;
        }
        throw new IllegalStateException("an expression that is not known before the document");
    }
}
