package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.aggregate.Aggregates;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.Near;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.GroupClause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiles GROUP BY and aggregates into an executable plan. Used for one SELECT. */
final class GroupCompiler {
    private static final int NOT_GROUPED = 4210;

    private final QueryCompiler queries;
    private final VisibleNames names;
    private final List<String> aliases;
    /** The names that a group no longer has. */
    private final Set<String> lost;

    private final Map<N1qlExpression, Integer> keys = new LinkedHashMap<>();
    private final Map<N1qlExpression.Aggregate, Integer> aggregates = new LinkedHashMap<>();
    private final Map<String, Integer> members = new HashMap<>();
    private final List<N1qlQuery.Binding> letting = new ArrayList<>();
    /** The expressions that are computed of groups, as far as they have been looked at. */
    private final List<N1qlExpression> judged = new ArrayList<>();

    private @Nullable N1qlExpression having;
    private boolean grouping;

    GroupCompiler(QueryCompiler queries, VisibleNames names, List<String> aliases, List<N1qlQuery.Binding> let) {
        this.queries = queries;
        this.names = names;
        this.aliases = aliases;
        this.lost = new HashSet<>(aliases);
        let.forEach(binding -> lost.add(binding.name()));
    }

    /** Call before anything that may contain names of groups is resolved. */
    void resolve(N1qlQuery.@Nullable Grouping written) {
        if (written == null) {
            return;
        }
        grouping = true;
        List<N1qlQuery.Named> resolved = new ArrayList<>();
        written.keys()
                .forEach(key -> resolved.add(new N1qlQuery.Named(Resolver.resolve(key.value(), names), key.alias())));
        for (N1qlQuery.Named key : resolved) {
            keys.put(key.value(), key.alias() == null ? names.anonymous() : names.declare(key.alias()));
        }
        if (written.groupAs() != null) {
            members.put(written.groupAs(), names.group(written.groupAs()));
        }
        for (N1qlQuery.Binding binding : written.letting()) {
            letting.add(
                    new N1qlQuery.Binding(binding.name(), Resolver.resolve(binding.value(), names), binding.near()));
            names.declare(binding.name(), binding.near());
        }
        having = written.having() == null ? null : Resolver.resolve(written.having(), names);
        letting.forEach(binding -> gather(binding.value()));
        gather(having);
    }

    /** Takes note of the aggregates in an expression that is computed of groups. */
    void gather(@Nullable N1qlExpression expression) {
        if (expression != null) {
            new Rewriter() {
                @Override
                public N1qlExpression rewrite(N1qlExpression part) {
                    if (part instanceof N1qlExpression.Aggregate aggregate) {
                        aggregates.computeIfAbsent(aggregate, _ -> names.anonymous());
                        return part;
                    }
                    return parts(part);
                }
            }.rewrite(expression);
        }
    }

    boolean isGrouped() {
        return grouping || !aggregates.isEmpty();
    }

    /** Returns the expressions that are needed of rows before they are grouped. */
    List<N1qlExpression> used() {
        List<N1qlExpression> used = new ArrayList<>(keys.keySet());
        used.addAll(aggregates.keySet());
        letting.forEach(binding -> used.add(binding.value()));
        if (having != null) {
            used.add(having);
        }
        if (!members.isEmpty()) {
            aliases.forEach(alias -> used.add(new N1qlExpression.Identifier(alias)));
        }
        return used;
    }

    /** Compiles what is computed of groups, or of rows where they are not grouped. */
    N1qlExpressionCompiler compiler() {
        Map<N1qlExpression, Integer> computed = new HashMap<>(keys);
        computed.putAll(aggregates);
        return new N1qlExpressionCompiler(names, isGrouped() ? new OfGroup() : queries, computed);
    }

    /** Compiles what is inside of expressions over groups. */
    private final class OfGroup implements Subquery.Compiler {
        @Override
        public Subquery compile(N1qlQuery query, VisibleNames outer) {
            return compileOfGroup(query, outer);
        }

