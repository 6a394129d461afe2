package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.function.FunctionSandbox;
import dev.mayfly.face.couchbase.query.function.StoredFunctions;
import dev.mayfly.face.couchbase.query.index.AccessPaths;
import dev.mayfly.face.couchbase.query.operator.CombinedPlan;
import dev.mayfly.face.couchbase.query.operator.CorrelatedRows;
import dev.mayfly.face.couchbase.query.operator.GroupClause;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.operator.OrderedPlan;
import dev.mayfly.face.couchbase.query.operator.PageClause;
import dev.mayfly.face.couchbase.query.operator.RecursiveWith;
import dev.mayfly.face.couchbase.query.operator.RowSorter;
import dev.mayfly.face.couchbase.query.operator.RowSource;
import dev.mayfly.face.couchbase.query.operator.SubqueryPlan;
import dev.mayfly.face.couchbase.query.operator.SystemKeyspaces;
import dev.mayfly.face.couchbase.query.operator.WithPlan;
import dev.mayfly.face.couchbase.query.sequence.Sequences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles the tree of a query into an executable plan. Used for one statement. */
final class QueryCompiler implements Subquery.Compiler {
    private static final int NO_SYSTEM_KEYSPACE = 11002;

    private final Ground ground;
    private final QueryContext context;
    private final List<Scalar> numbers = new ArrayList<>();

    /**
     * The services that statements need.
     *
     * @param system the keyspaces of the namespace {@code system}
     * @param functions that users have made
     * @param sandbox of functions in JavaScript
     * @param space for data that does not fit in memory, or null
     */
    record Ground(
            Keyspaces keyspaces,
            AccessPaths paths,
            SystemKeyspaces system,
            Sequences sequences,
            StoredFunctions functions,
            FunctionSandbox sandbox,
            @Nullable SpillSpace space) {}

    QueryCompiler(Ground ground, QueryContext context) {
        this.ground = ground;
        this.context = context;
    }

