package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.CommandError;
import org.jspecify.annotations.Nullable;

/**
 * What a collection's definition asks of each document besides its validator: worked out once for a definition, since
 * it is asked at every write. Immutable and safe for concurrent use.
 *
 * @param record the definition
 * @param capped whether documents have an insertion order
 * @param series what the documents of a time series have, or null
 */
public record DocumentChecks(
        CollectionRecord record,
        boolean capped,
        @Nullable TimeSeries series,
        HashedPaths hashed,
        NumberedPaths numbered,
        CheckedIndexes checked) {
    static DocumentChecks of(CollectionRecord record) {
        return new DocumentChecks(
                record,
                CappedLimits.of(record) != null,
                TimeSeries.of(record),
                HashedPaths.of(record),
                NumberedPaths.of(record),
                CheckedIndexes.of(record));
    }

    /** @throws CommandError if the collection or one of its indexes cannot hold the document */
    public void check(View document, boolean isNew) {
        if (series != null && isNew) {
            series.check(document);
        }
        hashed.check(document);
        numbered.check(document);
        checked.check(document);
    }
}
