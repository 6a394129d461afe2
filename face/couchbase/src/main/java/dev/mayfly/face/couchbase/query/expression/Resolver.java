package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes every name out: one that nothing is called by is a field of the only source. So two expressions that say the
 * same are equal, however they were written. Used for one expression after the other.
 */
public final class Resolver extends Rewriter {
    private static final int AMBIGUOUS = 3080;
    private static final int AMBIGUOUS_META = 4310;

    private final Predicate<String> known;
    private final Function<String, @Nullable String> anyCase;
    private final @Nullable String onlySource;
    private final Deque<Set<String>> loops = new ArrayDeque<>();

    /** @param anyCase the name that is known and differs in large and small letters alone, or null */
    private Resolver(Predicate<String> known, Function<String, @Nullable String> anyCase, @Nullable String onlySource) {
        this.known = known;
        this.anyCase = anyCase;
        this.onlySource = onlySource;
    }

    public static Expression resolve(Expression expression, Names names) {
        return new Resolver(names::knows, names::anyCase, names.onlySource()).rewrite(expression);
    }

    /** As {@link #resolve}, where no name may be a field of the only source. */
    public static Expression resolveNamed(Expression expression, Names names) {
        return new Resolver(names::knows, names::anyCase, null).rewrite(expression);
    }

    /** As {@link #resolve}, where nothing but one source has a name. */
    public static Expression qualify(Expression expression, String source) {
        return new Resolver(source::equals, name -> source.equalsIgnoreCase(name) ? source : null, source)
                .rewrite(expression);
    }

    @Override
    public Expression rewrite(Expression expression) {
        return switch (expression) {
            case Expression.Identifier(String name) -> isKnown(name) ? expression : fieldOfSource(name);
            case Expression.AnyCaseIdentifier(String name) -> anyCase(name);
            case Expression.Call(String function, List<Expression> arguments)
            when isMeta(function) && arguments.isEmpty() -> new Expression.Call(function, List.of(source(function)));
            case Expression.Quantified quantified -> quantified(quantified);
            case Expression.Collect collect -> collect(collect);
            default -> parts(expression);
        };
    }

    static boolean isMeta(String function) {
        return function.toUpperCase(Locale.ROOT).equals("META");
    }

    private boolean isKnown(String name) {
        return loops.stream().anyMatch(loop -> loop.contains(name)) || known.test(name);
    }

    private Expression anyCase(String name) {
        for (Set<String> loop : loops) {
            for (String variable : loop) {
                if (variable.equalsIgnoreCase(name)) {
                    return new Expression.Identifier(variable);
                }
            }
        }
        String meant = anyCase.apply(name);
        return meant != null
                ? new Expression.Identifier(meant)
                : new Expression.AnyCaseField(new Expression.Identifier(sourceOf(name)), name);
    }

    private Expression fieldOfSource(String name) {
        return new Expression.Field(
                new Expression.Identifier(sourceOf(name)), new Expression.Constant(Values.of(name)));
    }

    private String sourceOf(String field) {
        if (onlySource == null) {
            throw new QueryException(AMBIGUOUS, "Ambiguous reference to field '" + field + "'.");
        }
        return onlySource;
    }

    private Expression source(String function) {
        if (onlySource == null) {
            throw new QueryException(
                    AMBIGUOUS_META,
                    function.toLowerCase(Locale.ROOT) + "() in query with multiple FROM terms requires an argument.");
        }
        return new Expression.Identifier(onlySource);
    }

    private Expression quantified(Expression.Quantified quantified) {
        List<Expression.Loop> over = loops(quantified.loops());
        loops.push(namesOf(over));
        Expression satisfies = rewrite(quantified.satisfies());
        loops.pop();
        return new Expression.Quantified(quantified.quantifier(), over, satisfies);
    }

    private Expression collect(Expression.Collect collect) {
        List<Expression.Loop> over = loops(collect.loops());
        loops.push(namesOf(over));
        Expression resolved = new Expression.Collect(
                collect.kind(), rewriteIf(collect.name()), rewrite(collect.result()), over, rewriteIf(collect.when()));
        loops.pop();
        return resolved;
    }

    private static Set<String> namesOf(List<Expression.Loop> over) {
        Set<String> names = new HashSet<>();
        for (Expression.Loop loop : over) {
            names.add(loop.variable());
            if (loop.name() != null) {
                names.add(loop.name());
            }
        }
        return names;
    }
}
