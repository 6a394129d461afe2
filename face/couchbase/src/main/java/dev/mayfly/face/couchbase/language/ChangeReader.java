package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the trees of statements that change documents. Used for one text. */
final class ChangeReader {
    private static final int INSERT_HAS_KEY = 3150;
    private static final int INSERT_LACKS_KEY = 3160;
    private static final int MERGE_INDEX = 3180;
    private static final int MERGE_JOIN = 3190;
    private static final int NO_USE_KEYS = 3261;
    private static final int HAS_USE_INDEX = 3262;

    private final QueryReader queries;
    private final ExpressionReader expressions;
    private final SourceReader sources;

    ChangeReader(QueryReader queries) {
        this.queries = queries;
        this.expressions = queries.expressions();
        this.sources = queries.sources();
    }

    N1qlStatement insert(N1qlParser.InsertContext context) {
        return switch (context) {
            case N1qlParser.InsertValuesContext values -> {
                List<N1qlStatement.Tuple> tuples =
                        values.tuple().stream().map(this::tuple).toList();
                yield new N1qlStatement.InsertValues(
                        values.UPSERT() != null,
                        target(values.keyspaceRef(), null),
                        tuples,
                        returning(values.returning()));
            }
            case N1qlParser.InsertSelectContext select ->
                new N1qlStatement.InsertSelect(
                        select.UPSERT() != null,
                        target(select.keyspaceRef(), null),
                        header(select.selectHeader()),
                        queries.read(select.query()),
                        returning(select.returning()));
            default -> throw new IllegalStateException("an insert of a kind unknown");
        };
    }

    private N1qlStatement.Tuple tuple(N1qlParser.TupleContext context) {
        return new N1qlStatement.Tuple(
                expressions.read(context.expression(0)),
                expressions.read(context.expression(1)),
                expressions.readIf(context.expression(2)));
    }

    private N1qlStatement.Tuple header(N1qlParser.SelectHeaderContext context) {
        return new N1qlStatement.Tuple(
                expressions.read(context.key), expressions.readIf(context.value), expressions.readIf(context.options));
    }

    private N1qlStatement.Target target(N1qlParser.KeyspaceRefContext context, N1qlParser.@Nullable UseContext use) {
        String alias = ExpressionReader.identifierIf(context.identifier());
        Source.Hints hints = sources.hints(use);
        if (context.keyspaceName().parameter() != null) {
            return target(expressions.parameter(context.keyspaceName().parameter()), alias, hints);
        }
        KeyspaceName name = sources.name(context.keyspaceName());
        return new N1qlStatement.Target(name, alias == null ? name.alias() : alias, hints, null);
    }

    private static N1qlStatement.Target target(
            N1qlExpression.Parameter parameter, @Nullable String alias, Source.Hints hints) {
        if (alias == null) {
            throw new N1qlException(SourceReader.NO_NAME, "Keyspace term must have a name or alias");
        }
        return new N1qlStatement.Target(new KeyspaceName(null, List.of(parameter.name())), alias, hints, parameter);
    }

    /** A target that is searched; one that a parameter names is searched by keys alone. */
    private N1qlStatement.Target searched(N1qlParser.KeyspaceRefContext context, N1qlParser.@Nullable UseContext use) {
        N1qlStatement.Target target = target(context, use);
        if (target.parameter() != null) {
            if (target.hints().keys() == null) {
                throw new N1qlException(NO_USE_KEYS, "<placeholder> term must have USE KEYS");
            }
            if (!target.hints().indexes().isEmpty()) {
                throw new N1qlException(HAS_USE_INDEX, "<placeholder> term should not have USE INDEX");
            }
        }
        if (target.hints().join()) {
            throw new N1qlException(
                    N1qlException.PARSE,
                    "Keyspace reference cannot have join hint (USE HASH or USE NL) in DELETE or UPDATE statement");
        }
        return target;
    }

    private N1qlStatement.@Nullable Returning returning(N1qlParser.@Nullable ReturningContext context) {
        if (context == null) {
            return null;
        }
        return new N1qlStatement.Returning(
                context.expression() == null
                        ? queries.results(context.resultTerms())
                        : new N1qlQuery.Raw(expressions.read(context.expression())));
    }

    private @Nullable N1qlExpression where(N1qlParser.@Nullable WhereContext context) {
        return context == null ? null : expressions.read(context.expression());
    }

    private @Nullable N1qlExpression limit(N1qlParser.@Nullable LimitContext context) {
        return context == null ? null : expressions.read(context.expression());
    }

    N1qlStatement update(N1qlParser.UpdateContext context) {
        if (context.set() == null && context.unset() == null) {
            throw new N1qlException(N1qlException.PARSE, "syntax error - UPDATE needs SET or UNSET");
        }
        return new N1qlStatement.Update(
                searched(context.keyspaceRef(), context.use()),
                queries.let(context.let()),
                changes(context.set(), context.unset()),
                where(context.where()),
                limit(context.limit()),
                returning(context.returning()));
    }

    N1qlStatement delete(N1qlParser.DeleteContext context) {
        return new N1qlStatement.Delete(
                searched(context.keyspaceRef(), context.use()),
                queries.let(context.let()),
                where(context.where()),
                limit(context.limit()),
                context.offset() == null
                        ? null
                        : expressions.read(context.offset().expression()),
                returning(context.returning()));
    }

