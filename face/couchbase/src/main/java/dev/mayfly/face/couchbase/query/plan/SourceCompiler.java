package dev.mayfly.face.couchbase.query.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.index.AccessPath;
import dev.mayfly.face.couchbase.query.index.DistanceOrder;
import dev.mayfly.face.couchbase.query.index.KeyspaceDemand;
import dev.mayfly.face.couchbase.query.operator.ComputedProducer;
import dev.mayfly.face.couchbase.query.operator.DocumentLinks;
import dev.mayfly.face.couchbase.query.operator.KeysProducer;
import dev.mayfly.face.couchbase.query.operator.KeyspaceProducer;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.operator.NearestProducer;
import dev.mayfly.face.couchbase.query.operator.PageClause;
import dev.mayfly.face.couchbase.query.operator.Producer;
import dev.mayfly.face.couchbase.query.operator.RequiredPrivilege;
import dev.mayfly.face.couchbase.query.operator.SequentialScan;
import dev.mayfly.face.couchbase.query.operator.SystemProducer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiles the terms of FROM into producers of documents and values. Used for one SELECT. */
final class SourceCompiler {
    private static final String SYSTEM = "system";
    private static final int NO_INDEX = 4000;

    private final QueryCompiler queries;
    private final VisibleNames names;
    private final RequiredPrivilege right;
    private final N1qlExpressionCompiler expressions;
    private final List<Declared> declared = new ArrayList<>();
    private final List<List<N1qlExpression>> assigned = new ArrayList<>();
    private final List<String> later = new ArrayList<>();

    SourceCompiler(QueryCompiler queries, VisibleNames names) {
        this(queries, names, RequiredPrivilege.SELECT);
    }

