package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.tree.Statement.IndexKey;
import dev.mayfly.face.couchbase.language.value.Comparison;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a condition says of keys. Used by one thread. */
final class SargFinder {
    private final List<Expression> terms;
    private final Set<String> unbound;

    /** @param terms what must all be true */
    SargFinder(List<Expression> terms, Set<String> unbound) {
        this.terms = terms;
        this.unbound = unbound;
    }

    /** What is said of a key, or null. */
    @Nullable
    Sarg of(IndexKey key, Expression value) {
        return key.each() ? ofElements(value) : of(value);
    }

    private @Nullable Sarg of(Expression value) {
        List<Sarg> said = new ArrayList<>();
        for (Expression term : terms) {
            Sarg sarg = sarg(term, value);
            if (sarg != null) {
                said.add(sarg);
            }
        }
        return all(said);
    }

    private static @Nullable Sarg all(List<Sarg> said) {
        return said.isEmpty() ? null : said.size() == 1 ? said.getFirst() : new Sarg.All(List.copyOf(said));
    }

    private @Nullable Sarg sarg(Expression term, Expression key) {
        if (term.equals(key)) {
            return new Sarg.Truth();
        }
        return switch (term) {
            case Expression.Binary(Operator operator, Expression left, Expression right) ->
                binary(operator, left, right, key);
            case Expression.Like(Expression value, Expression pattern, Expression escape)
            when value.equals(key) && isBound(pattern) && (escape == null || isBound(escape)) ->
                new Sarg.Alike(pattern, escape);
            case Expression.Between(Expression value, Expression low, Expression high)
            when value.equals(key) -> between(low, high);
            case Expression.Is(Expression value, Expression.Test test) when value.equals(key) -> new Sarg.Tested(test);
            case Expression.Or(List<Expression> choices) -> any(choices, key);
            case Expression.And(List<Expression> inner) -> new SargFinder(inner, unbound).of(key);
            default -> null;
        };
    }

    private @Nullable Sarg binary(Operator operator, Expression left, Expression right, Expression key) {
        if (operator == Operator.IN) {
            return left.equals(key) && isBound(right) ? new Sarg.Among(right) : null;
        }
        Comparison comparison = comparison(operator);
        if (comparison == null) {
            return null;
        }
        if (left.equals(key) && isBound(right)) {
            return new Sarg.Compared(comparison, right);
        }
        return right.equals(key) && isBound(left) ? new Sarg.Compared(comparison.turned(), left) : null;
    }

    private static @Nullable Comparison comparison(Operator operator) {
        return switch (operator) {
            case EQUAL -> Comparison.EQUAL;
            case NOT_EQUAL -> Comparison.NOT_EQUAL;
            case LESS -> Comparison.LESS;
            case LESS_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
            case GREATER -> Comparison.GREATER;
            case GREATER_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, POWER, CONCATENATE, IN, WITHIN -> null;
        };
    }

    private @Nullable Sarg between(Expression low, Expression high) {
        List<Sarg> said = new ArrayList<>();
        if (isBound(low)) {
            said.add(new Sarg.Compared(Comparison.GREATER_OR_EQUAL, low));
        }
        if (isBound(high)) {
            said.add(new Sarg.Compared(Comparison.LESS_OR_EQUAL, high));
        }
        return all(said);
    }

    /** Of choices something is known only if each says something. */
    private @Nullable Sarg any(List<Expression> choices, Expression key) {
        List<Sarg> said = new ArrayList<>();
        for (Expression choice : choices) {
            Sarg sarg = sarg(choice, key);
            if (sarg == null) {
                return null;
            }
            said.add(sarg);
        }
        return new Sarg.Any(said);
    }

    private boolean isBound(Expression expression) {
        Names found = new Names();
        found.rewrite(expression);
        return !found.query && found.names.stream().noneMatch(unbound::contains);
    }

    private static final class Names extends Rewriter {
        private final Set<String> names = new HashSet<>();
        private boolean query;

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

    /**
     * What is said of the elements of an array: of each term alone, for two terms may mean two elements.
     *
     * @param array whose elements are keys: made by a loop, or an array itself
     */
    private @Nullable Sarg ofElements(Expression array) {
        for (Expression term : terms) {
            Sarg sarg = ofElements(term, array);
            if (sarg != null) {
                return sarg;
            }
        }
        return null;
    }

