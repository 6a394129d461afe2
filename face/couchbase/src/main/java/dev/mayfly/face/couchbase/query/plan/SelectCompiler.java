package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.GroupClause;
import dev.mayfly.face.couchbase.query.operator.PageClause;
import dev.mayfly.face.couchbase.query.operator.ProjectionClause;
import dev.mayfly.face.couchbase.query.operator.RowSorter;
import dev.mayfly.face.couchbase.query.operator.SelectPlan;
import dev.mayfly.face.couchbase.query.operator.WindowPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles one SELECT into an executable plan. Used once. */
final class SelectCompiler {
    private final QueryCompiler queries;
    private final @Nullable VisibleNames outer;
    private final VisibleNames names;

    SelectCompiler(QueryCompiler queries, @Nullable VisibleNames outer) {
        this.queries = queries;
        this.outer = outer;
        this.names = new VisibleNames(outer);
    }

    /** @param query around the SELECT: its order and its window */
    SelectPlan compile(N1qlQuery.Select select, N1qlQuery query) {
        refuseWindows(select);
        SourceCompiler sources = new SourceCompiler(queries, names);
        sources.declare(select.from());
        N1qlExpressionCompiler rows = new N1qlExpressionCompiler(names, queries, Map.of());
        List<N1qlQuery.Binding> let = new ArrayList<>();
        List<GroupClause.Placed> placed = new ArrayList<>();
        for (N1qlQuery.Binding binding : select.let()) {
            N1qlExpression value = Resolver.resolve(binding.value(), names);
            placed.add(new GroupClause.Placed(rows.compile(value), names.declare(binding.name(), binding.near())));
            let.add(new N1qlQuery.Binding(binding.name(), value, binding.near()));
        }
        N1qlExpression where = select.where() == null ? null : Resolver.resolve(select.where(), names);
        N1qlExpression rest = Conjuncts.all(sources.assign(N1qlExpression.conjuncts(where), namesOf(let)));
        Scalar condition = rows.compileIf(rest);
        GroupCompiler groups = new GroupCompiler(queries, names, sources.aliases(), let);
        groups.resolve(select.grouping());
        List<N1qlQuery.Result> results = ProjectionCompiler.results(select.projection(), names);
        List<N1qlQuery.Sort> orderBy = orderBy(query, select.projection());
        results.forEach(result -> groups.gather(valueOf(result)));
        orderBy.forEach(sort -> groups.gather(sort.value()));

        results.forEach(result -> refuseUngrouped(result, groups, sources.aliases()));
        orderBy.forEach(sort -> groups.refuseUngrouped(sort.value()));
        WindowCompiler windows = windows(results, orderBy, sources.aliases());
        boolean plain = !groups.isGrouped() && !select.distinct() && windows == null;
        List<N1qlExpression> used = used(let, where, results, orderBy, groups);
        PageClause page = queries.window(query, outer);
        // Whatever else reads something reads the state of the store that the statement began with.
        boolean isAlone = outer == null
                && query.limit() != null
                && let.isEmpty()
                && rest == null
                && used.stream().noneMatch(Conjuncts::hasQuery);
        SourceCompiler.Chain compiled =
                sources.compile(used, plain ? orderBy : List.of(), plain && isAlone ? page : null);
        GroupClause grouped = groups.compile();
        N1qlExpressionCompiler finished = windows == null ? groups.compiler() : windows.compiler();
        List<RowSorter.Key> sorts = sorts(orderBy, finished);
        ProjectionClause projected =
                new ProjectionCompiler(names, finished).projected(select.projection(), results, sources.aliases());
        WindowPlan windowPlan = windows == null ? null : windows.compile(groups.compiler());
        return new SelectPlan(
                names.slots(),
                compiled.sources(),
                placed,
                condition,
                grouped,
                windowPlan,
                projected,
                select.distinct(),
                sorts,
                compiled.ordered(),
                page,
                queries.ground().space(),
                where == null ? null : ExpressionText.of(where),
                ProjectionCompiler.signature(select.projection(), results));
    }

