package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a condition says of keys. Used by one thread. */
final class SargFinder {
    private final List<N1qlExpression> terms;
    private final Set<String> unbound;

    /** @param terms what must all be true */
    SargFinder(List<N1qlExpression> terms, Set<String> unbound) {
        this.terms = terms;
        this.unbound = unbound;
    }

    /** Returns the condition on a key, or null. */
    @Nullable
    Sarg of(IndexKey key, N1qlExpression value) {
        return key.each() ? ofElements(value) : of(value);
    }

    private @Nullable Sarg of(N1qlExpression value) {
        List<Sarg> said = new ArrayList<>();
        for (N1qlExpression term : terms) {
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

    private @Nullable Sarg sarg(N1qlExpression term, N1qlExpression key) {
        if (term.equals(key)) {
            return new Sarg.Truth();
        }
        return switch (term) {
            case N1qlExpression.Binary(Operator operator, N1qlExpression left, N1qlExpression right) ->
                binary(operator, left, right, key);
            case N1qlExpression.Like(N1qlExpression value, N1qlExpression pattern, N1qlExpression escape)
            when value.equals(key) && isBound(pattern) && (escape == null || isBound(escape)) ->
                new Sarg.Alike(pattern, escape);
            case N1qlExpression.Between(N1qlExpression value, N1qlExpression low, N1qlExpression high)
            when value.equals(key) -> between(low, high);
            case N1qlExpression.Is(N1qlExpression value, N1qlExpression.Test test)
            when value.equals(key) -> new Sarg.Tested(test);
            case N1qlExpression.Or(List<N1qlExpression> choices) -> any(choices, key);
            case N1qlExpression.And(List<N1qlExpression> inner) -> new SargFinder(inner, unbound).of(key);
            default -> null;
        };
    }

    private @Nullable Sarg binary(Operator operator, N1qlExpression left, N1qlExpression right, N1qlExpression key) {
        if (operator == Operator.IN) {
            return left.equals(key) && isBound(right) ? new Sarg.Among(right) : null;
        }
        N1qlComparison comparison = operator.comparison();
        if (comparison == null) {
            return null;
        }
        if (left.equals(key) && isBound(right)) {
            return new Sarg.Compared(comparison, right);
        }
        return right.equals(key) && isBound(left) ? new Sarg.Compared(comparison.turned(), left) : null;
    }

    private @Nullable Sarg between(N1qlExpression low, N1qlExpression high) {
        List<Sarg> said = new ArrayList<>();
        if (isBound(low)) {
            said.add(new Sarg.Compared(N1qlComparison.GREATER_OR_EQUAL, low));
        }
        if (isBound(high)) {
            said.add(new Sarg.Compared(N1qlComparison.LESS_OR_EQUAL, high));
        }
        return all(said);
    }

    /** Returns the condition of alternatives, known only if each of them says something. */
    private @Nullable Sarg any(List<N1qlExpression> choices, N1qlExpression key) {
        List<Sarg> said = new ArrayList<>();
        for (N1qlExpression choice : choices) {
            Sarg sarg = sarg(choice, key);
            if (sarg == null) {
                return null;
            }
            said.add(sarg);
        }
        return new Sarg.Any(said);
    }

    private boolean isBound(N1qlExpression expression) {
        Names found = new Names();
        found.rewrite(expression);
        return !found.query && found.names.stream().noneMatch(unbound::contains);
    }

    private static final class Names extends Rewriter {
        private final Set<String> names = new HashSet<>();
        private boolean query;

        @Override
        public N1qlExpression rewrite(N1qlExpression expression) {
            switch (expression) {
                case N1qlExpression.Identifier(String name, var _) -> names.add(name);
                case N1qlExpression.Subquery _ -> query = true;
                default -> {}
            }
            return parts(expression);
        }
    }

    /**
     * Returns the condition on the elements of an array: on each term alone, for two terms may mean two elements.
     *
     * @param array whose elements are keys: made by a loop, or an array itself
     */
    private @Nullable Sarg ofElements(N1qlExpression array) {
        for (N1qlExpression term : terms) {
            Sarg sarg = ofElements(term, array);
            if (sarg != null) {
                return sarg;
            }
        }
        return null;
    }

    private @Nullable Sarg ofElements(N1qlExpression term, N1qlExpression array) {
        if (array instanceof N1qlExpression.Call(String function, List<N1qlExpression> arguments, var _)
                && function.equalsIgnoreCase("ARRAY_FLATTEN")
                && arguments.getLast().equals(new N1qlExpression.Constant(N1qlValues.of(1)))) {
            return ofNested(term, arguments.getFirst());
        }
        Elements elements = Elements.of(array);
        if (elements == null) {
            return null;
        }
        return switch (term) {
            case N1qlExpression.Binary(Operator operator, N1qlExpression left, N1qlExpression right)
            when operator == Operator.IN && right.equals(elements.in()) && elements.isPlain() && isBound(left) ->
                new Sarg.Compared(N1qlComparison.EQUAL, left);
            case N1qlExpression.Quantified(
                    N1qlExpression.Quantifier quantifier,
                    List<N1qlExpression.Loop> loops,
                    N1qlExpression satisfies)
            when quantifier != N1qlExpression.Quantifier.EVERY && loops.size() == 1 ->
                ofElements(loops.getFirst(), satisfies, elements);
            case N1qlExpression.Or(List<N1qlExpression> choices) -> {
                List<Sarg> said = new ArrayList<>();
                for (N1qlExpression choice : choices) {
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

    /** Returns the condition on the elements of those arrays that are the elements of another. */
    private @Nullable Sarg ofNested(N1qlExpression term, N1qlExpression outer) {
        Elements elements = outer instanceof N1qlExpression.Collect ? Elements.of(outer) : null;
        if (elements == null
                || !(term
                        instanceof
                        N1qlExpression.Quantified(
                                N1qlExpression.Quantifier quantifier,
                                List<N1qlExpression.Loop> loops,
                                N1qlExpression satisfies))
                || quantifier == N1qlExpression.Quantifier.EVERY
                || loops.size() != 1) {
            return null;
        }
        SargFinder inside = inside(loops.getFirst(), satisfies, elements);
        return inside == null ? null : inside.ofElements(elements.result());
    }

    private @Nullable Sarg ofElements(N1qlExpression.Loop loop, N1qlExpression satisfies, Elements elements) {
        SargFinder inside = inside(loop, satisfies, elements);
        if (inside == null) {
            return null;
        }
        if (elements.result() instanceof N1qlExpression.Call(String function, List<N1qlExpression> keys, var _)
                && function.equalsIgnoreCase("FLATTEN_KEYS")) {
            Sarg first = inside.of(keys.getFirst());
            return first == null ? null : new Sarg.Leading(first);
        }
        return inside.of(elements.result());
    }

    /** Returns a finder for an element in the words of the index, or null if another loop says it. */
    private @Nullable SargFinder inside(N1qlExpression.Loop loop, N1qlExpression satisfies, Elements elements) {
        if (loop.within() || loop.name() != null || !loop.in().equals(elements.in())) {
            return null;
        }
        N1qlExpression renamed = new Renaming(loop.variable(), elements.variable()).rewrite(satisfies);
        List<N1qlExpression> inner = N1qlExpression.conjuncts(renamed);
        if (!inner.containsAll(N1qlExpression.conjuncts(elements.when()))) {
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
            N1qlExpression in,
            String variable,
            N1qlExpression result,
            @Nullable N1qlExpression when) {
        private static final String ELEMENT = "$element";

        /** Null when they are made by more than one loop over the elements of one array. */
        static @Nullable Elements of(N1qlExpression array) {
            if (!(array instanceof N1qlExpression.Collect collect)) {
                return new Elements(array, ELEMENT, new N1qlExpression.Identifier(ELEMENT), null);
            }
            if (collect.kind() != N1qlExpression.Collected.ARRAY
                    || collect.loops().size() != 1) {
                return null;
            }
            N1qlExpression.Loop loop = collect.loops().getFirst();
            return loop.within() || loop.name() != null
                    ? null
                    : new Elements(loop.in(), loop.variable(), collect.result(), collect.when());
        }

        /** Returns whether the keys are the elements themselves, all of them. */
        boolean isPlain() {
            return when == null && result.equals(new N1qlExpression.Identifier(variable));
        }
    }

    /** Calls by another name what a loop runs over. */
    private static final class Renaming extends Rewriter {
        private final N1qlExpression from;
        private final N1qlExpression to;

        Renaming(String from, String to) {
            this.from = new N1qlExpression.Identifier(from);
            this.to = new N1qlExpression.Identifier(to);
        }

        @Override
        public N1qlExpression rewrite(N1qlExpression expression) {
            return expression.equals(from) ? to : parts(expression);
        }
    }
}
