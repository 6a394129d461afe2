package dev.mayfly.face.mongo.collection;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.List;

/** Refuses indexes that a collection cannot have. */
public final class IndexFitting {
    /** Limit per collection, including the index on its ids. */
    private static final int INDEXES_MAX = 64;

    private IndexFitting() {}

    /** Refuses indexes that this kind of collection cannot have. */
    public static void require(Collection collection, List<IndexSpec> specs) {
        boolean capped = CappedLimits.of(collection.record()) != null;
        if (capped && specs.stream().anyMatch(spec -> spec.expireAfterSeconds().isPresent())) {
            throw new CommandError(MongoCode.CANNOT_CREATE_INDEX, "Cannot create TTL index on a capped collection");
        }
        TimeSeries series = TimeSeries.of(collection.record());
        if (series != null) {
            specs.forEach(series::checkIndex);
        }
    }

    /** Refuses a second index of texts. */
    public static void requireOnlyText(Collection collection, IndexSpec spec) {
        if (!spec.isOfTexts()) {
            return;
        }
        for (IndexDefinition other : IndexListing.made(collection.record())) {
            if (TextOptions.isOfTexts(IndexListing.key(other))) {
                throw new CommandError(
                        MongoCode.CANNOT_CREATE_INDEX,
                        "only one text index per collection allowed, found existing text index \"" + other.name()
                                + "\"");
            }
        }
    }

    /** Refuses one more index if the collection has reached the limit. */
    public static void requireRoom(Collection collection, IndexSpec spec) {
        if (IndexListing.of(collection.record()).size() >= INDEXES_MAX) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX,
                    "add index fails, too many indexes for " + collection.name().database() + "."
                            + collection.name().collection() + " key:" + ShellText.of(spec.key()));
        }
    }
}
