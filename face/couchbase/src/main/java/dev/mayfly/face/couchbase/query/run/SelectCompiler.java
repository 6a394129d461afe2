package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes of one SELECT what carries it out. Used once. */
final class SelectCompiler {
    private final QueryCompiler queries;
    private final @Nullable Names outer;
    private final Names names;

    SelectCompiler(QueryCompiler queries, @Nullable Names outer) {
        this.queries = queries;
        this.outer = outer;
        this.names = new Names(outer);
    }

    /** @param query around the SELECT: its order and its window */
    SelectPlan compile(Query.Select select, Query query) {
        refuseWindows(select);
        SourceCompiler sources = new SourceCompiler(queries, names);
        sources.declare(select.from());
        ExpressionCompiler rows = new ExpressionCompiler(names, queries, Map.of());
        List<Query.Binding> let = new ArrayList<>();
        List<Grouped.Placed> placed = new ArrayList<>();
        for (Query.Binding binding : select.let()) {
            Expression value = Resolver.resolve(binding.value(), names);
            placed.add(new Grouped.Placed(rows.compile(value), names.declare(binding.name(), binding.near())));
            let.add(new Query.Binding(binding.name(), value, binding.near()));
        }
        Expression where = select.where() == null ? null : Resolver.resolve(select.where(), names);
        Expression rest = Conjuncts.all(sources.assign(Expression.conjuncts(where), namesOf(let)));
        Scalar condition = rows.compileIf(rest);
        GroupCompiler groups = new GroupCompiler(queries, names, sources.aliases(), let);
        groups.resolve(select.grouping());
        List<Query.Result> results = ProjectionCompiler.results(select.projection(), names);
        List<Query.Sort> orderBy = orderBy(query, select.projection());
        results.forEach(result -> groups.gather(valueOf(result)));
        orderBy.forEach(sort -> groups.gather(sort.value()));

        results.forEach(result -> refuseUngrouped(result, groups, sources.aliases()));
        orderBy.forEach(sort -> groups.refuseUngrouped(sort.value()));
        WindowCompiler windows = windows(results, orderBy, sources.aliases());
        boolean plain = !groups.isGrouped() && !select.distinct() && windows == null;
        List<Expression> used = used(let, where, results, orderBy, groups);
        SourceCompiler.Chain compiled = sources.compile(used, plain ? orderBy : List.of());
        Grouped grouped = groups.compile();
        ExpressionCompiler finished = windows == null ? groups.compiler() : windows.compiler();
        List<Sorted.Key> sorts = new ArrayList<>();
        for (Query.Sort sort : orderBy) {
            sorts.add(new Sorted.Key(finished.compile(sort.value()), sort.descending(), sort.nullsLast()));
        }
        Projected projected =
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
                queries.window(query, outer),
                queries.ground().space(),
                where == null ? null : ExpressionText.of(where),
                ProjectionCompiler.signature(select.projection(), results));
    }

    private static void refuseWindows(Query.Select select) {
        select.let().forEach(binding -> WindowChecks.refuseIn("LET", binding.value()));
        WindowChecks.refuseIn("WHERE", select.where());
        Query.Grouping grouping = select.grouping();
        if (grouping != null) {
            grouping.keys().forEach(key -> WindowChecks.refuseIn("GROUP BY", key.value()));
            grouping.letting().forEach(binding -> WindowChecks.refuseIn("LETTING", binding.value()));
            WindowChecks.refuseIn("HAVING", grouping.having());
        }
    }

    /** Null where there are no window functions. */
    private @Nullable WindowCompiler windows(
            List<Query.Result> results, List<Query.Sort> orderBy, List<String> aliases) {
        WindowCompiler windows = new WindowCompiler(queries, names);
        List<Expression> behind = new ArrayList<>();
        for (Query.Result result : results) {
            Expression value = valueOf(result);
            if (value != null) {
                behind.add(value);
            } else {
                aliases.forEach(alias -> behind.add(new Expression.Identifier(alias)));
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

    private static List<String> namesOf(List<Query.Binding> let) {
        return let.stream().map(Query.Binding::name).toList();
    }

    private List<Query.Sort> orderBy(Query query, Query.Projection projection) {
        List<Query.Sort> resolved = new ArrayList<>();
        for (Query.Sort sort : query.orderBy()) {
            Expression value = Resolver.resolve(QueryCompiler.withAliases(sort.value(), projection), names);
            resolved.add(new Query.Sort(value, sort.descending(), sort.nullsLast()));
        }
        return resolved;
    }

    /** Null of {@code *}. */
    private static @Nullable Expression valueOf(Query.Result result) {
        return switch (result) {
            case Query.Everything _ -> null;
            case Query.FieldsOf(Expression value) -> value;
            case Query.Named(Expression value, String _) -> value;
        };
    }

    private static void refuseUngrouped(Query.Result result, GroupCompiler groups, List<String> aliases) {
        Expression value = valueOf(result);
        if (value != null) {
            groups.refuseUngrouped(value);
        } else {
            aliases.forEach(alias -> groups.refuseUngrouped(new Expression.Identifier(alias)));
        }
    }

    /** All that the statement asks of its sources, besides how they are linked. */
    private List<Expression> used(
            List<Query.Binding> let,
            @Nullable Expression where,
            List<Query.Result> results,
            List<Query.Sort> orderBy,
            GroupCompiler groups) {
        List<Expression> used = new ArrayList<>(groups.used());
        let.forEach(binding -> used.add(binding.value()));
        orderBy.forEach(sort -> used.add(sort.value()));
        if (where != null) {
            used.add(where);
        }
        for (Query.Result result : results) {
            Expression value = valueOf(result);
            if (value != null) {
                used.add(value);
            } else {
                names.local().forEach(name -> used.add(new Expression.Identifier(name)));
            }
        }
        return used;
    }
}
