package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Makes the tree of what FROM lists. Used for one text. */
final class SourceReader {
    /** The code of a term without a name. */
    static final int NO_NAME = 4010;

    private static final int MIXED_JOINS = 3200;
    private static final int LOOKUP_JOIN_HINT = 3110;
    private static final int LOOKUP_KEYS = 3120;
    private static final int LOOKUP_INDEX = 3130;
    private static final int FIRST_JOIN_HINT = 3290;

    private final ExpressionReader expressions;

    SourceReader(ExpressionReader expressions) {
        this.expressions = expressions;
    }

    List<Source> read(N1qlParser.FromContext context) {
        List<Source> sources = new ArrayList<>();
        for (N1qlParser.FromItemContext item : context.fromItem()) {
            Source first = source(new Source.Cross(), item.fromTerm());
            boolean turned = !item.join().isEmpty() && isRight(item.join(0));
            if (sources.isEmpty() && first.hints().join() && !turned) {
                throw new N1qlException(
                        FIRST_JOIN_HINT,
                        "Join hint (USE HASH or USE NL) cannot be specified on the first from term '" + first.alias()
                                + "'.");
            }
            List<Source> joined = new ArrayList<>(List.of(first));
            for (N1qlParser.JoinContext join : item.join()) {
                Source next = join(join);
                refuseLookupHints(next);
                joined.add(next);
            }
            if (!sources.isEmpty() && joined.size() > 1) {
                throw new N1qlException(
                        N1qlException.PARSE,
                        "Right side (" + SubqueryText.sources(joined)
                                + ") of a COMMA in a FROM clause must be a simple term or sub-query"
                                + SyntaxErrors.place(item.fromTerm().start));
            }
            sources.addAll(joined);
        }
        refuseMixed(sources);
        return sources;
    }

    /** A join by keys may not follow one by a condition, nor the other way round; arrays between them do not matter. */
    private static void refuseMixed(List<Source> sources) {
        Source before = null;
        for (Source source : sources.subList(1, sources.size())) {
            if (source.link() instanceof Source.Unnest) {
                continue;
            }
            if (before != null && isLookup(before.link()) != isLookup(source.link())) {
                throw new N1qlException(MIXED_JOINS, "Cannot mix " + joinOn(before) + " with " + joinOn(source) + ".");
            }
            before = source;
        }
    }

    private static boolean isLookup(Source.Link link) {
        return link instanceof Source.OnKeys || link instanceof Source.OnKeyFor;
    }

    private static String joinOn(Source source) {
        boolean nest = switch (source.link()) {
            case Source.On(Source.Side _, boolean nested, N1qlExpression _) -> nested;
            case Source.OnKeys(Source.Side _, boolean nested, N1qlExpression _) -> nested;
            case Source.OnKeyFor(Source.Side _, boolean nested, N1qlExpression _, String _) -> nested;
            case Source.Cross _, Source.Unnest _ -> false;
        };
        return (isLookup(source.link()) ? "non ANSI " : "ANSI ") + (nest ? "NEST on " : "JOIN on ") + source.alias();
    }

    private static boolean isRight(N1qlParser.JoinContext join) {
        return join instanceof N1qlParser.JoinedContext joined && side(joined.joinKind()) == Source.Side.RIGHT;
    }

    /** A join that looks documents up by their keys takes no other hint. */
    private static void refuseLookupHints(Source source) {
        boolean nest;
        switch (source.link()) {
            case Source.OnKeys(Source.Side _, boolean nested, N1qlExpression _) -> nest = nested;
            case Source.OnKeyFor(Source.Side _, boolean nested, N1qlExpression _, String _) -> nest = nested;
            case Source.Cross _, Source.On _, Source.Unnest _ -> {
                return;
            }
        }
        String what = (nest ? "NEST" : "JOIN") + " on " + source.alias() + " cannot have ";
        if (source.hints().join()) {
            throw new N1qlException(LOOKUP_JOIN_HINT, what + "join hint (USE HASH or USE NL).");
        }
        if (source.hints().keys() != null) {
            throw new N1qlException(LOOKUP_KEYS, what + "USE KEYS.");
        }
        if (!source.hints().indexes().isEmpty()) {
            throw new N1qlException(LOOKUP_INDEX, what + "USE INDEX.");
        }
    }

