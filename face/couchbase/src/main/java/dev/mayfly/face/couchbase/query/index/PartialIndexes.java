package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.Comparison;
import dev.mayfly.face.couchbase.language.value.Ordering;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether an index with a condition of its own holds every document that a query can want. */
final class PartialIndexes {
    private PartialIndexes() {}

    /** @param terms of which the query says that they are all true */
    static boolean holds(@Nullable Expression condition, String alias, List<Expression> terms) {
        if (condition == null) {
            return true;
        }
        for (Expression needed : Expression.conjuncts(Resolver.qualify(condition, alias))) {
            if (!terms.contains(needed) && terms.stream().noneMatch(term -> implies(term, needed))) {
                return false;
            }
        }
        return true;
    }

    private static boolean implies(Expression term, Expression needed) {
        Compared said = Compared.of(term);
        if (needed instanceof Expression.Is(Expression value, Expression.Test test)) {
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
    private record Compared(Expression key, Comparison comparison, Value value) {
        static @Nullable Compared of(Expression term) {
            if (!(term instanceof Expression.Binary(Operator operator, Expression left, Expression right))) {
                return null;
            }
            Comparison comparison = switch (operator) {
                case EQUAL -> Comparison.EQUAL;
                case NOT_EQUAL -> Comparison.NOT_EQUAL;
                case LESS -> Comparison.LESS;
                case LESS_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
                case GREATER -> Comparison.GREATER;
                case GREATER_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
                case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, POWER, CONCATENATE, IN, WITHIN -> null;
            };
            if (comparison == null) {
                return null;
            }
            if (right instanceof Expression.Constant(Value value) && !value.isUnknown()) {
                return new Compared(left, comparison, value);
            }
            return left instanceof Expression.Constant(Value value) && !value.isUnknown()
                    ? new Compared(right, comparison.turned(), value)
                    : null;
        }

        /** Whether all that passes this passes the other. */
        boolean within(Compared other) {
            int order = Ordering.compare(value, other.value);
            return switch (comparison) {
                case EQUAL -> other.comparison.holds(order);
                case LESS, LESS_OR_EQUAL ->
                    switch (other.comparison) {
                        case LESS -> order < 0 || order == 0 && comparison == Comparison.LESS;
                        case LESS_OR_EQUAL -> order <= 0;
                        case NOT_EQUAL -> order < 0 || order == 0 && comparison == Comparison.LESS;
                        case EQUAL, GREATER, GREATER_OR_EQUAL -> false;
                    };
                case GREATER, GREATER_OR_EQUAL ->
                    switch (other.comparison) {
                        case GREATER -> order > 0 || order == 0 && comparison == Comparison.GREATER;
                        case GREATER_OR_EQUAL -> order >= 0;
                        case NOT_EQUAL -> order > 0 || order == 0 && comparison == Comparison.GREATER;
                        case EQUAL, LESS, LESS_OR_EQUAL -> false;
                    };
                case NOT_EQUAL -> other.comparison == Comparison.NOT_EQUAL && order == 0;
            };
        }
    }
}
