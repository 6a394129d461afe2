package dev.mayfly.face.couchbase.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.index.AccessPath;
import dev.mayfly.face.couchbase.query.index.Wanted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes of what FROM lists what puts documents and values into rows. Used for one SELECT. */
final class SourceCompiler {
    private static final String SYSTEM = "system";
    private static final int NO_INDEX = 4000;

    private final QueryCompiler queries;
    private final Names names;
    private final Right right;
    private final ExpressionCompiler expressions;
    private final List<Declared> declared = new ArrayList<>();
    private final List<List<Expression>> assigned = new ArrayList<>();
    private final List<String> later = new ArrayList<>();

    SourceCompiler(QueryCompiler queries, Names names) {
        this(queries, names, Right.SELECT);
    }

    /** @param right what the statement needs to see the documents */
    SourceCompiler(QueryCompiler queries, Names names, Right right) {
        this.queries = queries;
        this.names = names;
        this.right = right;
        this.expressions = new ExpressionCompiler(names, queries, Map.of());
    }

    /**
     * A source whose names are written out. All that may hold a query is compiled as soon as it is read, while nothing
     * is known of the names behind it.
     *
     * @param computed what makes it, or null for documents of a keyspace
     * @param keys by which its documents are named, or null
     * @param condition of a join, or null
     */
    private record Declared(
            Source source,
            int slot,
            @Nullable Compiled computed,
            @Nullable Compiled keys,
            @Nullable Compiled condition) {
        private boolean isOuter() {
            return side() == Source.Side.LEFT;
        }

        private Source.Side side() {
            return switch (source.link()) {
                case Source.Cross _ -> Source.Side.INNER;
                case Source.On(Source.Side side, boolean _, Expression _) -> side;
                case Source.OnKeys(Source.Side side, boolean _, Expression _) -> side;
                case Source.OnKeyFor(Source.Side side, boolean _, Expression _, String _) -> side;
                case Source.Unnest(Source.Side side) -> side;
            };
        }

        private boolean isNest() {
            return switch (source.link()) {
                case Source.Cross _, Source.Unnest _ -> false;
                case Source.On(Source.Side _, boolean nest, Expression _) -> nest;
                case Source.OnKeys(Source.Side _, boolean nest, Expression _) -> nest;
                case Source.OnKeyFor(Source.Side _, boolean nest, Expression _, String _) -> nest;
            };
        }
    }

    /** An expression with what computes it. */
    private record Compiled(Expression written, Scalar scalar) {}

    /**
     * What became of them.
     *
     * @param ordered whether rows come in the order that was wanted
     */
    record Chain(List<Linked> sources, boolean ordered) {}

    List<String> aliases() {
        return declared.stream().map(each -> each.source.alias()).toList();
    }

    /** Gives each source its name, and what it is made of the names before. */
    void declare(List<Source> from) {
        for (Source source : turned(from)) {
            declared.add(declare(source));
        }
    }

    /** RIGHT OUTER JOIN is LEFT OUTER JOIN the other way around. */
    private static List<Source> turned(List<Source> from) {
        boolean right = from.size() > 1
                && from.get(1).link() instanceof Source.On(Source.Side side, boolean _, Expression _)
                && side == Source.Side.RIGHT;
        if (!right) {
            return from;
        }
        List<Source> turned = new ArrayList<>(from);
        Source first = from.get(0);
        Source second = from.get(1);
        Source.On link = (Source.On) second.link();
        turned.set(0, second.linked(new Source.Cross()));
        turned.set(1, first.linked(new Source.On(Source.Side.LEFT, link.nest(), link.condition())));
        return turned;
    }

    private Declared declare(Source source) {
        Expression value = FromTerms.value(source, names);
        Compiled computed = value == null
                ? null
                : compiled(
                        source.link() instanceof Source.Unnest
                                ? Resolver.resolve(value, names)
                                : Resolver.resolveNamed(value, names));
        Expression keys = source.hints().keys();
        if (source.link() instanceof Source.OnKeys(Source.Side _, boolean _, Expression onKeys)) {
            keys = onKeys;
        }
        Compiled compiledKeys = keys == null ? null : compiled(Resolver.resolveNamed(keys, names));
        int slot = FromTerms.declare(source, value, names);
        Expression condition = switch (source.link()) {
            case Source.On(Source.Side side, boolean _, Expression on) -> {
                if (side == Source.Side.RIGHT) {
                    throw new QueryException(
                            QueryException.SEMANTIC, "RIGHT OUTER JOIN must be the first join of FROM.");
                }
                yield Resolver.resolve(on, names);
            }
            case Source.OnKeyFor(Source.Side _, boolean _, Expression key, String of) ->
                new Expression.Binary(Operator.EQUAL, Resolver.resolve(key, names), idOf(of));
            case Source.Cross _, Source.OnKeys _, Source.Unnest _ -> null;
        };
        return new Declared(source, slot, computed, compiledKeys, condition == null ? null : compiled(condition));
    }

    private Compiled compiled(Expression expression) {
        return new Compiled(expression, expressions.compile(expression));
    }

    private static Expression idOf(String alias) {
        return new Expression.Field(
                Expression.Call.of("META", new Expression.Identifier(alias)), QueryCompiler.text("id"));
    }

    /**
     * Takes of the conjuncts of WHERE those that are asked as soon as a source is there.
     *
     * @param let names that have a value only behind FROM
     * @return the rest
     */
    List<Expression> assign(List<Expression> conjuncts, List<String> let) {
        later.addAll(let);
        Set<String> unbound = new HashSet<>(aliases());
        unbound.addAll(let);
        List<Expression> rest = new ArrayList<>(conjuncts);
        for (Declared each : declared) {
            unbound.remove(each.source.alias());
            assigned.add(takeOut(rest, unbound));
        }
        return rest;
    }

