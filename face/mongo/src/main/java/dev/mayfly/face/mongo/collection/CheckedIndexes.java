package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The indexes of a collection that refuse some documents. Immutable and safe for concurrent use. */
public final class CheckedIndexes {
    public static final CheckedIndexes NONE = new CheckedIndexes(List.of());

    private final List<Checked> indexes;

    private CheckedIndexes(List<Checked> indexes) {
        this.indexes = List.copyOf(indexes);
    }

    /** @param partial the filter of a partial index, or null */
    private record Checked(CheckedKeys keys, @Nullable MongoFilter partial) {}

    public static CheckedIndexes of(CollectionRecord record) {
        if (record.indexes().isEmpty()) {
            return NONE;
        }
        List<Checked> checked = new ArrayList<>(0);
        for (IndexDefinition index : record.indexes()) {
            checked.addAll(of(index).indexes);
        }
        return checked.isEmpty() ? NONE : new CheckedIndexes(checked);
    }

    public static CheckedIndexes of(IndexDefinition index) {
        CheckedKeys keys = CheckedKeys.of(index);
        MongoFilter partial = index.partial().length == 0
                ? null
                : PartialFilter.decode(index.partial()).compile();
        return keys == null ? NONE : new CheckedIndexes(List.of(new Checked(keys, partial)));
    }

    public boolean isEmpty() {
        return indexes.isEmpty();
    }

    /** @throws CommandError if one of them cannot hold the document */
    public void check(View document) {
        for (Checked index : indexes) {
            if (index.partial == null || index.partial.matches(document)) {
                index.keys.check(document);
            }
        }
    }
}
