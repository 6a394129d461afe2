package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Delete;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.InsertSelect;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.InsertValues;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Returning;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Target;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Tuple;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Update;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.change.DocumentChange;
import dev.mayfly.face.couchbase.query.change.InsertStatement;
import dev.mayfly.face.couchbase.query.change.SystemDelete;
import dev.mayfly.face.couchbase.query.change.UpdateDeleteStatement;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.DocumentLinks;
import dev.mayfly.face.couchbase.query.operator.GroupClause;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.operator.PageClause;
import dev.mayfly.face.couchbase.query.operator.RequiredPrivilege;
import dev.mayfly.face.couchbase.query.operator.ReturningClause;
import dev.mayfly.face.couchbase.query.operator.RowSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles INSERT, UPSERT, UPDATE and DELETE. Used for one statement. */
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
            throw new N1qlException(SYSTEM_READ_ONLY, "System datastore error: " + name + " cannot be changed.");
        }
        return Keyspaces.path(name, queries.context());
    }

    BucketCollection keyspace(Keyspaces.Path path) {
        return queries.ground().keyspaces().collection(path);
    }

    N1qlExpressionCompiler expressions(VisibleNames names) {
        return new N1qlExpressionCompiler(names, queries, Map.of());
    }

    ExecutableStatement insert(InsertValues insert) {
        VisibleNames names = new VisibleNames(null);
        N1qlExpressionCompiler expressions = expressions(names);
        List<InsertStatement.Tuple> tuples = new ArrayList<>();
        insert.tuples().forEach(tuple -> tuples.add(tuple(tuple, names, expressions)));
        return insert(insert.upsert(), insert.target(), tuples, null, names, insert.returning());
    }

    ExecutableStatement insert(InsertSelect insert) {
        RowSource source = queries.rows(insert.query(), null);
        VisibleNames names = new VisibleNames(null);
        names.source("");
        InsertStatement.Tuple tuple = tuple(insert.tuple(), names, expressions(names));
        return insert(insert.upsert(), insert.target(), List.of(tuple), source, names, insert.returning());
    }

    /** The target as a source: queries inside of the statement see no alias in its name, though it were given. */
    static Source source(Source.Link link, Target target) {
        return new Source(link, new Source.Keyspace(target.keyspace()), target.alias(), false, target.hints(), "");
    }

    private static InsertStatement.Tuple tuple(Tuple tuple, VisibleNames names, N1qlExpressionCompiler expressions) {
        N1qlExpression value = tuple.value();
        N1qlExpression options = tuple.options();
        return new InsertStatement.Tuple(
                expressions.compile(Resolver.resolve(tuple.key(), names)),
                value == null ? null : expressions.compile(Resolver.resolve(value, names)),
                options == null ? null : expressions.compile(Resolver.resolve(options, names)));
    }

    private ExecutableStatement insert(
            boolean upsert,
            Target target,
            List<InsertStatement.Tuple> tuples,
            @Nullable RowSource source,
            VisibleNames names,
            @Nullable Returning returning) {
        Keyspaces.Path path = path(target.keyspace());
        VisibleNames shown = new VisibleNames(null);
        shown.source(target.alias());
        ReturningClause returned = returned(returning, target, shown);
        return new InsertStatement(
                upsert, documents, keyspace(path), path.text(), tuples, source, names.slots(), shown.slots(), returned);
    }

    private ReturningClause returned(@Nullable Returning returning, Target target, VisibleNames names) {
        return returning == null
                ? ReturningClause.NOTHING
                : new ProjectionCompiler(names, expressions(names))
                        .returned(returning.projection(), List.of(target.alias()));
    }

    /** Returns the shape of the rows of RETURNING. */
    N1qlValue signature(@Nullable Returning returning, Target target) {
        if (returning == null) {
            return N1qlValues.MISSING;
        }
        VisibleNames names = new VisibleNames(null);
        names.source(target.alias());
        return ProjectionCompiler.signature(
                returning.projection(), ProjectionCompiler.results(returning.projection(), names));
    }

    ExecutableStatement update(Update update) {
        return statement(
                update.target(), update.let(), update.where(), update, update.limit(), null, update.returning());
    }

    ExecutableStatement delete(Delete delete) {
        return statement(
                delete.target(),
                delete.let(),
                delete.where(),
                null,
                delete.limit(),
                delete.offset(),
                delete.returning());
    }

    private ExecutableStatement statement(
            Target target,
            List<N1qlQuery.Binding> writtenLet,
            @Nullable N1qlExpression writtenWhere,
            @Nullable Update update,
            @Nullable N1qlExpression limit,
            @Nullable N1qlExpression offset,
            @Nullable Returning returning) {
        boolean isSystem = update == null && "system".equals(target.keyspace().namespace());
        VisibleNames names = new VisibleNames(null);
        SourceCompiler sources = new SourceCompiler(
                queries, names, update == null ? RequiredPrivilege.DELETE : RequiredPrivilege.UPDATE);
        sources.declare(List.of(source(new Source.Cross(), target)));
        N1qlExpressionCompiler expressions = expressions(names);
        List<GroupClause.Placed> let = new ArrayList<>();
        for (N1qlQuery.Binding binding : writtenLet) {
            Scalar value = expressions.compile(Resolver.resolve(binding.value(), names));
            let.add(new GroupClause.Placed(value, names.declare(binding.name(), binding.near())));
        }
        N1qlExpression where = writtenWhere == null ? null : Resolver.resolve(writtenWhere, names);
        sources.assign(
                N1qlExpression.conjuncts(where),
                writtenLet.stream().map(N1qlQuery.Binding::name).toList());
        // The whole document is needed in any case, and every condition is checked once more when it is written.
        List<N1qlExpression> used = List.of(new N1qlExpression.Identifier(target.alias()));
        DocumentLinks linked = sources.compile(used, List.of()).sources().getFirst();
        DocumentChange change =
                update == null ? null : new PathCompiler(names, expressions).changes(target.alias(), update.changes());
        ReturningClause returned = returned(returning, target, names);
        Scalar matches = expressions.compileIf(where);
        VisibleNames none = new VisibleNames(null);
        N1qlExpressionCompiler constants = expressions(none);
        PageClause window = new PageClause(
                constants.compileIf(QueryCompiler.constant(offset, none)),
                constants.compileIf(QueryCompiler.constant(limit, none)));
        if (isSystem) {
            return new SystemDelete(
                    queries.systemKeyspace(target.keyspace()), linked, names.slots(), let, matches, window, returned);
        }
        Keyspaces.Path path = path(target.keyspace());
        return new UpdateDeleteStatement(
                documents,
                keyspace(path),
                path.text(),
                linked,
                names.slots(),
                let,
                matches,
                change,
                window,
                queries.numbers(),
                returned);
    }
}