        @Override
        public Scalar compile(N1qlExpression.SequenceValue sequence) {
            return queries.compile(sequence);
        }

        @Override
        public Scalar compile(N1qlExpression.UserCall call, Scalar[] arguments) {
            return queries.compile(call, arguments);
        }
    }

    /** A query inside of what is computed of a group sees what GROUP AS has kept of the rows, and else nothing of them. */
    private Subquery compileOfGroup(N1qlQuery query, VisibleNames outer) {
        Subquery compiled = queries.compile(query, outer);
        for (String name : compiled.correlation()) {
            if (lost.contains(name)) {
                throw notGrouped(around(query), query);
            }
        }
        return compiled;
    }

    /** Returns the whole expression that a query stands in. */
    private N1qlExpression around(N1qlQuery query) {
        for (N1qlExpression each : judged) {
            if (Conjuncts.queries(each).contains(query)) {
                return each;
            }
        }
        return new N1qlExpression.Subquery(query);
    }

    /** @param correlated the query in it that sees a row, or null */
    private static N1qlException notGrouped(N1qlExpression expression, @Nullable N1qlQuery correlated) {
        return new N1qlException(
                NOT_GROUPED,
                "Expression " + ExpressionText.of(expression, correlated)
                        + Near.of(expression).text()
                        + " must depend only on group keys or aggregates.");
    }

    /** Null when rows are not grouped. */
    @Nullable
    GroupClause compile() {
        if (!isGrouped()) {
            return null;
        }
        N1qlExpressionCompiler rows = new N1qlExpressionCompiler(names, queries, Map.of());
        N1qlExpressionCompiler groups = compiler();
        List<GroupClause.Placed> placedKeys = new ArrayList<>();
        keys.forEach((key, slot) -> placedKeys.add(new GroupClause.Placed(rows.compile(key), slot)));
        List<GroupClause.GroupAggregate> gathered = new ArrayList<>();
        aggregates.forEach((aggregate, slot) -> gathered.add(new GroupClause.GroupAggregate(
                Aggregates.resolve(aggregate.function(), aggregate.distinct()),
                rows.compileIf(aggregate.argument()),
                rows.compileIf(aggregate.filter()),
                slot)));
        members.values()
                .forEach(slot -> gathered.add(new GroupClause.GroupAggregate(
                        Aggregates.resolve("ARRAY_AGG", false), rows.compile(member()), null, slot)));
        List<GroupClause.Placed> placedLetting = new ArrayList<>();
        for (N1qlQuery.Binding binding : letting) {
            refuseUngrouped(binding.value());
            placedLetting.add(new GroupClause.Placed(
                    groups.compile(binding.value()),
                    names.require(binding.name()).slot()));
        }
        if (having != null) {
            refuseUngrouped(having);
        }
        return new GroupClause(placedKeys, gathered, placedLetting, groups.compileIf(having));
    }

    /** A row of a group, as GROUP AS shows it. */
    private N1qlExpression member() {
        List<N1qlExpression.Member> fields = new ArrayList<>();
        for (String alias : aliases) {
            fields.add(new N1qlExpression.Member(QueryCompiler.text(alias), new N1qlExpression.Identifier(alias)));
        }
        return new N1qlExpression.NewObject(fields);
    }

    /** Everything computed of a group must be made of its keys and of aggregates. */
    void refuseUngrouped(N1qlExpression expression) {
        if (!isGrouped()) {
            return;
        }
        judged.add(expression);
        new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression part) {
                if (keys.containsKey(part) || part instanceof N1qlExpression.Aggregate) {
                    return part;
                }
                if (part instanceof N1qlExpression.Identifier(String name, var _) && lost.contains(name)) {
                    throw notGrouped(expression, null);
                }
                return parts(part);
            }
        }.rewrite(expression);
    }
}
