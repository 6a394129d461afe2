package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.rank.RankScore;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A query with its parameters, executed item by item. A query that {@link #gathers} nothing makes its rows of each
 * item alone, so that a reader of the items may stop after any row. Used by one thread.
 */
public final class CompiledQuery {
    /*
     * FROM may begin with a query over the container: SELECT ... FROM (SELECT DISTINCT VALUE c FROM c) AS r. If that one
     * gathers, it is carried out first, and its rows are the items of this one.
     */
    private final @Nullable CompiledQuery first;
    private final SelectClause query;
    private final Scalar[] sortBy;
    private final boolean[] descending;
    private final @Nullable RankScore rank;
    private final boolean readsItems;
    private final long skip;
    private final long take;
    private final RowBudget effort;
    private final SqlValue[] inputs;

    private CompiledQuery(
            SqlQuery tree, @Nullable CompiledQuery first, QueryCompiler compiler, SlotTable slots, SelectClause query) {
        SqlExpressionCompiler expressions = compiler.expressions();
        this.first = first;
        this.query = query;
        List<SqlQuery.Order> orders = query.grouping() == null ? tree.orderBy() : List.of();
        this.sortBy = orders.stream()
                .map(order -> expressions.compileOrder(order.value(), slots))
                .toArray(Scalar[]::new);
        this.rank = expressions.rank();
        this.descending = new boolean[sortBy.length];
        for (int i = 0; i < descending.length; i++) {
            descending[i] = orders.get(i).descending();
        }
        this.readsItems = !tree.sources().isEmpty();
        SqlQuery.Window window = tree.window();
        this.skip = window == null ? 0 : expressions.amount(window.offset(), 0);
        this.take = Math.min(
                expressions.amount(tree.top(), Long.MAX_VALUE),
                window == null ? Long.MAX_VALUE : expressions.amount(window.limit(), Long.MAX_VALUE));
        this.effort = compiler.effort();
        this.inputs = new SqlValue[slots.count()];
        Arrays.fill(inputs, SqlValues.UNDEFINED);
    }

    static CompiledQuery of(SqlQuery tree, Map<String, SqlValue> parameters, QueryInstant moment) {
        if (!tree.sources().isEmpty() && tree.sources().getFirst().rows() instanceof SqlQuery.Derived(SqlQuery inner)) {
            CompiledQuery first = of(inner, parameters, moment);
            if (first.gathers()) {
                return of(withItems(tree), first, parameters, moment);
            }
        }
        return of(tree, null, parameters, moment);
    }

    private static CompiledQuery of(
            SqlQuery tree, @Nullable CompiledQuery first, Map<String, SqlValue> parameters, QueryInstant moment) {
        QueryCompiler compiler = new QueryCompiler(parameters, moment);
        SlotTable slots = new SlotTable();
        SelectClause query = compiler.selecting(tree, slots);
        return new CompiledQuery(tree, first, compiler, slots, query);
    }

    /** The same query, of which the items are what its first source would have made. */
    private static SqlQuery withItems(SqlQuery tree) {
        List<SqlQuery.Source> sources = new ArrayList<>(tree.sources());
        SqlQuery.Source derived = sources.getFirst();
        sources.set(
                0, new SqlQuery.Source(derived.alias(), derived.each(), new SqlQuery.Path(new SqlExpression.Item())));
        return tree.withSources(sources);
    }

    /** Receives rows. */
    @FunctionalInterface
    public interface RowSink {
        /** Takes a row and returns true if it wants more. The row is valid as long as the item it was made of. */
        boolean accept(SqlValue row);
    }

    /** False when there is no FROM: then there is one row, of no item. */
    public boolean readsItems() {
        return readsItems;
    }

    /**
     * Returns true if the rows depend on all items together: they are grouped, aggregated, sorted or made distinct.
     */
    public boolean gathers() {
        return groups() || query.distinct() || sortBy.length > 0;
    }

    /** Returns true if it gathers for ORDER BY alone, so that items in that order need no gathering. */
    public boolean onlySorts() {
        return sortBy.length > 0 && !groups() && !query.distinct();
    }

    /** Returns true if each row is made of a group of items. */
    public boolean groups() {
        return first != null || query.grouping() != null;
    }

    /** Returns what ORDER BY RANK sorts by, for which items have to be counted before rows are made; null if nothing. */
    public @Nullable RankScore rank() {
        return rank;
    }

    /** Shows an item to the others among which it is ranked, if the filter leaves it. */
    public void compete(SqlValue item, RankScore among) {
        eachInput(item, _ -> {
            among.compete(item);
            return true;
        });
    }

    public boolean isDistinct() {
        return query.distinct();
    }

    /**
     * Returns the number of rows that OFFSET skips. {@link #rows} does not skip them; a {@link AggregateRows} does.
     */
    public long skip() {
        return skip;
    }

    /** Returns the number of rows that TOP and LIMIT leave after the skipped ones; {@link Long#MAX_VALUE} for all. */
    public long take() {
        return take;
    }

    /**
     * Makes the rows of one item, in a query that does not {@linkplain #groups group}, neither sorted nor cut nor made
     * distinct; returns false if the sink wanted no more.
     */
    public boolean rows(SqlValue item, RowSink sink) {
        return eachInput(item, row -> {
            SqlValue value = query.projection().of(row);
            return value.isUndefined() || sink.accept(value);
        });
    }

    boolean eachInput(SqlValue item, FromClause.Sink sink) {
        inputs[SlotTable.ITEM] = item;
        effort.begin();
        return query.expansion().run(inputs, sink);
    }

    /**
     * Gathers the rows of all items.
     *
     * @param bytesMax the memory that may be used
     * @param spill for rows to be sorted that do not fit, or null if spilling is not allowed
     */
    public AggregateRows gather(long bytesMax, @Nullable SpillSpace spill) {
        return new AggregateRows(this, bytesMax, spill);
    }

    @Nullable
    CompiledQuery first() {
        return first;
    }

    SelectClause query() {
        return query;
    }

    SqlValue[] inputs() {
        return inputs;
    }

    boolean sorts() {
        return sortBy.length > 0;
    }

    /** Returns the sort key of the row of these inputs. */
    byte[] sortKey(SortKeys keys) {
        keys.reset();
        for (int i = 0; i < sortBy.length; i++) {
            keys.append(sortBy[i].of(inputs), descending[i]);
        }
        return keys.toByteArray();
    }
}