    private @Nullable Sarg ofElements(Expression term, Expression array) {
        if (array instanceof Expression.Call(String function, List<Expression> arguments)
                && function.equalsIgnoreCase("ARRAY_FLATTEN")
                && arguments.getLast().equals(new Expression.Constant(Values.of(1)))) {
            return ofNested(term, arguments.getFirst());
        }
        Elements elements = Elements.of(array);
        if (elements == null) {
            return null;
        }
        return switch (term) {
            case Expression.Binary(Operator operator, Expression left, Expression right)
            when operator == Operator.IN && right.equals(elements.in()) && elements.isPlain() && isBound(left) ->
                new Sarg.Compared(Comparison.EQUAL, left);
            case Expression.Quantified(
                    Expression.Quantifier quantifier,
                    List<Expression.Loop> loops,
                    Expression satisfies)
            when quantifier != Expression.Quantifier.EVERY && loops.size() == 1 ->
                ofElements(loops.getFirst(), satisfies, elements);
            case Expression.Or(List<Expression> choices) -> {
                List<Sarg> said = new ArrayList<>();
                for (Expression choice : choices) {
                    Sarg sarg = ofElements(choice, array);
                    if (sarg == null) {
                        yield null;
                    }
                    said.add(sarg);
                }
                yield new Sarg.Any(said);
            }
            default -> null;
        };
    }

    /** What is said of the elements of those arrays that are the elements of another. */
    private @Nullable Sarg ofNested(Expression term, Expression outer) {
        Elements elements = outer instanceof Expression.Collect ? Elements.of(outer) : null;
        if (elements == null
                || !(term
                        instanceof
                        Expression.Quantified(
                                Expression.Quantifier quantifier,
                                List<Expression.Loop> loops,
                                Expression satisfies))
                || quantifier == Expression.Quantifier.EVERY
                || loops.size() != 1) {
            return null;
        }
        SargFinder inside = inside(loops.getFirst(), satisfies, elements);
        return inside == null ? null : inside.ofElements(elements.result());
    }

    private @Nullable Sarg ofElements(Expression.Loop loop, Expression satisfies, Elements elements) {
        SargFinder inside = inside(loop, satisfies, elements);
        if (inside == null) {
            return null;
        }
        if (elements.result() instanceof Expression.Call(String function, List<Expression> keys)
                && function.equalsIgnoreCase("FLATTEN_KEYS")) {
            Sarg first = inside.of(keys.getFirst());
            // An array holds no MISSING, so that an index cannot tell it from NULL there.
            return first != null && Sarg.meansPresent(first) ? new Sarg.Leading(first) : null;
        }
        return inside.of(elements.result());
    }

    /** What is said of an element in the words of the index, or null if another loop says it. */
    private @Nullable SargFinder inside(Expression.Loop loop, Expression satisfies, Elements elements) {
        if (loop.within() || loop.name() != null || !loop.in().equals(elements.in())) {
            return null;
        }
        Expression renamed = new Renaming(loop.variable(), elements.variable()).rewrite(satisfies);
        List<Expression> inner = Expression.conjuncts(renamed);
        if (!inner.containsAll(Expression.conjuncts(elements.when()))) {
            return null;
        }
        Set<String> open = new HashSet<>(unbound);
        open.add(elements.variable());
        return new SargFinder(inner, open);
    }

    /**
     * The elements that are keys.
     *
     * @param in the array that a loop runs over
     * @param result what is made of an element, which is called by the variable
     */
    private record Elements(
            Expression in,
            String variable,
            Expression result,
            @Nullable Expression when) {
        private static final String ELEMENT = "$element";

        /** Null when they are made by more than one loop over the elements of one array. */
        static @Nullable Elements of(Expression array) {
            if (!(array instanceof Expression.Collect collect)) {
                return new Elements(array, ELEMENT, new Expression.Identifier(ELEMENT), null);
            }
            if (collect.kind() != Expression.Collected.ARRAY || collect.loops().size() != 1) {
                return null;
            }
            Expression.Loop loop = collect.loops().getFirst();
            return loop.within() || loop.name() != null
                    ? null
                    : new Elements(loop.in(), loop.variable(), collect.result(), collect.when());
        }

        /** Whether the keys are the elements themselves, all of them. */
        boolean isPlain() {
            return when == null && result.equals(new Expression.Identifier(variable));
        }
    }

    /** Calls by another name what a loop runs over. */
    private static final class Renaming extends Rewriter {
        private final Expression from;
        private final Expression to;

        Renaming(String from, String to) {
            this.from = new Expression.Identifier(from);
            this.to = new Expression.Identifier(to);
        }

        @Override
        public Expression rewrite(Expression expression) {
            return expression.equals(from) ? to : parts(expression);
        }
    }
}
