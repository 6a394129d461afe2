package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Conditions taken apart, and what they depend on. */
final class Conjuncts {
    private Conjuncts() {}

    /** The whole of these, or null of none. */
    static @Nullable N1qlExpression all(List<N1qlExpression> terms) {
        return switch (terms.size()) {
            case 0 -> null;
            case 1 -> terms.getFirst();
            default -> new N1qlExpression.And(terms);
        };
    }

    /** Returns whether there is a query in it, whose names cannot be seen from here. */
    static boolean hasQuery(N1qlExpression expression) {
        return !queries(expression).isEmpty();
    }

    /** Returns the queries that stand in it, without those in queries. */
    static List<N1qlQuery> queries(N1qlExpression expression) {
        return new Search().in(expression).queries;
    }

    /** The names that occur in it, outside of queries. */
    static Set<String> names(N1qlExpression expression) {
        return new Search().in(expression).names;
    }

    private static final class Search extends Rewriter {
        private final Set<String> names = new HashSet<>();
        private final List<N1qlQuery> queries = new ArrayList<>();

        private Search in(N1qlExpression expression) {
            rewrite(expression);
            return this;
        }

        @Override
        public N1qlExpression rewrite(N1qlExpression expression) {
            switch (expression) {
                case N1qlExpression.Identifier(String name, var _) -> names.add(name);
                case N1qlExpression.Subquery(N1qlQuery query, var _) -> queries.add(query);
                default -> {}
            }
            return parts(expression);
        }
    }
}
