package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.cosmos.language.function.Moment;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A query with its parameters, carried out item by item. A query that {@link #gathers} nothing makes its rows of each item
 * alone, so that whoever reads the items may stop behind any row. Used by one thread.
 */
public final class CompiledQuery {
    /*
     * FROM may begin with a query over the container: SELECT ... FROM (SELECT DISTINCT VALUE c FROM c) AS r. If that one
     * gathers, it is carried out first, and its rows are the items of this one.
     */
    private final @Nullable CompiledQuery first;
    private final Selecting query;
    private final Scalar[] sortBy;
    private final boolean[] descending;
    private final boolean readsItems;
    private final long skip;
    private final long take;
    private final Effort effort;
    private final Value[] inputs;

    private CompiledQuery(
            Query tree, @Nullable CompiledQuery first, QueryCompiler compiler, Slots slots, Selecting query) {
        ExpressionCompiler expressions = compiler.expressions();
        this.first = first;
        this.query = query;
        List<Query.Order> orders = query.grouping() == null ? tree.orderBy() : List.of();
        this.sortBy =
                expressions.compileAll(orders.stream().map(Query.Order::value).toList(), slots);
        this.descending = new boolean[sortBy.length];
        for (int i = 0; i < descending.length; i++) {
            descending[i] = orders.get(i).descending();
        }
        this.readsItems = !tree.sources().isEmpty();
        Query.Window window = tree.window();
        this.skip = window == null ? 0 : expressions.amount(window.offset(), 0);
        this.take = Math.min(
                expressions.amount(tree.top(), Long.MAX_VALUE),
                window == null ? Long.MAX_VALUE : expressions.amount(window.limit(), Long.MAX_VALUE));
        this.effort = compiler.effort();
        this.inputs = new Value[slots.count()];
        Arrays.fill(inputs, Values.UNDEFINED);
    }

    static CompiledQuery of(Query tree, Map<String, Value> parameters, Moment moment) {
        if (!tree.sources().isEmpty() && tree.sources().getFirst().rows() instanceof Query.Derived(Query inner)) {
            CompiledQuery first = of(inner, parameters, moment);
            if (first.gathers()) {
                return of(withItems(tree), first, parameters, moment);
            }
        }
        return of(tree, null, parameters, moment);
    }

    private static CompiledQuery of(
            Query tree, @Nullable CompiledQuery first, Map<String, Value> parameters, Moment moment) {
        QueryCompiler compiler = new QueryCompiler(parameters, moment);
        Slots slots = new Slots();
        Selecting query = compiler.selecting(tree, slots);
        return new CompiledQuery(tree, first, compiler, slots, query);
    }

    /** The same query, of which the items are what its first source would have made. */
    private static Query withItems(Query tree) {
        List<Query.Source> sources = new ArrayList<>(tree.sources());
        Query.Source derived = sources.getFirst();
        sources.set(0, new Query.Source(derived.alias(), derived.each(), new Query.Path(new Expression.Item())));
        return tree.withSources(sources);
    }

    /** Takes rows. */
    @FunctionalInterface
    public interface RowSink {
        /** Whether it takes more. The row is valid as long as the item it was made of. */
        boolean accept(Value row);
    }

    /** False when there is no FROM: then there is one row, of no item. */
    public boolean readsItems() {
        return readsItems;
    }

    /** Whether the rows depend on all items together: they are grouped, aggregated, sorted or made distinct. */
    public boolean gathers() {
        return groups() || query.distinct() || sortBy.length > 0;
    }

    /** Whether ORDER BY is all that it gathers for, so that items in that order need no gathering. */
    public boolean onlySorts() {
        return sortBy.length > 0 && !groups() && !query.distinct();
    }

    /** Whether each row is made of a group of items. */
    public boolean groups() {
        return first != null || query.grouping() != null;
    }

    public boolean isDistinct() {
        return query.distinct();
    }

    /** How many rows OFFSET skips. {@link #rows} does not; a {@link Gathering} does. */
    public long skip() {
        return skip;
    }

    /** How many rows behind those TOP and LIMIT leave; {@link Long#MAX_VALUE} for all. */
    public long take() {
        return take;
    }

    /**
     * Makes the rows of one item, in a query that does not {@linkplain #groups group}, neither sorted nor cut nor made
     * distinct; false when the sink wanted no more.
     */
    public boolean rows(Value item, RowSink sink) {
        return eachInput(item, row -> {
            Value value = query.projection().of(row);
            return value.isUndefined() || sink.accept(value);
        });
    }

    boolean eachInput(Value item, Expansion.Sink sink) {
        inputs[Slots.ITEM] = item;
        effort.begin();
        return query.expansion().run(inputs, sink);
    }

    /**
     * Gathers the rows of all items.
     *
     * @param bytesMax how much memory that may take
     * @param spill for rows to be sorted that do not fit, or null if nothing may be put there
     */
    public Gathering gather(long bytesMax, @Nullable SpillSpace spill) {
        return new Gathering(this, bytesMax, spill);
    }

    @Nullable
    CompiledQuery first() {
        return first;
    }

    Selecting query() {
        return query;
    }

    Value[] inputs() {
        return inputs;
    }

    boolean sorts() {
        return sortBy.length > 0;
    }

    /** What the row of these inputs is sorted by. */
    byte[] sortKey(SortKeys keys) {
        keys.reset();
        for (int i = 0; i < sortBy.length; i++) {
            keys.append(sortBy[i].of(inputs), descending[i]);
        }
        return keys.toByteArray();
    }
}
