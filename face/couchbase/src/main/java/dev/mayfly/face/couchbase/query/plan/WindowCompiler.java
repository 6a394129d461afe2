package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.WindowTerm;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.WindowDefinition;
import dev.mayfly.face.couchbase.query.operator.WindowPlan;
import dev.mayfly.face.couchbase.query.operator.WindowSorting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compiles the window functions of one SELECT. Used once. */
final class WindowCompiler {
    /*
     * Rows come to windows as frames, and leave them in another order, so that nothing of a frame is left then. The
     * expressions behind the windows, which are the projection and the order, are therefore taken apart: each of their
     * parts that has no window function in it is computed before the windows and carried through them as a column of
     * the row.
     */
    private static final int UNBUILT = 1020;

    private final QueryCompiler queries;
    private final VisibleNames names;
    private final Map<N1qlExpression.WindowFunction, Integer> functions = new LinkedHashMap<>();
    private final Map<N1qlExpression, Integer> columns = new LinkedHashMap<>();
    private final Map<N1qlExpression, Integer> carried = new LinkedHashMap<>();

    WindowCompiler(QueryCompiler queries, VisibleNames names) {
        this.queries = queries;
        this.names = names;
    }

    /** Takes note of the window functions in an expression that is computed behind windows. */
    void gather(N1qlExpression expression) {
        new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression part) {
                if (part instanceof N1qlExpression.WindowFunction function) {
                    WindowChecks.check(function);
                    functions.computeIfAbsent(function, _ -> names.anonymous());
                    return part;
                }
                if (part instanceof N1qlExpression.Aggregate) {
                    WindowChecks.refuseNesting(part, "Aggregates");
                }
                return parts(part);
            }
        }.rewrite(expression);
    }

    boolean isEmpty() {
        return functions.isEmpty();
    }

    /** Takes note of an expression that is computed behind windows, once all have been {@link #gather}ed. */
    void carry(N1qlExpression expression) {
        new Carrying(Set.of()).rewrite(expression);
    }

    /** Finds the parts of an expression that windows have no say in. */
    private final class Carrying extends Rewriter {
        private final Set<String> loops;

        Carrying(Set<String> loops) {
            this.loops = loops;
        }

        @Override
        public N1qlExpression rewrite(N1qlExpression part) {
            switch (part) {
                case N1qlExpression.WindowFunction _, N1qlExpression.Constant _, N1qlExpression.Parameter _ -> {
                    return part;
                }
                case N1qlExpression.Subquery _
                when !loops.isEmpty() ->
                    throw new N1qlException(
                            UNBUILT, "This feature is not implemented: a subquery beside a window function in a loop");
                default -> {}
            }
            Set<String> used = new HashSet<>(Conjuncts.names(part));
            used.retainAll(loops);
            if (used.isEmpty() && !WindowChecks.hasWindow(part)) {
                carried.computeIfAbsent(part, _ -> names.anonymous());
                return part;
            }
            return switch (part) {
                case N1qlExpression.Quantified quantified ->
                    within(quantified.loops()).parts(part);
                case N1qlExpression.Collect collect -> within(collect.loops()).parts(part);
                default -> parts(part);
            };
        }

        private Carrying within(List<N1qlExpression.Loop> inner) {
            Set<String> all = new HashSet<>(loops);
            for (N1qlExpression.Loop loop : inner) {
                all.add(loop.variable());
                if (loop.name() != null) {
                    all.add(loop.name());
                }
            }
            return new Carrying(all);
        }
    }

    /** Compiles what is computed behind the windows. */
    N1qlExpressionCompiler compiler() {
        Map<N1qlExpression, Integer> computed = new HashMap<>(carried);
        computed.putAll(functions);
        return new N1qlExpressionCompiler(names, queries, computed);
    }

    /** @param rows compiles what is computed of the rows that come to the windows */
    WindowPlan compile(N1qlExpressionCompiler rows) {
        List<WindowPlan.Carried> out = new ArrayList<>();
        carried.forEach((part, slot) -> out.add(new WindowPlan.Carried(column(part), slot)));
        List<WindowDefinition> definitions = new ArrayList<>();
        functions.keySet().forEach(function -> definitions.add(definition(function)));
        int width = columns.size();
        int next = 0;
        for (int slot : functions.values()) {
            out.add(new WindowPlan.Carried(width + next, slot));
            definitions.set(next, definitions.get(next).withResult(width + next));
            next++;
        }
        return new WindowPlan(
                rows.compileAll(new ArrayList<>(columns.keySet())),
                width + definitions.size(),
                WindowSorting.of(definitions),
                out,
                queries.ground().space());
    }

    private int column(N1qlExpression expression) {
        return columns.computeIfAbsent(expression, _ -> columns.size());
    }

    private WindowDefinition definition(N1qlExpression.WindowFunction function) {
        WindowTerm window = function.window();
        int[] arguments = function.arguments().stream().mapToInt(this::column).toArray();
        int[] partition = window.partitionBy().stream()
                .filter(key -> !(key instanceof N1qlExpression.Constant))
                .mapToInt(this::column)
                .distinct()
                .sorted()
                .toArray();
        List<WindowDefinition.Sort> order = new ArrayList<>();
        for (N1qlQuery.Sort sort : window.orderBy()) {
            order.add(new WindowDefinition.Sort(column(sort.value()), sort.descending(), sort.nullsLast()));
        }
        N1qlExpression filter = function.filter();
        N1qlExpressionCompiler constants = new N1qlExpressionCompiler(names, queries, Map.of());
        WindowTerm.Frame frame = window.frame();
        return new WindowDefinition(
                function,
                arguments,
                filter == null ? -1 : column(filter),
                partition,
                order,
                frame == null ? null : constants.compileIf(frame.start().offset()),
                frame == null || frame.end() == null
                        ? null
                        : constants.compileIf(frame.end().offset()),
                -1);
    }
}