    private Source join(N1qlParser.JoinContext context) {
        return switch (context) {
            case N1qlParser.JoinedContext join ->
                joined(side(join.joinKind()), false, join.LATERAL(), join.fromTerm(), join.joinCondition());
            case N1qlParser.NestedContext nest ->
                joined(side(nest.joinKind()), true, nest.LATERAL(), nest.fromTerm(), nest.joinCondition());
            case N1qlParser.UnnestedContext unnest -> {
                N1qlExpression array = expressions.read(unnest.expression());
                String alias = alias(unnest.identifier(), ExpressionNames.of(array), "UNNEST");
                Source.Link link = new Source.Unnest(side(unnest.joinKind()));
                yield new Source(
                        link,
                        new Source.Computed(array),
                        alias,
                        unnest.identifier() != null,
                        Source.Hints.NONE,
                        SyntaxErrors.place(nameOf(unnest.AS(), unnest.identifier(), unnest.expression().stop)));
            }
            default -> throw new IllegalStateException("a join of a kind unknown");
        };
    }

    private Source joined(
            Source.Side side,
            boolean nest,
            @Nullable TerminalNode lateral,
            N1qlParser.FromTermContext term,
            N1qlParser.JoinConditionContext condition) {
        Source source = source(link(side, nest, condition), term);
        if (lateral != null) {
            refuseLateral(source, side, SyntaxErrors.place(lateral.getSymbol()));
        }
        boolean validate = condition instanceof N1qlParser.OnKeysContext keys && keys.VALIDATE() != null;
        return validate
                ? new Source(
                        source.link(),
                        source.origin(),
                        source.alias(),
                        source.named(),
                        source.hints().validating(),
                        source.near())
                : source;
    }

    private static void refuseLateral(Source source, Source.Side side, String near) {
        String where = switch (source.link()) {
            case Source.OnKeys _ -> "lookup join with ON KEYS clause";
            case Source.OnKeyFor _ -> "index join with ON KEY...FOR clause";
            case Source.On _, Source.Cross _, Source.Unnest _ -> side == Source.Side.RIGHT ? "RIGHT OUTER JOIN" : null;
        };
        if (where != null) {
            throw new N1qlException(
                    N1qlException.PARSE,
                    "LATERAL cannot be specified in " + where + " (" + source.alias() + ")" + near);
        }
    }

    private static Source.Side side(N1qlParser.@Nullable JoinKindContext context) {
        if (context == null || context.INNER() != null) {
            return Source.Side.INNER;
        }
        return context.LEFT() != null ? Source.Side.LEFT : Source.Side.RIGHT;
    }

    private Source.Link link(Source.Side side, boolean nest, N1qlParser.JoinConditionContext context) {
        return switch (context) {
            case N1qlParser.OnKeysContext keys -> new Source.OnKeys(side, nest, expressions.read(keys.expression()));
            case N1qlParser.OnKeyForContext key ->
                new Source.OnKeyFor(
                        side, nest, expressions.read(key.expression()), ExpressionReader.identifier(key.identifier()));
            case N1qlParser.OnConditionContext on -> new Source.On(side, nest, expressions.read(on.expression()));
            default -> throw new IllegalStateException("a condition of a kind unknown");
        };
    }

    Source source(Source.Link link, N1qlParser.FromTermContext context) {
        return switch (context) {
            case N1qlParser.KeyspaceTermContext keyspace -> {
                KeyspaceName name = name(keyspace.keyspacePath());
                String alias = alias(keyspace.identifier(), name.alias(), "FROM");
                yield new Source(
                        link,
                        new Source.Keyspace(name),
                        alias,
                        keyspace.identifier() != null,
                        hints(keyspace.use()),
                        SyntaxErrors.place(keyspace.start));
            }
            case N1qlParser.ExpressionTermContext term -> {
                N1qlExpression value = expressions.read(term.expression());
                if (value instanceof N1qlExpression.AnyCaseIdentifier) {
                    throw new N1qlException(
                            N1qlException.PARSE,
                            "Keyspace term must be case sensitive" + SyntaxErrors.place(term.start));
                }
                List<String> path = ExpressionNames.pathOf(value);
                Source.Hints hints = hints(term.use());
                Source.Origin origin =
                        path.isEmpty() ? computed(value, hints) : new Source.Keyspace(new KeyspaceName(null, path));
                String alias = alias(term.identifier(), ExpressionNames.of(value), "FROM");
                Token named = origin instanceof Source.Keyspace
                        ? term.start
                        : nameOf(term.AS(), term.identifier(), term.expression().start);
                yield new Source(link, origin, alias, term.identifier() != null, hints, SyntaxErrors.place(named));
            }
            default -> throw new IllegalStateException("a source of a kind unknown");
        };
    }

