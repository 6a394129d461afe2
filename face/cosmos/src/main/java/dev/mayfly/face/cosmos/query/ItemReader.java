package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.rank.ItemScore;
import dev.mayfly.face.cosmos.language.rank.VectorScore;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items of a query as of one snapshot; counts those looked at. Used by one thread. */
final class ItemReader {
    /** The steps of an expression that take as long as finding an item. */
    private static final int ITEM_STEPS = 16;

    private final PageRequest asked;
    private final ReadView reading;
    private final CompiledQuery compiled;
    private @Nullable IndexDefinition walked;
    private boolean walkedDeadlines;
    private final RequestGuard guard = RequestGuard.current();
    private long items;
    private long bytes;

    ItemReader(PageRequest asked, ReadView reading, CompiledQuery compiled) {
        this.asked = asked;
        this.reading = reading;
        this.compiled = compiled;
    }

    Collection collection() {
        return asked.container().collection();
    }

    ComputedProperties computed() {
        return asked.container().definition().computedProperties();
    }

    ReadView reading() {
        return reading;
    }

    ItemCursor walk(ItemWalk walk, byte @Nullable [] after) {
        IndexDefinition index = walk.index();
        walked = index == null ? walked : index;
        walkedDeadlines |= walk.deadlines() != null;
        return WalkedItems.open(collection(), reading, walk, after);
    }

    /** Makes the rows of an item, if it is in the scope of the request; returns false if the sink wanted no more. */
    boolean rows(Document item, CompiledQuery.RowSink sink) {
        items++;
        bytes += item.bodyLength();
        guard.steps(ITEM_STEPS);
        return !asked.scope().test(item) || compiled.rows(value(item), sink);
    }

    /** Returns true if an item makes any row. */
    boolean hasRows(Document item) {
        return !rows(item, _ -> false);
    }

    /** Shows every item of a walk that the request is about. */
    void each(ItemWalk walk, ItemSink sink) {
        try (ItemCursor found = walk(walk, null)) {
            for (Document item = found.next(); item != null; item = found.next()) {
                items++;
                bytes += item.bodyLength();
                guard.steps(ITEM_STEPS);
                long mark = guard.mark();
                if (asked.scope().test(item)) {
                    sink.accept(value(item));
                }
                guard.settle(mark, 0);
            }
        }
    }

    /** Shows items that were found. */
    void each(List<Document> found, ItemSink sink) {
        found.forEach(item -> {
            items++;
            bytes += item.bodyLength();
            sink.accept(value(item));
        });
    }

    /** Returns the score of an item of which a row is made; not a number for any other. */
    double score(Document item, VectorScore score) {
        guard.steps(ITEM_STEPS);
        long mark = guard.mark();
        SqlValue value = value(item);
        double nearness = compiled.rows(value, _ -> false) ? ItemScore.NONE : score.of(value);
        guard.settle(mark, 0);
        return nearness == ItemScore.NONE ? Double.NaN : nearness;
    }

    /** Shows every living item of the container, whether or not the request is about it. */
    void everyone(ReadView whole, ItemSink sink) {
        try (ItemCursor all = WalkedItems.open(collection(), whole, ItemWalk.ALL, null)) {
            for (Document item = all.next(); item != null; item = all.next()) {
                items++;
                bytes += item.bodyLength();
                guard.steps(ITEM_STEPS);
                long mark = guard.mark();
                sink.accept(value(item));
                guard.settle(mark, 0);
            }
        }
    }

    /** Receives items. */
    @FunctionalInterface
    interface ItemSink {
        void accept(SqlValue item);
    }

    private SqlValue value(Document item) {
        return new ItemValue(item, asked.container().items());
    }

    /**
     * Returns true if the walked index still exists. Otherwise its entries may have gone during the walk, and items
     * may be missing.
     */
    boolean areComplete() {
        return walked == null || collection().record().index(walked.id()).isPresent();
    }

    /** Returns true if items were found by the queues in which they wait to expire. */
    boolean walkedDeadlines() {
        return walkedDeadlines;
    }

    long items() {
        return items;
    }

    long bytes() {
        return bytes;
    }
}
