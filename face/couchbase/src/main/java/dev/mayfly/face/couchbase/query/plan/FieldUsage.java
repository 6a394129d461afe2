package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a statement asks of the documents that go by one name. */
final class FieldUsage extends Rewriter {
    private final N1qlExpression alias;
    private final Set<N1qlExpression> paths = new LinkedHashSet<>();
    private boolean whole;

    private FieldUsage(String alias) {
        this.alias = new N1qlExpression.Identifier(alias);
    }

    /** The paths into such a document, each as long as it was written; null when it is needed as a whole. */
    static @Nullable List<N1qlExpression> of(String alias, List<N1qlExpression> expressions) {
        FieldUsage uses = new FieldUsage(alias);
        expressions.forEach(uses::rewrite);
        return uses.whole ? null : new ArrayList<>(uses.paths);
    }

    @Override
    public N1qlExpression rewrite(N1qlExpression expression) {
        if (leadsFromAlias(expression)) {
            paths.add(expression);
            return expression;
        }
        if (expression.equals(alias) || expression instanceof N1qlExpression.Subquery) {
            whole = true;
        }
        return parts(expression);
    }

    private boolean leadsFromAlias(N1qlExpression expression) {
        return expression instanceof N1qlExpression.Field(N1qlExpression of, N1qlExpression.Constant(N1qlString _))
                && (of.equals(alias) || isMeta(of) || leadsFromAlias(of));
    }

    private boolean isMeta(N1qlExpression expression) {
        return expression instanceof N1qlExpression.Call(String function, List<N1qlExpression> arguments, var _)
                && function.equals("META")
                && arguments.equals(List.of(alias));
    }
}
