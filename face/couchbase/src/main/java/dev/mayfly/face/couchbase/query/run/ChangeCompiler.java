package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.tree.Statement.Delete;
import dev.mayfly.face.couchbase.language.tree.Statement.InsertSelect;
import dev.mayfly.face.couchbase.language.tree.Statement.InsertValues;
import dev.mayfly.face.couchbase.language.tree.Statement.Returning;
import dev.mayfly.face.couchbase.language.tree.Statement.Target;
import dev.mayfly.face.couchbase.language.tree.Statement.Tuple;
import dev.mayfly.face.couchbase.language.tree.Statement.Update;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes of INSERT, UPSERT, UPDATE and DELETE what carries them out. Used for one statement. */
final class ChangeCompiler {
    private static final int SYSTEM_READ_ONLY = 11003;

    private final QueryCompiler queries;
    private final Documents documents;

    ChangeCompiler(QueryCompiler queries, Documents documents) {
        this.queries = queries;
        this.documents = documents;
    }

    Keyspaces.Path path(KeyspaceName name) {
        if ("system".equals(name.namespace())) {
            throw new QueryException(SYSTEM_READ_ONLY, "System datastore error: " + name + " cannot be changed.");
        }
        return Keyspaces.path(name, queries.context());
    }

    BucketCollection keyspace(Keyspaces.Path path) {
        return queries.ground().keyspaces().collection(path);
    }

    ExpressionCompiler expressions(Names names) {
        return new ExpressionCompiler(names, queries, Map.of());
    }

    Statement insert(InsertValues insert) {
        Names names = new Names(null);
        ExpressionCompiler expressions = expressions(names);
        List<InsertStatement.Tuple> tuples = new ArrayList<>();
        insert.tuples().forEach(tuple -> tuples.add(tuple(tuple, names, expressions)));
        return insert(insert.upsert(), insert.target(), tuples, null, names, insert.returning());
    }

    Statement insert(InsertSelect insert) {
        RowSource source = queries.rows(insert.query(), null);
        Names names = new Names(null);
        names.source("");
        InsertStatement.Tuple tuple = tuple(insert.tuple(), names, expressions(names));
        return insert(insert.upsert(), insert.target(), List.of(tuple), source, names, insert.returning());
    }

    /** The target as a source: queries inside of the statement see no alias in its name, though it were given. */
    static Source source(Source.Link link, Target target) {
        return new Source(link, new Source.Keyspace(target.keyspace()), target.alias(), false, target.hints(), "");
    }

    private static InsertStatement.Tuple tuple(Tuple tuple, Names names, ExpressionCompiler expressions) {
        Expression value = tuple.value();
        Expression options = tuple.options();
        return new InsertStatement.Tuple(
                expressions.compile(Resolver.resolve(tuple.key(), names)),
                value == null ? null : expressions.compile(Resolver.resolve(value, names)),
                options == null ? null : expressions.compile(Resolver.resolve(options, names)));
    }

    private Statement insert(
            boolean upsert,
            Target target,
            List<InsertStatement.Tuple> tuples,
            @Nullable RowSource source,
            Names names,
            @Nullable Returning returning) {
        Keyspaces.Path path = path(target.keyspace());
        Names shown = new Names(null);
        shown.source(target.alias());
        Returned returned = returned(returning, target, shown);
        return new InsertStatement(
                upsert, documents, keyspace(path), path.text(), tuples, source, names.slots(), shown.slots(), returned);
    }

    private Returned returned(@Nullable Returning returning, Target target, Names names) {
        return returning == null
                ? Returned.NOTHING
                : new ProjectionCompiler(names, expressions(names))
                        .returned(returning.projection(), List.of(target.alias()));
    }

    /** What rows of RETURNING are made of. */
    Value signature(@Nullable Returning returning, Target target) {
        if (returning == null) {
            return Values.MISSING;
        }
        Names names = new Names(null);
        names.source(target.alias());
        return ProjectionCompiler.signature(
                returning.projection(), ProjectionCompiler.results(returning.projection(), names));
    }

    Statement update(Update update) {
        return statement(
                update.target(), update.let(), update.where(), update, update.limit(), null, update.returning());
    }

    Statement delete(Delete delete) {
        return statement(
                delete.target(),
                delete.let(),
                delete.where(),
                null,
                delete.limit(),
                delete.offset(),
                delete.returning());
    }

    private Statement statement(
            Target target,
            List<Query.Binding> writtenLet,
            @Nullable Expression writtenWhere,
            @Nullable Update update,
            @Nullable Expression limit,
            @Nullable Expression offset,
            @Nullable Returning returning) {
        boolean isSystem = update == null && "system".equals(target.keyspace().namespace());
        Names names = new Names(null);
        SourceCompiler sources = new SourceCompiler(queries, names, update == null ? Right.DELETE : Right.UPDATE);
        sources.declare(List.of(source(new Source.Cross(), target)));
        ExpressionCompiler expressions = expressions(names);
        List<Grouped.Placed> let = new ArrayList<>();
        for (Query.Binding binding : writtenLet) {
            Scalar value = expressions.compile(Resolver.resolve(binding.value(), names));
            let.add(new Grouped.Placed(value, names.declare(binding.name(), binding.near())));
        }
        Expression where = writtenWhere == null ? null : Resolver.resolve(writtenWhere, names);
        sources.assign(
                Expression.conjuncts(where),
                writtenLet.stream().map(Query.Binding::name).toList());
        // The whole document is needed in any case, and every condition is asked once more when it is written.
        List<Expression> used = List.of(new Expression.Identifier(target.alias()));
        Linked linked = sources.compile(used, List.of()).sources().getFirst();
        DocumentChange change =
                update == null ? null : new PathCompiler(names, expressions).changes(target.alias(), update.changes());
        Returned returned = returned(returning, target, names);
        Scalar matches = expressions.compileIf(where);
        Names none = new Names(null);
        ExpressionCompiler constants = expressions(none);
        Window window = new Window(
                constants.compileIf(QueryCompiler.constant(offset, none)),
                constants.compileIf(QueryCompiler.constant(limit, none)));
        if (isSystem) {
            return new SystemDelete(
                    queries.systemKeyspace(target.keyspace()), linked, names.slots(), let, matches, window, returned);
        }
        Keyspaces.Path path = path(target.keyspace());
        return new UpdateStatement(
                documents, keyspace(path), path.text(), linked, names.slots(), let, matches, change, window, returned);
    }
}
