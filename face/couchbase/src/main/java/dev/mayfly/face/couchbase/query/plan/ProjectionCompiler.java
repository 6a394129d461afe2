package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.ExpressionNames;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.Exclusion;
import dev.mayfly.face.couchbase.query.operator.ProjectionClause;
import dev.mayfly.face.couchbase.query.operator.ReturningClause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Compiles the result list of a statement into a projection. */
final class ProjectionCompiler {
    private final VisibleNames names;
    private final N1qlExpressionCompiler expressions;

    ProjectionCompiler(VisibleNames names, N1qlExpressionCompiler expressions) {
        this.names = names;
        this.expressions = expressions;
    }

    /** @param aliases what {@code *} stands for */
    ReturningClause returned(N1qlQuery.Projection projection, List<String> aliases) {
        List<N1qlQuery.Result> results = results(projection, names);
        return new ReturningClause(projected(projection, results, aliases), signature(projection, results));
    }

    /** Returns the results, with every name written out, and named where possible. */
    static List<N1qlQuery.Result> results(N1qlQuery.Projection projection, VisibleNames names) {
        return switch (projection) {
            case N1qlQuery.Raw(N1qlExpression value) ->
                List.of(new N1qlQuery.Named(Resolver.resolve(value, names), null));
            case N1qlQuery.Listed(List<N1qlQuery.Result> results, List<N1qlExpression> _) -> {
                List<N1qlQuery.Result> resolved = new ArrayList<>();
                for (N1qlQuery.Result result : results) {
                    resolved.add(
                            switch (result) {
                                case N1qlQuery.Everything everything -> everything;
                                case N1qlQuery.FieldsOf(N1qlExpression value) ->
                                    new N1qlQuery.FieldsOf(Resolver.resolve(value, names));
                                case N1qlQuery.Named(N1qlExpression value, String alias) ->
                                    new N1qlQuery.Named(
                                            Resolver.resolve(value, names),
                                            alias == null ? ExpressionNames.of(value) : alias);
                            });
                }
                yield resolved;
            }
        };
    }

    ProjectionClause projected(N1qlQuery.Projection projection, List<N1qlQuery.Result> results, List<String> aliases) {
        if (projection instanceof N1qlQuery.Raw
                && results.getFirst() instanceof N1qlQuery.Named(N1qlExpression value, String _)) {
            return new ProjectionClause(List.of(new ProjectionClause.Raw(expressions.compile(value))), null);
        }
        List<ProjectionClause.Part> parts = new ArrayList<>();
        int unnamed = 0;
        for (N1qlQuery.Result result : results) {
            switch (result) {
                case N1qlQuery.Everything _ ->
                    aliases.forEach(alias -> parts.add(new ProjectionClause.Named(
                            alias, expressions.compile(new N1qlExpression.Identifier(alias)))));
                case N1qlQuery.FieldsOf(N1qlExpression value) ->
                    parts.add(new ProjectionClause.FieldsOf(expressions.compile(value)));
                case N1qlQuery.Named(N1qlExpression value, String alias) ->
                    parts.add(new ProjectionClause.Named(
                            alias == null ? "$" + ++unnamed : alias, expressions.compile(value)));
            }
        }
        return new ProjectionClause(parts, exclusion(projection, aliases));
    }

    private @Nullable Exclusion exclusion(N1qlQuery.Projection projection, List<String> aliases) {
        if (!(projection instanceof N1qlQuery.Listed(List<N1qlQuery.Result> results, List<N1qlExpression> excluded))
                || excluded.isEmpty()) {
            return null;
        }
        boolean one = aliases.size() == 1 && results.size() == 1 && results.getFirst() instanceof N1qlQuery.Everything;
        return new Exclusion(excluded, names, expressions, one ? aliases.getFirst() : null);
    }

    static N1qlValue signature(N1qlQuery.Projection projection, List<N1qlQuery.Result> results) {
        if (projection instanceof N1qlQuery.Raw) {
            return results.getFirst() instanceof N1qlQuery.Named(N1qlExpression value, String _)
                    ? N1qlValues.of(Types.of(value))
                    : N1qlValues.MISSING;
        }
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        int unnamed = 0;
        for (N1qlQuery.Result result : results) {
            switch (result) {
                case N1qlQuery.Everything _ -> fields.put("*", N1qlValues.of("*"));
                case N1qlQuery.FieldsOf _ -> fields.put("*", N1qlValues.of("*"));
                case N1qlQuery.Named(N1qlExpression value, String alias) ->
                    fields.put(alias == null ? "$" + ++unnamed : alias, N1qlValues.of(Types.of(value)));
            }
        }
        return N1qlValues.object(fields);
    }
}
