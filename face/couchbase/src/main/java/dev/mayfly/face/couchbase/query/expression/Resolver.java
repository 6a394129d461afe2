package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Near;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
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

    public static N1qlExpression resolve(N1qlExpression expression, VisibleNames names) {
        return new Resolver(names::knows, names::anyCase, names.onlySource()).rewrite(expression);
    }

    /** As {@link #resolve}, where no name may be a field of the only source. */
    public static N1qlExpression resolveNamed(N1qlExpression expression, VisibleNames names) {
        return new Resolver(names::knows, names::anyCase, null).rewrite(expression);
    }

    /** As {@link #resolve}, where nothing but one source has a name. */
    public static N1qlExpression qualify(N1qlExpression expression, String source) {
        return new Resolver(source::equals, name -> source.equalsIgnoreCase(name) ? source : null, source)
                .rewrite(expression);
    }

    @Override
    public N1qlExpression rewrite(N1qlExpression expression) {
        return switch (expression) {
            case N1qlExpression.Identifier(String name, Near near) ->
                isKnown(name) ? expression : fieldOfSource(name, near);
            case N1qlExpression.AnyCaseIdentifier(String name) -> anyCase(name);
            case N1qlExpression.Call(String function, List<N1qlExpression> arguments, Near near)
            when isMeta(function) && arguments.isEmpty() ->
                new N1qlExpression.Call(function, List.of(source(function, near)), near);
            case N1qlExpression.Self(Near near) -> new N1qlExpression.Identifier(sourceOf("self", near), near);
            case N1qlExpression.Quantified quantified -> quantified(quantified);
            case N1qlExpression.Collect collect -> collect(collect);
            default -> parts(expression);
        };
    }

    static boolean isMeta(String function) {
        return function.toUpperCase(Locale.ROOT).equals("META");
    }

    private boolean isKnown(String name) {
        return loops.stream().anyMatch(loop -> loop.contains(name)) || known.test(name);
    }

    private N1qlExpression anyCase(String name) {
        for (Set<String> loop : loops) {
            for (String variable : loop) {
                if (variable.equalsIgnoreCase(name)) {
                    return new N1qlExpression.Identifier(variable);
                }
            }
        }
        String meant = anyCase.apply(name);
        return meant != null
                ? new N1qlExpression.Identifier(meant)
                : new N1qlExpression.AnyCaseField(new N1qlExpression.Identifier(sourceOf(name, Near.NOWHERE)), name);
    }

    private N1qlExpression fieldOfSource(String name, Near near) {
        return new N1qlExpression.Field(
                new N1qlExpression.Identifier(sourceOf(name, near), near),
                new N1qlExpression.Constant(N1qlValues.of(name)));
    }

    private String sourceOf(String field, Near near) {
        if (onlySource == null) {
            throw new N1qlException(AMBIGUOUS, "Ambiguous reference to field '" + field + "'" + near.text() + ".");
        }
        return onlySource;
    }

    private N1qlExpression source(String function, Near near) {
        if (onlySource == null) {
            throw new N1qlException(
                    AMBIGUOUS_META,
                    function.toUpperCase(Locale.ROOT) + "() in query with multiple FROM terms requires an argument"
                            + near.text() + ".");
        }
        return new N1qlExpression.Identifier(onlySource);
    }

    private N1qlExpression quantified(N1qlExpression.Quantified quantified) {
        List<N1qlExpression.Loop> over = loops(quantified.loops());
        loops.push(namesOf(over));
        N1qlExpression satisfies = rewrite(quantified.satisfies());
        loops.pop();
        return new N1qlExpression.Quantified(quantified.quantifier(), over, satisfies);
    }

    private N1qlExpression collect(N1qlExpression.Collect collect) {
        List<N1qlExpression.Loop> over = loops(collect.loops());
        loops.push(namesOf(over));
        N1qlExpression resolved = new N1qlExpression.Collect(
                collect.kind(), rewriteIf(collect.name()), rewrite(collect.result()), over, rewriteIf(collect.when()));
        loops.pop();
        return resolved;
    }

    private static Set<String> namesOf(List<N1qlExpression.Loop> over) {
        Set<String> names = new HashSet<>();
        for (N1qlExpression.Loop loop : over) {
            names.add(loop.variable());
            if (loop.name() != null) {
                names.add(loop.name());
            }
        }
        return names;
    }
}
