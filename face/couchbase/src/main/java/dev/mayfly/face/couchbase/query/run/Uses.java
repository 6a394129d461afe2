package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a statement asks of the documents that go by one name. */
final class Uses extends Rewriter {
    private final Expression alias;
    private final Set<Expression> paths = new LinkedHashSet<>();
    private boolean whole;

    private Uses(String alias) {
        this.alias = new Expression.Identifier(alias);
    }

    /** The paths into such a document, each as long as it was written; null when it is needed as a whole. */
    static @Nullable List<Expression> of(String alias, List<Expression> expressions) {
        Uses uses = new Uses(alias);
        expressions.forEach(uses::rewrite);
        return uses.whole ? null : new ArrayList<>(uses.paths);
    }

    @Override
    public Expression rewrite(Expression expression) {
        if (leadsFromAlias(expression)) {
            paths.add(expression);
            return expression;
        }
        if (expression.equals(alias) || expression instanceof Expression.Subquery) {
            whole = true;
        }
        return parts(expression);
    }

    private boolean leadsFromAlias(Expression expression) {
        return expression instanceof Expression.Field(Expression of, Expression.Constant(StringValue _))
                && (of.equals(alias) || isMeta(of) || leadsFromAlias(of));
    }

    private boolean isMeta(Expression expression) {
        return expression instanceof Expression.Call(String function, List<Expression> arguments)
                && function.equals("META")
                && arguments.equals(List.of(alias));
    }
}