    private static void refuseWindows(N1qlQuery.Select select) {
        select.let().forEach(binding -> WindowChecks.refuseIn("LET", binding.value()));
        WindowChecks.refuseIn("WHERE", select.where());
        N1qlQuery.Grouping grouping = select.grouping();
        if (grouping != null) {
            grouping.keys().forEach(key -> WindowChecks.refuseIn("GROUP BY", key.value()));
            grouping.letting().forEach(binding -> WindowChecks.refuseIn("LETTING", binding.value()));
            WindowChecks.refuseIn("HAVING", grouping.having());
        }
    }

    /** Null where there are no window functions. */
    private @Nullable WindowCompiler windows(
            List<N1qlQuery.Result> results, List<N1qlQuery.Sort> orderBy, List<String> aliases) {
        WindowCompiler windows = new WindowCompiler(queries, names);
        List<N1qlExpression> behind = new ArrayList<>();
        for (N1qlQuery.Result result : results) {
            N1qlExpression value = valueOf(result);
            if (value != null) {
                behind.add(value);
            } else {
                aliases.forEach(alias -> behind.add(new N1qlExpression.Identifier(alias)));
            }
        }
        orderBy.forEach(sort -> behind.add(sort.value()));
        behind.forEach(windows::gather);
        if (windows.isEmpty()) {
            return null;
        }
        behind.forEach(windows::carry);
        return windows;
    }

    private static List<String> namesOf(List<N1qlQuery.Binding> let) {
        return let.stream().map(N1qlQuery.Binding::name).toList();
    }

    private List<N1qlQuery.Sort> orderBy(N1qlQuery query, N1qlQuery.Projection projection) {
        List<N1qlQuery.Sort> resolved = new ArrayList<>();
        for (N1qlQuery.Sort sort : query.orderBy()) {
            N1qlExpression value = Resolver.resolve(QueryCompiler.withAliases(sort.value(), projection), names);
            resolved.add(new N1qlQuery.Sort(value, sort.descending(), sort.nullsLast()));
        }
        return resolved;
    }

    private static List<RowSorter.Key> sorts(List<N1qlQuery.Sort> orderBy, N1qlExpressionCompiler finished) {
        List<RowSorter.Key> sorts = new ArrayList<>();
        for (N1qlQuery.Sort sort : orderBy) {
            sorts.add(new RowSorter.Key(finished.compile(sort.value()), sort.descending(), sort.nullsLast()));
        }
        return sorts;
    }

    /** Null of {@code *}. */
    private static @Nullable N1qlExpression valueOf(N1qlQuery.Result result) {
        return switch (result) {
            case N1qlQuery.Everything _ -> null;
            case N1qlQuery.FieldsOf(N1qlExpression value) -> value;
            case N1qlQuery.Named(N1qlExpression value, String _) -> value;
        };
    }

    private static void refuseUngrouped(N1qlQuery.Result result, GroupCompiler groups, List<String> aliases) {
        N1qlExpression value = valueOf(result);
        if (value != null) {
            groups.refuseUngrouped(value);
        } else {
            aliases.forEach(alias -> groups.refuseUngrouped(new N1qlExpression.Identifier(alias)));
        }
    }

    /** Returns all that the statement needs of its sources, besides how they are linked. */
    private List<N1qlExpression> used(
            List<N1qlQuery.Binding> let,
            @Nullable N1qlExpression where,
            List<N1qlQuery.Result> results,
            List<N1qlQuery.Sort> orderBy,
            GroupCompiler groups) {
        List<N1qlExpression> used = new ArrayList<>(groups.used());
        let.forEach(binding -> used.add(binding.value()));
        orderBy.forEach(sort -> used.add(sort.value()));
        if (where != null) {
            used.add(where);
        }
        for (N1qlQuery.Result result : results) {
            N1qlExpression value = valueOf(result);
            if (value != null) {
                used.add(value);
            } else {
                names.local().forEach(name -> used.add(new N1qlExpression.Identifier(name)));
            }
        }
        return used;
    }
}
