package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides whether an index with a condition of its own holds every document that a query can want. */
final class PartialIndexes {
    private PartialIndexes() {}

    /** @param terms of which the query says that they are all true */
    static boolean holds(@Nullable N1qlExpression condition, String alias, List<N1qlExpression> terms) {
        if (condition == null) {
            return true;
        }
        for (N1qlExpression needed : N1qlExpression.conjuncts(Resolver.qualify(condition, alias))) {
            if (!terms.contains(needed) && terms.stream().noneMatch(term -> implies(term, needed))) {
                return false;
            }
        }
        return true;
    }

    private static boolean implies(N1qlExpression term, N1qlExpression needed) {
        Compared said = Compared.of(term);
        if (needed instanceof N1qlExpression.Is(N1qlExpression value, N1qlExpression.Test test)) {
            boolean present = switch (test) {
                case NOT_MISSING, NOT_NULL, VALUED -> true;
                case NULL, MISSING, NOT_VALUED -> false;
            };
            return present && said != null && said.key.equals(value);
        }
        Compared asked = Compared.of(needed);
        return said != null && asked != null && said.key.equals(asked.key) && said.within(asked);
    }

    /** A comparison with a constant that is known. */
    private record Compared(N1qlExpression key, N1qlComparison comparison, N1qlValue value) {
        static @Nullable Compared of(N1qlExpression term) {
            if (!(term
                    instanceof N1qlExpression.Binary(Operator operator, N1qlExpression left, N1qlExpression right))) {
                return null;
            }
            N1qlComparison comparison = operator.comparison();
            if (comparison == null) {
                return null;
            }
            if (right instanceof N1qlExpression.Constant(N1qlValue value) && !value.isUnknown()) {
                return new Compared(left, comparison, value);
            }
            return left instanceof N1qlExpression.Constant(N1qlValue value) && !value.isUnknown()
                    ? new Compared(right, comparison.turned(), value)
                    : null;
        }

        /** Returns whether everything that passes this passes the other. */
        boolean within(Compared other) {
            int order = N1qlOrdering.compare(value, other.value);
            return switch (comparison) {
                case EQUAL -> other.comparison.holds(order);
                case LESS, LESS_OR_EQUAL ->
                    switch (other.comparison) {
                        case LESS -> order < 0 || order == 0 && comparison == N1qlComparison.LESS;
                        case LESS_OR_EQUAL -> order <= 0;
                        case NOT_EQUAL -> order < 0 || order == 0 && comparison == N1qlComparison.LESS;
                        case EQUAL, GREATER, GREATER_OR_EQUAL -> false;
                    };
                case GREATER, GREATER_OR_EQUAL ->
                    switch (other.comparison) {
                        case GREATER -> order > 0 || order == 0 && comparison == N1qlComparison.GREATER;
                        case GREATER_OR_EQUAL -> order >= 0;
                        case NOT_EQUAL -> order > 0 || order == 0 && comparison == N1qlComparison.GREATER;
                        case EQUAL, LESS, LESS_OR_EQUAL -> false;
                    };
                case NOT_EQUAL -> other.comparison == N1qlComparison.NOT_EQUAL && order == 0;
            };
        }
    }
}
