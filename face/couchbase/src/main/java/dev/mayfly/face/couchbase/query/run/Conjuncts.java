package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Conditions taken apart, and what they depend on. */
final class Conjuncts {
    private Conjuncts() {}

    /** The whole of these, or null of none. */
    static @Nullable Expression all(List<Expression> terms) {
        return switch (terms.size()) {
            case 0 -> null;
            case 1 -> terms.getFirst();
            default -> new Expression.And(terms);
        };
    }

    /** Whether there is a query in it, whose names cannot be seen from here. */
    static boolean hasQuery(Expression expression) {
        return new Search().in(expression).query;
    }

    /** The names that occur in it, outside of queries. */
    static Set<String> names(Expression expression) {
        return new Search().in(expression).names;
    }

    private static final class Search extends Rewriter {
        private final Set<String> names = new HashSet<>();
        private boolean query;

        private Search in(Expression expression) {
            rewrite(expression);
            return this;
        }

        @Override
        public Expression rewrite(Expression expression) {
            switch (expression) {
                case Expression.Identifier(String name) -> names.add(name);
                case Expression.Subquery _ -> query = true;
                default -> {}
            }
            return parts(expression);
        }
    }
}