    /** @param right what the statement needs to see the documents */
    SourceCompiler(QueryCompiler queries, VisibleNames names, RequiredPrivilege right) {
        this.queries = queries;
        this.names = names;
        this.right = right;
        this.expressions = new N1qlExpressionCompiler(names, queries, Map.of());
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
                case Source.On(Source.Side side, boolean _, N1qlExpression _) -> side;
                case Source.OnKeys(Source.Side side, boolean _, N1qlExpression _) -> side;
                case Source.OnKeyFor(Source.Side side, boolean _, N1qlExpression _, String _) -> side;
                case Source.Unnest(Source.Side side) -> side;
            };
        }

        private boolean isNest() {
            return switch (source.link()) {
                case Source.Cross _, Source.Unnest _ -> false;
                case Source.On(Source.Side _, boolean nest, N1qlExpression _) -> nest;
                case Source.OnKeys(Source.Side _, boolean nest, N1qlExpression _) -> nest;
                case Source.OnKeyFor(Source.Side _, boolean nest, N1qlExpression _, String _) -> nest;
            };
        }
    }

    /** An expression with what computes it. */
    private record Compiled(N1qlExpression written, Scalar scalar) {}

    /**
     * The result of compiling the sources.
     *
     * @param ordered whether rows come in the requested order
     */
    record Chain(List<DocumentLinks> sources, boolean ordered) {}

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
                && from.get(1).link() instanceof Source.On(Source.Side side, boolean _, N1qlExpression _)
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
        N1qlExpression value = FromTerms.value(source, names);
        Compiled computed = value == null
                ? null
                : compiled(
                        source.link() instanceof Source.Unnest
                                ? Resolver.resolve(value, names)
                                : Resolver.resolveNamed(value, names));
        N1qlExpression keys = source.hints().keys();
        if (source.link() instanceof Source.OnKeys(Source.Side _, boolean _, N1qlExpression onKeys)) {
            keys = onKeys;
        }
        Compiled compiledKeys = keys == null ? null : compiled(Resolver.resolveNamed(keys, names));
        int slot = FromTerms.declare(source, value, names);
        N1qlExpression condition = switch (source.link()) {
            case Source.On(Source.Side side, boolean _, N1qlExpression on) -> {
                if (side == Source.Side.RIGHT) {
                    throw new N1qlException(N1qlException.SEMANTIC, "RIGHT OUTER JOIN must be the first join of FROM.");
                }
                yield Resolver.resolve(on, names);
            }
            case Source.OnKeyFor(Source.Side _, boolean _, N1qlExpression key, String of) ->
                new N1qlExpression.Binary(Operator.EQUAL, Resolver.resolve(key, names), idOf(of));
            case Source.Cross _, Source.OnKeys _, Source.Unnest _ -> null;
        };
        return new Declared(source, slot, computed, compiledKeys, condition == null ? null : compiled(condition));
    }

    private Compiled compiled(N1qlExpression expression) {
        return new Compiled(expression, expressions.compile(expression));
    }

    private static N1qlExpression idOf(String alias) {
        return new N1qlExpression.Field(
                N1qlExpression.Call.of("META", new N1qlExpression.Identifier(alias)), QueryCompiler.text("id"));
    }

    /**
     * Takes those conjuncts of WHERE that can be checked as soon as a source is present.
     *
     * @param let names that have a value only behind FROM
     * @return the rest
     */
    List<N1qlExpression> assign(List<N1qlExpression> conjuncts, List<String> let) {
        later.addAll(let);
        Set<String> unbound = new HashSet<>(aliases());
        unbound.addAll(let);
        List<N1qlExpression> rest = new ArrayList<>(conjuncts);
        for (Declared each : declared) {
            unbound.remove(each.source.alias());
            assigned.add(takeOut(rest, unbound));
        }
        return rest;
    }

    /**
     * Compiles the sources; call after {@link #assign}.
     *
     * @param used all that is asked of rows behind FROM
     * @param orderBy in which rows would be welcome
     */
    Chain compile(List<N1qlExpression> used, List<N1qlQuery.Sort> orderBy) {
        return compile(used, orderBy, null);
    }

    /** @param page the rows that are wanted in this order, if nothing but the sources says which rows there are; null if not */
    Chain compile(List<N1qlExpression> used, List<N1qlQuery.Sort> orderBy, @Nullable PageClause page) {
        List<N1qlExpression> all = new ArrayList<>(used);
        for (Declared each : declared) {
            addIf(each.computed, all);
            addIf(each.keys, all);
            addIf(each.condition, all);
        }
        Set<String> unbound = new HashSet<>(aliases());
        unbound.addAll(later);
        List<DocumentLinks> linked = new ArrayList<>();
        boolean ordered = false;
        for (int i = 0; i < declared.size(); i++) {
            Declared each = declared.get(i);
            List<N1qlExpression> here = assigned.get(i);
            List<N1qlQuery.Sort> order = declared.size() == 1 ? orderBy : List.of();
            Set<String> before = Set.copyOf(unbound);
            Producer producer = producer(each, here, before, all, order);
            unbound.remove(each.source.alias());
            List<Scalar> filters = here.stream().map(expressions::compile).toList();
            if (page != null && !order.isEmpty() && producer instanceof KeyspaceProducer documents) {
                producer = nearest(documents, each, order.getFirst(), page, filters, before);
            }
            ordered |= producer instanceof KeyspaceProducer documents
                    && documents.path().isOrdered()
                    && !order.isEmpty();
            linked.add(new DocumentLinks(
                    producer,
                    each.slot,
                    each.isOuter(),
                    each.isNest(),
                    each.condition == null ? null : each.condition.scalar,
                    filters));
        }
        return new Chain(linked, ordered);
    }

    /** The same documents, or those of them with the nearest vectors, if that is the order and all would have to be read. */
    private Producer nearest(
            KeyspaceProducer documents,
            Declared each,
            N1qlQuery.Sort sort,
            PageClause page,
            List<Scalar> filters,
            Set<String> unbound) {
        boolean isFree =
                documents.path().isPrimary() && each.source.hints().indexes().isEmpty();
        DistanceOrder order = isFree ? DistanceOrders.of(sort, each.source.alias(), unbound, expressions) : null;
        return order == null ? documents : new NearestProducer(documents, order, page, filters);
    }

    private static void addIf(@Nullable Compiled expression, List<N1qlExpression> all) {
        if (expression != null) {
            all.add(expression.written);
        }
    }

    /** The conditions that depend on nothing that has no value yet. */
    private static List<N1qlExpression> takeOut(List<N1qlExpression> conjuncts, Set<String> unbound) {
        List<N1qlExpression> taken = new ArrayList<>();
        for (N1qlExpression conjunct : List.copyOf(conjuncts)) {
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
            List<N1qlExpression> filters,
            Set<String> unbound,
            List<N1qlExpression> used,
            List<N1qlQuery.Sort> order) {
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
            case Source.ParameterKeyspace(N1qlExpression.Parameter parameter) -> {
                return new ParameterProducer(parameter, keys(each), queries, right, each.slot);
            }
            case Source.Computed _ -> throw new IllegalStateException("a value that nothing computes");
        }
        return SYSTEM.equals(name.namespace())
                ? system(name, each.slot)
                : documents(name, each, filters, unbound, used, order);
    }

    private Producer documents(
            KeyspaceName name,
            Declared each,
            List<N1qlExpression> filters,
            Set<String> unbound,
            List<N1qlExpression> used,
            List<N1qlQuery.Sort> order) {
        Keyspaces.Path path = Keyspaces.path(name, queries.context());
        BucketCollection keyspace = queries.ground().keyspaces().collection(path);
        if (each.keys != null) {
            return new KeysProducer(keyspace, path.text(), keys(each), right, each.slot);
        }
        List<N1qlExpression> where =
                new ArrayList<>(N1qlExpression.conjuncts(each.condition == null ? null : each.condition.written));
        if (!each.isOuter() && !each.isNest()) {
            where.addAll(filters);
        }
        N1qlExpression ids = ids(each.source.alias(), where, unbound);
        if (ids != null && each.source.hints().indexes().isEmpty()) {
            KeysProducer.Keys keys = new KeysProducer.Keys(ids, expressions.compile(ids), true, false);
            return new KeysProducer(keyspace, path.text(), keys, right, each.slot);
        }
        KeyspaceDemand wanted = new KeyspaceDemand(
                keyspace,
                each.source.alias(),
                unbound,
                Conjuncts.all(where),
                order,
                FieldUsage.of(each.source.alias(), used),
                each.source.hints().indexes());
        AccessPath found = path(wanted);
        return new KeyspaceProducer(
                keyspace,
                path.text(),
                found,
                new KnownValues(where, unbound, expressions)::of,
                right,
                each.slot,
                each.source.alias());
    }

    private static KeysProducer.Keys keys(Declared each) {
        Compiled keys = requireNonNull(each.keys);
        return new KeysProducer.Keys(
                keys.written, keys.scalar, false, each.source.hints().validate());
    }

    private AccessPath path(KeyspaceDemand wanted) {
        try {
            return queries.ground().paths().find(wanted);
        } catch (N1qlException refusal) {
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
    static @Nullable N1qlExpression ids(String alias, List<N1qlExpression> where, Set<String> unbound) {
        N1qlExpression id = idOf(alias);
        for (N1qlExpression condition : where) {
            if (condition
                    instanceof N1qlExpression.Binary(Operator operator, N1qlExpression left, N1qlExpression right)) {
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

    private static boolean isKnown(N1qlExpression expression, Set<String> unbound) {
        return !Conjuncts.hasQuery(expression)
                && Conjuncts.names(expression).stream().noneMatch(unbound::contains);
    }
}
