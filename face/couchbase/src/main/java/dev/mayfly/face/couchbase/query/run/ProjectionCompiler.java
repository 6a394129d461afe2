package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.ExpressionNames;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Makes of what a statement lists what makes rows. */
final class ProjectionCompiler {
    private final Names names;
    private final ExpressionCompiler expressions;

    ProjectionCompiler(Names names, ExpressionCompiler expressions) {
        this.names = names;
        this.expressions = expressions;
    }

    /** @param aliases what {@code *} stands for */
    Returned returned(Query.Projection projection, List<String> aliases) {
        List<Query.Result> results = results(projection, names);
        return new Returned(projected(projection, results, aliases), signature(projection, results));
    }

    /** What is listed, with every name written out, and named where it can be. */
    static List<Query.Result> results(Query.Projection projection, Names names) {
        return switch (projection) {
            case Query.Raw(Expression value) -> List.of(new Query.Named(Resolver.resolve(value, names), null));
            case Query.Listed(List<Query.Result> results, List<Expression> _) -> {
                List<Query.Result> resolved = new ArrayList<>();
                for (Query.Result result : results) {
                    resolved.add(
                            switch (result) {
                                case Query.Everything everything -> everything;
                                case Query.FieldsOf(Expression value) ->
                                    new Query.FieldsOf(Resolver.resolve(value, names));
                                case Query.Named(Expression value, String alias) ->
                                    new Query.Named(
                                            Resolver.resolve(value, names),
                                            alias == null ? ExpressionNames.of(value) : alias);
                            });
                }
                yield resolved;
            }
        };
    }

    Projected projected(Query.Projection projection, List<Query.Result> results, List<String> aliases) {
        if (projection instanceof Query.Raw && results.getFirst() instanceof Query.Named(Expression value, String _)) {
            return new Projected(List.of(new Projected.Raw(expressions.compile(value))), null);
        }
        List<Projected.Part> parts = new ArrayList<>();
        int unnamed = 0;
        for (Query.Result result : results) {
            switch (result) {
                case Query.Everything _ ->
                    aliases.forEach(alias -> parts.add(
                            new Projected.Named(alias, expressions.compile(new Expression.Identifier(alias)))));
                case Query.FieldsOf(Expression value) -> parts.add(new Projected.FieldsOf(expressions.compile(value)));
                case Query.Named(Expression value, String alias) ->
                    parts.add(new Projected.Named(alias == null ? "$" + ++unnamed : alias, expressions.compile(value)));
            }
        }
        return new Projected(parts, exclusion(projection, aliases));
    }

    private @Nullable Exclusion exclusion(Query.Projection projection, List<String> aliases) {
        if (!(projection instanceof Query.Listed(List<Query.Result> results, List<Expression> excluded))
                || excluded.isEmpty()) {
            return null;
        }
        boolean one = aliases.size() == 1 && results.size() == 1 && results.getFirst() instanceof Query.Everything;
        return new Exclusion(excluded, names, expressions, one ? aliases.getFirst() : null);
    }

    static Value signature(Query.Projection projection, List<Query.Result> results) {
        if (projection instanceof Query.Raw) {
            return results.getFirst() instanceof Query.Named(Expression value, String _)
                    ? Values.of(Types.of(value))
                    : Values.MISSING;
        }
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        int unnamed = 0;
        for (Query.Result result : results) {
            switch (result) {
                case Query.Everything _ -> fields.put("*", Values.of("*"));
                case Query.FieldsOf _ -> fields.put("*", Values.of("*"));
                case Query.Named(Expression value, String alias) ->
                    fields.put(alias == null ? "$" + ++unnamed : alias, Values.of(Types.of(value)));
            }
        }
        return Values.object(fields);
    }
}