    /**
     * Compiles the sources; to be called behind {@link #assign}.
     *
     * @param used all that is asked of rows behind FROM
     * @param orderBy in which rows would be welcome
     */
    Chain compile(List<Expression> used, List<Query.Sort> orderBy) {
        List<Expression> all = new ArrayList<>(used);
        for (Declared each : declared) {
            addIf(each.computed, all);
            addIf(each.keys, all);
            addIf(each.condition, all);
        }
        Set<String> unbound = new HashSet<>(aliases());
        unbound.addAll(later);
        List<Linked> linked = new ArrayList<>();
        boolean ordered = false;
        for (int i = 0; i < declared.size(); i++) {
            Declared each = declared.get(i);
            List<Expression> here = assigned.get(i);
            List<Query.Sort> order = declared.size() == 1 ? orderBy : List.of();
            Producer producer = producer(each, here, Set.copyOf(unbound), all, order);
            unbound.remove(each.source.alias());
            ordered |= producer instanceof KeyspaceProducer documents
                    && documents.path().isOrdered()
                    && !order.isEmpty();
            linked.add(new Linked(
                    producer,
                    each.slot,
                    each.isOuter(),
                    each.isNest(),
                    each.condition == null ? null : each.condition.scalar,
                    here.stream().map(expressions::compile).toList()));
        }
        return new Chain(linked, ordered);
    }

    private static void addIf(@Nullable Compiled expression, List<Expression> all) {
        if (expression != null) {
            all.add(expression.written);
        }
    }

    /** The conditions that depend on nothing that has no value yet. */
    private static List<Expression> takeOut(List<Expression> conjuncts, Set<String> unbound) {
        List<Expression> taken = new ArrayList<>();
        for (Expression conjunct : List.copyOf(conjuncts)) {
            boolean bound = Conjuncts.names(conjunct).stream().noneMatch(unbound::contains);
            if (bound && !Conjuncts.hasQuery(conjunct)) {
                taken.add(conjunct);
                conjuncts.remove(conjunct);
            }
        }
        return taken;
    }

    private Producer producer(
            Declared each,
            List<Expression> filters,
            Set<String> unbound,
            List<Expression> used,
            List<Query.Sort> order) {
        if (each.computed != null) {
            return new ComputedProducer(
                    each.computed.written,
                    each.computed.scalar,
                    each.source.link() instanceof Source.Unnest,
                    each.slot);
        }
        KeyspaceName name;
        switch (each.source.origin()) {
            case Source.Keyspace(KeyspaceName written) -> name = written;
            case Source.ParameterKeyspace(Expression.Parameter parameter) -> {
                return new ParameterProducer(parameter, keys(each), queries, right, each.slot);
            }
            case Source.Computed _ -> throw new IllegalStateException("a value that nothing computes");
        }
        if (SYSTEM.equals(name.namespace())) {
            return system(name, each.slot);
        }
        Keyspaces.Path path = Keyspaces.path(name, queries.context());
        BucketCollection keyspace = queries.ground().keyspaces().collection(path);
        if (each.keys != null) {
            return new KeysProducer(keyspace, path.text(), keys(each), right, each.slot);
        }
        List<Expression> where =
                new ArrayList<>(Expression.conjuncts(each.condition == null ? null : each.condition.written));
        if (!each.isOuter() && !each.isNest()) {
            where.addAll(filters);
        }
        Expression ids = ids(each.source.alias(), where, unbound);
        if (ids != null && each.source.hints().indexes().isEmpty()) {
            KeysProducer.Keys keys = new KeysProducer.Keys(ids, expressions.compile(ids), true, false);
            return new KeysProducer(keyspace, path.text(), keys, right, each.slot);
        }
        Wanted wanted = new Wanted(
                keyspace,
                each.source.alias(),
                unbound,
                Conjuncts.all(where),
                order,
                Uses.of(each.source.alias(), used),
                each.source.hints().indexes());
        AccessPath found = path(wanted);
        return new KeyspaceProducer(
                keyspace, path.text(), found, new KnownValues(where, unbound, expressions)::of, right, each.slot);
    }

    private static KeysProducer.Keys keys(Declared each) {
        Compiled keys = requireNonNull(each.keys);
        return new KeysProducer.Keys(
                keys.written, keys.scalar, false, each.source.hints().validate());
    }

    private AccessPath path(Wanted wanted) {
        try {
            return queries.ground().paths().find(wanted);
        } catch (QueryException refusal) {
            if (refusal.code() == NO_INDEX && queries.ground().keyspaces().scansWithoutIndex()) {
                return new SequentialScan(wanted.keyspace());
            }
            throw refusal;
        }
    }

    private Producer system(KeyspaceName name, int slot) {
        return new SystemProducer(name.parts().getFirst(), queries.systemKeyspace(name), slot);
    }

    /** The keys that the conditions ask for, if one of them does. */
    static @Nullable Expression ids(String alias, List<Expression> where, Set<String> unbound) {
        Expression id = idOf(alias);
        for (Expression condition : where) {
            if (condition instanceof Expression.Binary(Operator operator, Expression left, Expression right)) {
                if (left.equals(id) && isKnown(right, unbound)) {
                    if (operator == Operator.EQUAL || operator == Operator.IN) {
                        return right;
                    }
                } else if (right.equals(id) && operator == Operator.EQUAL && isKnown(left, unbound)) {
                    return left;
                }
            }
        }
        return null;
    }

    private static boolean isKnown(Expression expression, Set<String> unbound) {
        return !Conjuncts.hasQuery(expression)
                && Conjuncts.names(expression).stream().noneMatch(unbound::contains);
    }
}
