package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.function.Aggregates;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes of GROUP BY, and of aggregates wherever they stand, what carries them out. Used for one SELECT. */
final class GroupCompiler {
    private static final int NOT_GROUPED = 4210;

    private final QueryCompiler queries;
    private final Names names;
    private final List<String> aliases;
    /** What a group no longer has. */
    private final Set<String> lost;

    private final Map<Expression, Integer> keys = new LinkedHashMap<>();
    private final Map<Expression.Aggregate, Integer> aggregates = new LinkedHashMap<>();
    private final Map<String, Integer> members = new HashMap<>();
    private final List<Query.Binding> letting = new ArrayList<>();
    private @Nullable Expression having;
    private boolean grouping;

    GroupCompiler(QueryCompiler queries, Names names, List<String> aliases, List<Query.Binding> let) {
        this.queries = queries;
        this.names = names;
        this.aliases = aliases;
        this.lost = new HashSet<>(aliases);
        let.forEach(binding -> lost.add(binding.name()));
    }

    /** To be called before anything that may say the names of groups is resolved. */
    void resolve(Query.@Nullable Grouping written) {
        if (written == null) {
            return;
        }
        grouping = true;
        List<Query.Named> resolved = new ArrayList<>();
        written.keys().forEach(key -> resolved.add(new Query.Named(Resolver.resolve(key.value(), names), key.alias())));
        for (Query.Named key : resolved) {
            keys.put(key.value(), key.alias() == null ? names.anonymous() : names.declare(key.alias()));
        }
        if (written.groupAs() != null) {
            members.put(written.groupAs(), names.group(written.groupAs()));
        }
        for (Query.Binding binding : written.letting()) {
            letting.add(new Query.Binding(binding.name(), Resolver.resolve(binding.value(), names), binding.near()));
            names.declare(binding.name(), binding.near());
        }
        having = written.having() == null ? null : Resolver.resolve(written.having(), names);
        letting.forEach(binding -> gather(binding.value()));
        gather(having);
    }

    /** Takes note of the aggregates in an expression that is computed of groups. */
    void gather(@Nullable Expression expression) {
        if (expression != null) {
            new Rewriter() {
                @Override
                public Expression rewrite(Expression part) {
                    if (part instanceof Expression.Aggregate aggregate) {
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

    /** What is asked of rows before they are grouped. */
    List<Expression> used() {
        List<Expression> used = new ArrayList<>(keys.keySet());
        used.addAll(aggregates.keySet());
        letting.forEach(binding -> used.add(binding.value()));
        if (having != null) {
            used.add(having);
        }
        if (!members.isEmpty()) {
            aliases.forEach(alias -> used.add(new Expression.Identifier(alias)));
        }
        return used;
    }

    /** Compiles what is computed of groups, or of rows where they are not grouped. */
    ExpressionCompiler compiler() {
        Map<Expression, Integer> computed = new HashMap<>(keys);
        computed.putAll(aggregates);
        return new ExpressionCompiler(names, isGrouped() ? this::compileOfGroup : queries, computed);
    }

    /** A query inside of what is computed of a group sees what GROUP AS has kept of the rows, and else nothing of them. */
    private Subquery compileOfGroup(Query query, Names outer) {
        Subquery compiled = queries.compile(query, outer);
        for (String name : compiled.correlation()) {
            if (lost.contains(name)) {
                throw new QueryException(
                        NOT_GROUPED,
                        "Expression of a correlated subquery must depend only on group keys or aggregates, and not on "
                                + name + ".");
            }
        }
        return compiled;
    }

    /** Null when rows are not grouped. */
    @Nullable
    Grouped compile() {
        if (!isGrouped()) {
            return null;
        }
        ExpressionCompiler rows = new ExpressionCompiler(names, queries, Map.of());
        ExpressionCompiler groups = compiler();
        List<Grouped.Placed> placedKeys = new ArrayList<>();
        keys.forEach((key, slot) -> placedKeys.add(new Grouped.Placed(rows.compile(key), slot)));
        List<Grouped.Gathered> gathered = new ArrayList<>();
        aggregates.forEach((aggregate, slot) -> gathered.add(new Grouped.Gathered(
                Aggregates.resolve(aggregate.function(), aggregate.distinct()),
                rows.compileIf(aggregate.argument()),
                rows.compileIf(aggregate.filter()),
                slot)));
        members.values()
                .forEach(slot -> gathered.add(new Grouped.Gathered(
                        Aggregates.resolve("ARRAY_AGG", false), rows.compile(member()), null, slot)));
        List<Grouped.Placed> placedLetting = new ArrayList<>();
        for (Query.Binding binding : letting) {
            refuseUngrouped(binding.value());
            placedLetting.add(new Grouped.Placed(
                    groups.compile(binding.value()),
                    names.require(binding.name()).slot()));
        }
        if (having != null) {
            refuseUngrouped(having);
        }
        return new Grouped(placedKeys, gathered, placedLetting, groups.compileIf(having));
    }

    /** A row of a group, as GROUP AS shows it. */
    private Expression member() {
        List<Expression.Member> fields = new ArrayList<>();
        for (String alias : aliases) {
            fields.add(new Expression.Member(QueryCompiler.text(alias), new Expression.Identifier(alias)));
        }
        return new Expression.NewObject(fields);
    }

    /** Everything computed of a group must be made of its keys and of aggregates. */
    void refuseUngrouped(Expression expression) {
        if (!isGrouped()) {
            return;
        }
        new Rewriter() {
            @Override
            public Expression rewrite(Expression part) {
                if (keys.containsKey(part) || part instanceof Expression.Aggregate) {
                    return part;
                }
                if (part instanceof Expression.Identifier(String name) && lost.contains(name)) {
                    throw new QueryException(
                            NOT_GROUPED,
                            "Expression " + ExpressionText.of(expression)
                                    + " must depend only on group keys or aggregates.");
                }
                return parts(part);
            }
        }.rewrite(expression);
    }
}