    /** @throws N1qlException when the service has none of this name */
    SystemKeyspaces.Table systemKeyspace(KeyspaceName name) {
        String table = name.parts().getFirst();
        SystemKeyspaces.Table found = ground.system().find(table);
        if (found == null) {
            throw new N1qlException(NO_SYSTEM_KEYSPACE, "Keyspace not found system:" + table);
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
    public Subquery compile(N1qlQuery query, VisibleNames outer) {
        VisibleNames between = new VisibleNames(outer);
        RowSource rows = rows(query, between);
        // These names are none: they tell whether anything beyond them was asked for.
        return new SubqueryPlan(new CorrelatedRows(rows, !between.correlation().isEmpty()), between.correlation());
    }

    @Override
    public Scalar compile(N1qlExpression.SequenceValue sequence) {
        Scalar value = new SequenceCompiler(this).value(sequence);
        if (sequence.next()) {
            numbers.add(value);
        }
        return value;
    }

    @Override
    public Scalar compile(N1qlExpression.UserCall call, Scalar[] arguments) {
        return new FunctionCompiler(this).call(call, arguments);
    }

    @Override
    public Scalar recursive(Scalar[] arguments) {
        return new RecursiveCall(
                ground, context, arguments[0], arguments[1], arguments.length > 2 ? arguments[2] : null);
    }

    /** Returns the scalars that take numbers of sequences, in the part compiled so far. */
    List<Scalar> numbers() {
        return List.copyOf(numbers);
    }

    /** A query, perhaps inside of another statement. */
    RowSource rows(N1qlQuery query, @Nullable VisibleNames outer) {
        if (query.with().isEmpty()) {
            return ordered(query, outer);
        }
        VisibleNames names = new VisibleNames(outer);
        N1qlExpressionCompiler expressions = new N1qlExpressionCompiler(names, this, Map.of());
        List<WithPlan.Setting> with = new ArrayList<>();
        for (N1qlQuery.With each : query.with()) {
            Scalar value = expressions.compile(Resolver.resolve(each.value(), names));
            int slot = names.with(each.name(), each.near());
            GroupClause.Placed placed = new GroupClause.Placed(value, slot);
            N1qlQuery.Recursion recursion = each.recursion();
            with.add(recursion == null ? placed::set : recursive(each.name(), placed, recursion, names)::set);
        }
        RowSource rows = ordered(query, names);
        return new WithPlan(names.slots(), with, rows);
    }

    private RecursiveWith recursive(
            String name, GroupClause.Placed anchor, N1qlQuery.Recursion recursion, VisibleNames names) {
        names.growing(name);
        Scalar step = new N1qlExpressionCompiler(names, this, Map.of())
                .compile(new N1qlExpression.Subquery(recursion.step()));
        names.growing(null);
        VisibleNames row = new VisibleNames(null);
        row.source("");
        N1qlExpressionCompiler fields = new N1qlExpressionCompiler(row, this, Map.of());
        List<Scalar> cycle = new ArrayList<>();
        recursion.cycle().forEach(field -> cycle.add(fields.compile(Resolver.resolve(field, row))));
        Scalar options = recursion.options() == null
                ? null
                : new N1qlExpressionCompiler(new VisibleNames(null), this, Map.of()).compile(recursion.options());
        return new RecursiveWith(name, anchor, step, recursion.distinct(), cycle, options);
    }

    private RowSource ordered(N1qlQuery query, @Nullable VisibleNames outer) {
        if (query.term() instanceof N1qlQuery.Select select) {
            return new SelectCompiler(this, outer).compile(select, query);
        }
        RowSource rows = term(query.term(), outer);
        PageClause window = window(query, outer);
        if (query.orderBy().isEmpty() && window.isNone()) {
            return rows;
        }
        VisibleNames names = new VisibleNames(outer);
        names.source("");
        N1qlExpressionCompiler expressions = new N1qlExpressionCompiler(names, this, Map.of());
        List<RowSorter.Key> sorts = new ArrayList<>();
        for (N1qlQuery.Sort sort : query.orderBy()) {
            N1qlExpression value = Resolver.resolve(sort.value(), names);
            sorts.add(new RowSorter.Key(expressions.compile(value), sort.descending(), sort.nullsLast()));
        }
        return new OrderedPlan(rows, names.slots(), sorts, window, ground.space());
    }

    private RowSource term(N1qlQuery.Term term, @Nullable VisibleNames outer) {
        return switch (term) {
            case N1qlQuery.Select select -> new SelectCompiler(this, outer).compile(select, plain(select));
            case N1qlQuery.Nested(N1qlQuery query) -> rows(query, outer);
            case N1qlQuery.Combined(N1qlQuery.Term first, List<N1qlQuery.Part> others) -> {
                RowSource all = term(first, outer);
                for (N1qlQuery.Part part : others) {
                    all = new CombinedPlan(all, term(part.term(), outer), part.operator(), part.all());
                }
                yield all;
            }
        };
    }

    private static N1qlQuery plain(N1qlQuery.Select select) {
        return new N1qlQuery(List.of(), select, List.of(), null, null);
    }

    /** LIMIT and OFFSET see nothing of the rows. */
    PageClause window(N1qlQuery query, @Nullable VisibleNames outer) {
        VisibleNames names = new VisibleNames(outer);
        N1qlExpressionCompiler expressions = new N1qlExpressionCompiler(names, this, Map.of());
        return new PageClause(
                expressions.compileIf(constant(query.offset(), names)),
                expressions.compileIf(constant(query.limit(), names)));
    }

    static @Nullable N1qlExpression constant(@Nullable N1qlExpression expression, VisibleNames names) {
        if (expression == null) {
            return null;
        }
        if (Conjuncts.names(expression).stream().anyMatch(name -> !names.knows(name))) {
            throw new N1qlException(N1qlException.SEMANTIC, "LIMIT and OFFSET must not depend on documents.");
        }
        return Resolver.resolve(expression, names);
    }

    /** ORDER BY may say a name that the row gives to an expression. */
    static N1qlExpression withAliases(N1qlExpression expression, N1qlQuery.Projection projection) {
        Map<String, N1qlExpression> named = new HashMap<>();
        if (projection instanceof N1qlQuery.Listed(List<N1qlQuery.Result> results, List<N1qlExpression> _)) {
            for (N1qlQuery.Result result : results) {
                if (result instanceof N1qlQuery.Named(N1qlExpression value, String alias) && alias != null) {
                    named.put(alias, value);
                }
            }
        }
        if (named.isEmpty()) {
            return expression;
        }
        return new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression part) {
                N1qlExpression meant =
                        part instanceof N1qlExpression.Identifier(String name, var _) ? named.get(name) : null;
                return meant == null ? parts(part) : meant;
            }
        }.rewrite(expression);
    }

    static N1qlExpression text(String text) {
        return new N1qlExpression.Constant(N1qlValues.of(text));
    }
}