    private static Token nameOf(
            @Nullable TerminalNode as, N1qlParser.@Nullable IdentifierContext name, Token otherwise) {
        if (as != null) {
            return as.getSymbol();
        }
        return name == null ? otherwise : name.start;
    }

    /** A parameter is a value, but with USE KEYS the name of a keyspace. */
    private static Source.Origin computed(N1qlExpression value, Source.Hints hints) {
        if (hints.keys() == null && hints.indexes().isEmpty()) {
            return new Source.Computed(value);
        }
        if (value instanceof N1qlExpression.Parameter parameter) {
            if (!hints.indexes().isEmpty()) {
                throw new N1qlException(N1qlException.PARSE, "FROM <placeholder> cannot have USE INDEX.");
            }
            return new Source.ParameterKeyspace(parameter);
        }
        String what = value instanceof N1qlExpression.Subquery ? "Subquery" : "Expression";
        throw new N1qlException(N1qlException.PARSE, "FROM " + what + " cannot have USE KEYS or USE INDEX.");
    }

    private static String alias(N1qlParser.@Nullable IdentifierContext given, @Nullable String own, String clause) {
        String alias = given == null ? own : ExpressionReader.identifier(given);
        if (alias == null) {
            throw new N1qlException(NO_NAME, clause + " term must have a name or alias");
        }
        return alias;
    }

    private static KeyspaceName name(N1qlParser.KeyspacePathContext context) {
        return switch (context) {
            case N1qlParser.SystemPathContext system ->
                new KeyspaceName("system", List.of(ExpressionReader.identifier(system.identifier())));
            case N1qlParser.NamespacePathContext path -> {
                List<String> parts = path.identifier().stream()
                        .map(ExpressionReader::identifier)
                        .toList();
                yield new KeyspaceName(parts.getFirst(), parts.subList(1, parts.size()));
            }
            default -> throw new IllegalStateException("a path of a kind unknown");
        };
    }

    /** Returns a path of names, the first of which is a namespace if a colon comes behind it. */
    static KeyspaceName path(ParserRuleContext context, List<N1qlParser.IdentifierContext> names) {
        List<String> parts = names.stream().map(ExpressionReader::identifier).toList();
        boolean namespace =
                context.getChildCount() > 1 && context.getChild(1).getText().equals(":");
        return namespace
                ? new KeyspaceName(parts.getFirst(), parts.subList(1, parts.size()))
                : new KeyspaceName(null, parts);
    }

    KeyspaceName name(N1qlParser.KeyspaceNameContext context) {
        if (context.keyspacePath() != null) {
            return name(context.keyspacePath());
        }
        return new KeyspaceName(
                null,
                context.identifier().stream().map(ExpressionReader::identifier).toList());
    }

    Source.Hints hints(N1qlParser.@Nullable UseContext context) {
        if (context == null) {
            return Source.Hints.NONE;
        }
        N1qlExpression keys = null;
        boolean validate = false;
        boolean join = false;
        List<String> indexes = new ArrayList<>();
        for (N1qlParser.UseOptionContext option : context.useOption()) {
            switch (option) {
                case N1qlParser.UseKeysContext use -> {
                    keys = expressions.read(use.expression());
                    validate = use.VALIDATE() != null;
                }
                case N1qlParser.UseIndexContext use ->
                    use.indexReference().stream()
                            .map(reference -> ExpressionReader.identifierIf(reference.identifier()))
                            .filter(Objects::nonNull)
                            .forEach(indexes::add);
                // The planner chooses the join method by the indexes there are.
                default -> join = true;
            }
        }
        if (keys != null && !indexes.isEmpty()) {
            throw new N1qlException(N1qlException.PARSE, "syntax error - USE KEYS and USE INDEX cannot stand together");
        }
        return new Source.Hints(keys, validate, indexes, join);
    }
}
