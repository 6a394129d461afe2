package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.QueryContext;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import dev.mayfly.face.couchbase.query.index.AccessPaths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes of the tree of a query what carries it out. Used for one statement. */
final class QueryCompiler implements Subquery.Compiler {
    private static final int NO_SYSTEM_KEYSPACE = 11002;

    private final Ground ground;
    private final QueryContext context;

    /**
     * What statements stand on.
     *
     * @param system the keyspaces of the namespace {@code system}
     * @param space for what does not fit in memory, or null
     */
    record Ground(
            Keyspaces keyspaces,
            AccessPaths paths,
            SystemKeyspaces system,
            @Nullable SpillSpace space) {}

    QueryCompiler(Ground ground, QueryContext context) {
        this.ground = ground;
        this.context = context;
    }

    /** @throws QueryException when the service has none of this name */
    SystemKeyspaces.Table systemKeyspace(KeyspaceName name) {
        String table = name.parts().getFirst();
        SystemKeyspaces.Table found = ground.system().find(table);
        if (found == null) {
            throw new QueryException(NO_SYSTEM_KEYSPACE, "Keyspace not found system:" + table);
        }
        return found;
    }

    Ground ground() {
        return ground;
    }

    QueryContext context() {
        return context;
    }

    @Override
    public Subquery compile(Query query, Names outer) {
        Names between = new Names(outer);
        RowSource rows = rows(query, between);
        // These names are none: they tell whether anything beyond them was asked for.
        return new SubqueryPlan(new Within(rows), between.correlation());
    }

    /** A query, perhaps inside of another statement. */
    RowSource rows(Query query, @Nullable Names outer) {
        if (query.with().isEmpty()) {
            return ordered(query, outer);
        }
        Names names = new Names(outer);
        ExpressionCompiler expressions = new ExpressionCompiler(names, this, Map.of());
        List<WithPlan.Setting> with = new ArrayList<>();
        for (Query.With each : query.with()) {
            Scalar value = expressions.compile(Resolver.resolve(each.value(), names));
            int slot = names.with(each.name(), each.near());
            Grouped.Placed placed = new Grouped.Placed(value, slot);
            Query.Recursion recursion = each.recursion();
            with.add(recursion == null ? placed::set : recursive(each.name(), placed, recursion, names)::set);
        }
        RowSource rows = ordered(query, names);
        return new WithPlan(names.slots(), with, rows);
    }

    private RecursiveWith recursive(String name, Grouped.Placed anchor, Query.Recursion recursion, Names names) {
        names.growing(name);
        Scalar step = new ExpressionCompiler(names, this, Map.of()).compile(new Expression.Subquery(recursion.step()));
        names.growing(null);
        Names row = new Names(null);
        row.source("");
        ExpressionCompiler fields = new ExpressionCompiler(row, this, Map.of());
        List<Scalar> cycle = new ArrayList<>();
        recursion.cycle().forEach(field -> cycle.add(fields.compile(Resolver.resolve(field, row))));
        Scalar options = recursion.options() == null
                ? null
                : new ExpressionCompiler(new Names(null), this, Map.of()).compile(recursion.options());
        return new RecursiveWith(name, anchor, step, recursion.distinct(), cycle, options);
    }

    private RowSource ordered(Query query, @Nullable Names outer) {
        if (query.term() instanceof Query.Select select) {
            return new SelectCompiler(this, outer).compile(select, query);
        }
        RowSource rows = term(query.term(), outer);
        Window window = window(query, outer);
        if (query.orderBy().isEmpty() && window.isNone()) {
            return rows;
        }
        Names names = new Names(outer);
        names.source("");
        ExpressionCompiler expressions = new ExpressionCompiler(names, this, Map.of());
        List<Sorted.Key> sorts = new ArrayList<>();
        for (Query.Sort sort : query.orderBy()) {
            Expression value = Resolver.resolve(sort.value(), names);
            sorts.add(new Sorted.Key(expressions.compile(value), sort.descending(), sort.nullsLast()));
        }
        return new OrderedPlan(rows, names.slots(), sorts, window, ground.space());
    }

    private RowSource term(Query.Term term, @Nullable Names outer) {
        return switch (term) {
            case Query.Select select -> new SelectCompiler(this, outer).compile(select, plain(select));
            case Query.Nested(Query query) -> rows(query, outer);
            case Query.Combined(Query.Term first, List<Query.Part> others) -> {
                RowSource all = term(first, outer);
                for (Query.Part part : others) {
                    all = new CombinedPlan(all, term(part.term(), outer), part.operator(), part.all());
                }
                yield all;
            }
        };
    }

    private static Query plain(Query.Select select) {
        return new Query(List.of(), select, List.of(), null, null);
    }

    /** LIMIT and OFFSET see nothing of the rows. */
    Window window(Query query, @Nullable Names outer) {
        Names names = new Names(outer);
        ExpressionCompiler expressions = new ExpressionCompiler(names, this, Map.of());
        return new Window(
                expressions.compileIf(constant(query.offset(), names)),
                expressions.compileIf(constant(query.limit(), names)));
    }

    static @Nullable Expression constant(@Nullable Expression expression, Names names) {
        if (expression == null) {
            return null;
        }
        if (Conjuncts.names(expression).stream().anyMatch(name -> !names.knows(name))) {
            throw new QueryException(QueryException.SEMANTIC, "LIMIT and OFFSET must not depend on documents.");
        }
        return Resolver.resolve(expression, names);
    }

    /** ORDER BY may say a name that the row gives to an expression. */
    static Expression withAliases(Expression expression, Query.Projection projection) {
        Map<String, Expression> named = new HashMap<>();
        if (projection instanceof Query.Listed(List<Query.Result> results, List<Expression> _)) {
            for (Query.Result result : results) {
                if (result instanceof Query.Named(Expression value, String alias) && alias != null) {
                    named.put(alias, value);
                }
            }
        }
        if (named.isEmpty()) {
            return expression;
        }
        return new Rewriter() {
            @Override
            public Expression rewrite(Expression part) {
                Expression meant = part instanceof Expression.Identifier(String name) ? named.get(name) : null;
                return meant == null ? parts(part) : meant;
            }
        }.rewrite(expression);
    }

    static Expression text(String text) {
        return new Expression.Constant(Values.of(text));
    }
}
