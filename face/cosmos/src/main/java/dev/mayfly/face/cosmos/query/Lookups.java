package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.value.Value;
import org.jspecify.annotations.Nullable;

/** The items of a query as of one reading; counts how many were looked at. Used by one thread. */
final class Lookups {
    private final Asked asked;
    private final Reading reading;
    private final CompiledQuery compiled;
    private @Nullable IndexDefinition walked;
    private boolean walkedDeadlines;
    private long items;
    private long bytes;

    Lookups(Asked asked, Reading reading, CompiledQuery compiled) {
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

    Reading reading() {
        return reading;
    }

    Found walk(Walk walk, byte @Nullable [] after) {
        IndexDefinition index = walk.index();
        walked = index == null ? walked : index;
        walkedDeadlines |= walk.deadlines() != null;
        return WalkedItems.open(collection(), reading, walk, after);
    }

    /** Makes the rows of an item, if the request is about it; false when the sink wanted no more. */
    boolean rows(Document item, CompiledQuery.RowSink sink) {
        items++;
        bytes += item.bodyLength();
        return !asked.scope().test(item) || compiled.rows(value(item), sink);
    }

    /** Whether an item makes any row. */
    boolean hasRows(Document item) {
        return !rows(item, _ -> false);
    }

    /** Shows every item of a walk that the request is about. */
    void each(Walk walk, ItemSink sink) {
        try (Found found = walk(walk, null)) {
            for (Document item = found.next(); item != null; item = found.next()) {
                items++;
                bytes += item.bodyLength();
                if (asked.scope().test(item)) {
                    sink.accept(value(item));
                }
            }
        }
    }

    /** Takes items. */
    @FunctionalInterface
    interface ItemSink {
        void accept(Value item);
    }

    private Value value(Document item) {
        return new ItemValue(item, asked.container().items());
    }

    /**
     * Whether the index that was walked is still there. If it is not, its entries may have gone during the walk, and items
     * may be missing.
     */
    boolean areComplete() {
        return walked == null || collection().record().index(walked.id()).isPresent();
    }

    /** Whether items were found by the queues in which they wait to expire. */
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
