package dev.mayfly.face.couchbase.query.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Merge;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.MergeInsert;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.change.MergeStatement;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.GroupClause;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.operator.PageClause;
import dev.mayfly.face.couchbase.query.operator.ReturningClause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles MERGE. Used for one statement. */
final class MergeCompiler {
    private final QueryCompiler queries;
    private final ChangeCompiler changes;
    private final Documents documents;
    private final VisibleNames names = new VisibleNames(null);
    private final N1qlExpressionCompiler expressions;

    MergeCompiler(QueryCompiler queries, ChangeCompiler changes, Documents documents) {
        this.queries = queries;
        this.changes = changes;
        this.documents = documents;
        this.expressions = changes.expressions(names);
    }

    ExecutableStatement merge(Merge merge) {
        Keyspaces.Path path = changes.path(merge.target().keyspace());
        SourceCompiler sources = new SourceCompiler(queries, names);
        sources.declare(List.of(merge.source()));
        // The key and what is inserted see the source alone, and its fields without its name.
        N1qlExpression condition = merge.byKey() ? Resolver.resolve(merge.condition(), names) : merge.condition();
        Scalar key = merge.byKey() ? expressions.compile(condition) : null;
        MergeStatement.Inserting insert = merge.insert() == null
                ? null
                : insert(merge.insert(), key, merge.source().alias());
        sources.declare(List.of(ChangeCompiler.source(link(merge.byKey(), condition), merge.target())));
        List<GroupClause.Placed> let = let(merge.let());
        List<String> later = merge.let().stream().map(N1qlQuery.Binding::name).toList();
        List<N1qlExpression> used = new ArrayList<>();
        sources.aliases().forEach(alias -> used.add(new N1qlExpression.Identifier(alias)));
        sources.assign(List.of(), later);
        SourceCompiler.Chain compiled = sources.compile(used, List.of());
        MergeStatement.Updating update = update(merge);
        MergeStatement.Guard delete =
                merge.delete() == null ? null : guard(merge.delete().where());
        names.unqualified(merge.target().alias());
        ReturningClause returned = merge.returning() == null
                ? ReturningClause.NOTHING
                : new ProjectionCompiler(names, expressions)
                        .returned(merge.returning().projection(), sources.aliases());
        VisibleNames none = new VisibleNames(null);
        N1qlExpression limit = QueryCompiler.constant(merge.limit(), none);
        return new MergeStatement(
                documents,
                changes.keyspace(path),
                path.text(),
                key,
                compiled.sources().get(0),
                compiled.sources().get(1),
                names.slots(),
                let,
                update,
                delete,
                insert,
                new PageClause(null, changes.expressions(none).compileIf(limit)),
                queries.numbers(),
                returned);
    }

    private List<GroupClause.Placed> let(List<N1qlQuery.Binding> bindings) {
        List<GroupClause.Placed> let = new ArrayList<>();
        for (N1qlQuery.Binding binding : bindings) {
            Scalar value = resolved(binding.value());
            let.add(new GroupClause.Placed(value, names.declare(binding.name(), binding.near())));
        }
        return let;
    }

    private MergeStatement.@Nullable Updating update(Merge merge) {
        return merge.update() == null
                ? null
                : new MergeStatement.Updating(
                        new PathCompiler(names, expressions)
                                .changes(merge.target().alias(), merge.update().changes()),
                        guard(merge.update().where()));
    }

    /** The target stands to the source as in an outer join. */
    private static Source.Link link(boolean byKey, N1qlExpression condition) {
        return byKey
                ? new Source.OnKeys(Source.Side.LEFT, false, condition)
                : new Source.On(Source.Side.LEFT, false, condition);
    }

    private Scalar resolved(N1qlExpression expression) {
        return expressions.compile(Resolver.resolve(expression, names));
    }

    private MergeStatement.Guard guard(@Nullable N1qlExpression where) {
        return new MergeStatement.Guard(where == null ? null : resolved(where));
    }

    /** Without a value the row of the source is inserted, under its name. */
    private MergeStatement.Inserting insert(MergeInsert insert, @Nullable Scalar key, String source) {
        N1qlExpression value = insert.value();
        if (value == null) {
            value = new N1qlExpression.NewObject(List.of(
                    new N1qlExpression.Member(QueryCompiler.text(source), new N1qlExpression.Identifier(source))));
        }
        return new MergeStatement.Inserting(
                insert.key() == null ? requireNonNull(key) : resolved(insert.key()),
                resolved(value),
                insert.options() == null ? null : resolved(insert.options()),
                guard(insert.where()));
    }
}
