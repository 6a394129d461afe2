package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the tree of what FROM lists. Used for one text. */
final class SourceReader {
    private static final int NO_NAME = 4010;

    private final ExpressionReader expressions;

    SourceReader(ExpressionReader expressions) {
        this.expressions = expressions;
    }

    List<Source> read(N1qlParser.FromContext context) {
        List<Source> sources = new ArrayList<>();
        for (N1qlParser.FromItemContext item : context.fromItem()) {
            sources.add(source(new Source.Cross(), item.fromTerm()));
            for (N1qlParser.JoinContext join : item.join()) {
                sources.add(join(join));
            }
        }
        return sources;
    }

    private Source join(N1qlParser.JoinContext context) {
        return switch (context) {
            case N1qlParser.JoinedContext join ->
                source(link(side(join.joinKind()), false, join.joinCondition()), join.fromTerm());
            case N1qlParser.NestedContext nest ->
                source(link(side(nest.joinKind()), true, nest.joinCondition()), nest.fromTerm());
            case N1qlParser.UnnestedContext unnest -> {
                Expression array = expressions.read(unnest.expression());
                String alias = alias(unnest.identifier(), ExpressionNames.of(array), "UNNEST");
                Source.Link link = new Source.Unnest(side(unnest.joinKind()));
                yield new Source(
                        link, new Source.Computed(array), alias, unnest.identifier() != null, Source.Hints.NONE);
            }
            default -> throw new IllegalStateException("a join of a kind unknown");
        };
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
                        link, new Source.Keyspace(name), alias, keyspace.identifier() != null, hints(keyspace.use()));
            }
            case N1qlParser.ExpressionTermContext term -> {
                Expression value = expressions.read(term.expression());
                List<String> path = ExpressionNames.pathOf(value);
                Source.Origin origin =
                        path.isEmpty() ? new Source.Computed(value) : new Source.Keyspace(new KeyspaceName(null, path));
                String alias = alias(term.identifier(), ExpressionNames.of(value), "FROM");
                yield new Source(link, origin, alias, term.identifier() != null, hints(term.use()));
            }
            default -> throw new IllegalStateException("a source of a kind unknown");
        };
    }

    private static String alias(N1qlParser.@Nullable IdentifierContext given, @Nullable String own, String clause) {
        String alias = given == null ? own : ExpressionReader.identifier(given);
        if (alias == null) {
            throw new QueryException(NO_NAME, clause + " term must have a name or alias");
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

    KeyspaceName name(N1qlParser.KeyspaceNameContext context) {
        if (context.keyspacePath() != null) {
            return name(context.keyspacePath());
        }
        if (context.parameter() != null) {
            throw new QueryException(QueryException.SEMANTIC, "A keyspace given by a parameter is not supported.");
        }
        return new KeyspaceName(
                null,
                context.identifier().stream().map(ExpressionReader::identifier).toList());
    }

    Source.Hints hints(N1qlParser.@Nullable UseContext context) {
        if (context == null) {
            return Source.Hints.NONE;
        }
        Expression keys = null;
        List<String> indexes = new ArrayList<>();
        for (N1qlParser.UseOptionContext option : context.useOption()) {
            switch (option) {
                case N1qlParser.UseKeysContext use -> keys = expressions.read(use.expression());
                case N1qlParser.UseIndexContext use ->
                    use.indexReference().stream()
                            .map(reference -> ExpressionReader.identifierIf(reference.identifier()))
                            .filter(Objects::nonNull)
                            .forEach(indexes::add);
                // How rows are joined is chosen by what there is.
                default -> {}
            }
        }
        if (keys != null && !indexes.isEmpty()) {
            throw new QueryException(
                    QueryException.PARSE, "syntax error - USE KEYS and USE INDEX cannot stand together");
        }
        return new Source.Hints(keys, indexes);
    }
}