    private N1qlStatement.Changes changes(
            N1qlParser.@Nullable SetContext set, N1qlParser.@Nullable UnsetContext unset) {
        List<N1qlStatement.Assignment> assignments = new ArrayList<>();
        if (set != null) {
            set.setAssignment().forEach(assignment -> assignments.add(assignment(assignment)));
        }
        List<N1qlStatement.Removal> removals = new ArrayList<>();
        if (unset != null) {
            unset.unsetTerm().forEach(term -> removals.add(removal(term)));
        }
        return new N1qlStatement.Changes(assignments, removals);
    }

    private N1qlStatement.Assignment assignment(N1qlParser.SetAssignmentContext context) {
        return switch (context) {
            case N1qlParser.SetMetaContext meta ->
                new N1qlStatement.Assignment(
                        metaPath(meta.metaPath()), true, expressions.read(meta.expression()), null);
            case N1qlParser.SetPathContext set ->
                new N1qlStatement.Assignment(
                        path(set.path()), false, expressions.read(set.expression()), each(set.updateFor()));
            default -> throw new IllegalStateException("an assignment of a kind unknown");
        };
    }

    private N1qlStatement.Removal removal(N1qlParser.UnsetTermContext context) {
        return switch (context) {
            case N1qlParser.UnsetMetaContext meta -> new N1qlStatement.Removal(metaPath(meta.metaPath()), true, null);
            case N1qlParser.UnsetPathContext unset ->
                new N1qlStatement.Removal(path(unset.path()), false, each(unset.updateFor()));
            default -> throw new IllegalStateException("a removal of a kind unknown");
        };
    }

    private N1qlExpression path(N1qlParser.PathContext context) {
        return expressions.path(
                new N1qlExpression.Identifier(ExpressionReader.identifier(context.identifier())), context.access());
    }

    /** The path below META(), whose first name is a field of it. */
    private N1qlExpression metaPath(N1qlParser.MetaPathContext context) {
        if (!ExpressionReader.identifier(context.identifier())
                .toUpperCase(Locale.ROOT)
                .equals("META")) {
            throw new N1qlException(N1qlException.PARSE, "SET and UNSET of a function take META() alone.");
        }
        return path(context.path());
    }

    private N1qlStatement.@Nullable Each each(N1qlParser.@Nullable UpdateForContext context) {
        if (context == null) {
            return null;
        }
        return new N1qlStatement.Each(
                context.updateDimension().stream()
                        .map(dimension -> expressions.loops(dimension.bindings()))
                        .toList(),
                expressions.readIf(context.expression()));
    }

    N1qlStatement merge(N1qlParser.MergeContext context) {
        boolean byKey = context.KEY() != null;
        N1qlParser.MergeUpdateContext update = context.mergeUpdate();
        N1qlParser.MergeDeleteContext delete = context.mergeDelete();
        N1qlParser.MergeInsertContext insert = context.mergeInsert();
        N1qlStatement.Target target = target(context.keyspaceRef(), context.use());
        Source source = sources.source(new Source.Cross(), context.fromTerm());
        refuseHints(target, source, byKey, SyntaxErrors.place((context.use() == null ? context : context.use()).start));
        return new N1qlStatement.Merge(
                target,
                source,
                byKey,
                expressions.read(context.expression()),
                queries.let(context.let()),
                update == null
                        ? null
                        : new N1qlStatement.MergeUpdate(changes(update.set(), update.unset()), where(update.where())),
                delete == null ? null : new N1qlStatement.MergeDelete(where(delete.where())),
                insert == null ? null : mergeInsert(insert, byKey),
                limit(context.limit()),
                returning(context.returning()));
    }

    private static void refuseHints(N1qlStatement.Target target, Source source, boolean byKey, String near) {
        if (target.parameter() != null) {
            throw new N1qlException(N1qlException.PARSE, "syntax error - MERGE takes no keyspace by a parameter");
        }
        if (target.hints().keys() != null) {
            throw new N1qlException(
                    N1qlException.PARSE, "Keyspace reference cannot have USE KEYS hint in MERGE statement" + near);
        }
        if (target.hints().join()) {
            throw new N1qlException(
                    N1qlException.PARSE,
                    "Keyspace reference cannot have join hint (USE HASH or USE NL) in MERGE statement" + near);
        }
        if (byKey && !target.hints().indexes().isEmpty()) {
            throw new N1qlException(
                    MERGE_INDEX, "MERGE with ON KEY clause cannot have USE INDEX hint specified on target.");
        }
        if (byKey && source.hints().join()) {
            throw new N1qlException(MERGE_JOIN, "MERGE with ON KEY clause cannot have join hint specified on source.");
        }
    }

    private N1qlStatement.MergeInsert mergeInsert(N1qlParser.MergeInsertContext context, boolean byKey) {
        N1qlExpression where = where(context.where());
        if (context.expression() != null) {
            if (!byKey) {
                throw new N1qlException(
                        INSERT_LACKS_KEY,
                        "MERGE with ON clause must have document key specification in INSERT action.");
            }
            return new N1qlStatement.MergeInsert(null, expressions.read(context.expression()), null, where);
        }
        if (byKey) {
            throw new N1qlException(
                    INSERT_HAS_KEY,
                    "MERGE with ON KEY clause cannot have document key specification in INSERT action.");
        }
        N1qlStatement.Tuple tuple = context.tuple() == null ? header(context.selectHeader()) : tuple(context.tuple());
        return new N1qlStatement.MergeInsert(tuple.key(), tuple.value(), tuple.options(), where);
    }
}
