package dev.mayfly.face.couchbase.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.tree.Statement.Merge;
import dev.mayfly.face.couchbase.language.tree.Statement.MergeInsert;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes of MERGE what carries it out. Used for one statement. */
final class MergeCompiler {
    private final QueryCompiler queries;
    private final ChangeCompiler changes;
    private final Documents documents;
    private final Names names = new Names(null);
    private final ExpressionCompiler expressions;

    MergeCompiler(QueryCompiler queries, ChangeCompiler changes, Documents documents) {
        this.queries = queries;
        this.changes = changes;
        this.documents = documents;
        this.expressions = changes.expressions(names);
    }

    Statement merge(Merge merge) {
        Keyspaces.Path path = changes.path(merge.target().keyspace());
        SourceCompiler sources = new SourceCompiler(queries, names);
        sources.declare(List.of(merge.source()));
        // The key and what is inserted see the source alone, and its fields without its name.
        Scalar key = merge.byKey() ? resolved(merge.condition()) : null;
        MergeStatement.Inserting insert = merge.insert() == null
                ? null
                : insert(merge.insert(), key, merge.source().alias());
        sources.declare(List.of(ChangeCompiler.source(link(merge), merge.target())));
        List<Grouped.Placed> let = new ArrayList<>();
        List<String> later = new ArrayList<>();
        for (Query.Binding binding : merge.let()) {
            Scalar value = resolved(binding.value());
            let.add(new Grouped.Placed(value, names.declare(binding.name(), binding.near())));
            later.add(binding.name());
        }
        List<Expression> used = new ArrayList<>();
        sources.aliases().forEach(alias -> used.add(new Expression.Identifier(alias)));
        sources.assign(List.of(), later);
        SourceCompiler.Chain compiled = sources.compile(used, List.of());
        MergeStatement.Updating update = merge.update() == null
                ? null
                : new MergeStatement.Updating(
                        new PathCompiler(names, expressions)
                                .changes(merge.target().alias(), merge.update().changes()),
                        guard(merge.update().where()));
        MergeStatement.Guard delete =
                merge.delete() == null ? null : guard(merge.delete().where());
        names.unqualified(merge.target().alias());
        Returned returned = merge.returning() == null
                ? Returned.NOTHING
                : new ProjectionCompiler(names, expressions)
                        .returned(merge.returning().projection(), sources.aliases());
        Names none = new Names(null);
        Expression limit = QueryCompiler.constant(merge.limit(), none);
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
                new Window(null, changes.expressions(none).compileIf(limit)),
                returned);
    }

    /** The target stands to the source as in an outer join. */
    private static Source.Link link(Merge merge) {
        return merge.byKey()
                ? new Source.OnKeys(Source.Side.LEFT, false, merge.condition())
                : new Source.On(Source.Side.LEFT, false, merge.condition());
    }

    private Scalar resolved(Expression expression) {
        return expressions.compile(Resolver.resolve(expression, names));
    }

    private MergeStatement.Guard guard(@Nullable Expression where) {
        return new MergeStatement.Guard(where == null ? null : resolved(where));
    }

    /** Without a value the row of the source is inserted, under its name. */
    private MergeStatement.Inserting insert(MergeInsert insert, @Nullable Scalar key, String source) {
        Expression value = insert.value();
        if (value == null) {
            value = new Expression.NewObject(
                    List.of(new Expression.Member(QueryCompiler.text(source), new Expression.Identifier(source))));
        }
        return new MergeStatement.Inserting(
                insert.key() == null ? requireNonNull(key) : resolved(insert.key()),
                resolved(value),
                insert.options() == null ? null : resolved(insert.options()),
                guard(insert.where()));
    }
}
